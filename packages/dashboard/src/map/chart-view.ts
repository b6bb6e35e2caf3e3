import { workerUrl } from "virtual:map-worker";
import { Map as Chart, type GeoJSONSource, NavigationControl, ScaleControl, setWorkerUrl } from "maplibre-gl";
import type { MoorageName } from "../api/places/moorages.ts";
import type { Speech } from "../languages/speech.ts";
import { NAUTICAL_MILE } from "../units/quantity.ts";
import { coarseCoastline, hasCoarseCoastline } from "./base/coastline.ts";
import { boundsOf, writeEdgeLabels } from "./base/edge-labels.ts";
import { keepEdgeRoom } from "./base/edge-room.ts";
import { graticuleLines, graticuleOf } from "./base/graticule.ts";
import { chartNames } from "./base/names.ts";
import { followTiles, TILES } from "./base/tiles.ts";
import { COARSE, chartLayers, chartStyle, FINE, type SOURCES, speedColour } from "./chart-layers.ts";
import { fitPadding } from "./controls/fit-padding.ts";
import { type TrackStep, topSpeed, trackLines, type Unrecorded, unwound } from "./track-lines.ts";

setWorkerUrl(workerUrl);

function fill(chart: Chart, name: (typeof SOURCES)[number], data: GeoJSON.GeoJSON): void {
  const source = chart.getSource<GeoJSONSource>(name);
  source?.setData(data);
}

function show(chart: Chart, layers: readonly string[], visible: boolean): void {
  for (const id of layers) {
    const layer = chart.getLayer(id);
    if (layer === undefined) continue;
    // Hidden by its opacity, because the tiles of a layer that is not visible are not fetched.
    chart.setPaintProperty(id, layer.type === "fill" ? "fill-opacity" : "line-opacity", visible ? 1 : 0);
  }
}

/** The chart does not show yet what it is for: its scale and its labels would jump. */
const UNPLACED = "chart__canvas--unplaced";

/** What is looked at is rarely known later than that. */
const PLACED_MS = 5_000;

/**
 * Has no tiles fetched until the chart is moved to what it shows: those of the world, where it starts, would be seen for a moment
 * only. Calls back when they are.
 */
function holdTiles(chart: Chart, onGo: () => void): () => void {
  const tiled = chart.getStyle().layers.filter((layer) => "source" in layer && layer.source === TILES);
  const see = (visibility: "none" | "visible") => {
    for (const { id } of tiled) chart.setLayoutProperty(id, "visibility", visibility);
  };
  const place = () => `${chart.getCenter()} ${chart.getZoom()}`;
  const start = place();
  const go = () => {
    window.clearTimeout(latest);
    chart.off("move", look);
    see("visible");
    onGo();
  };
  // A chart that gets another size moves as well, and stays where it is.
  const look = () => {
    if (place() !== start) go();
  };
  const latest = window.setTimeout(go, PLACED_MS);
  see("none");
  chart.on("move", look);
  return () => window.clearTimeout(latest);
}

/**
 * Shows the coarse coast until the tiles of the fine one are there, and whenever they cannot be had: never both. Where it would
 * have to be fetched it is not, while tiles come: the chart says that it waits, rather than show an empty sea.
 */
function keepCoastline(chart: Chart): () => void {
  let fine: boolean | null = null;
  let asked = false;
  const showFine = (wanted: boolean) => {
    if (fine === wanted) return;
    fine = wanted;
    show(chart, COARSE, !wanted);
    show(chart, FINE, wanted);
  };
  const waits = (still: boolean) => chart.getContainer().classList.toggle("chart__canvas--waiting", still);
  const drawCoarse = () => {
    if (asked) return;
    asked = true;
    coarseCoastline()
      .then(({ land, coast }) => {
        fill(chart, "land", land);
        fill(chart, "coast", coast);
        waits(false);
      })
      .catch(() => {
        // Without the coast the graticule still shows where things are.
        asked = false;
      });
  };
  showFine(false);
  waits(true);
  void hasCoarseCoastline().then((has) => (has ? drawCoarse() : undefined));
  let arriving = true;
  let held = true;
  const letGo = holdTiles(chart, () => {
    held = false;
    chart.getContainer().classList.remove(UNPLACED);
  });
  const look = () => {
    if (held || !arriving || !chart.isSourceLoaded(TILES)) return;
    showFine(true);
    waits(false);
  };
  chart.on("sourcedata", look);
  chart.on("idle", look);
  const forget = followTiles((arrived) => {
    arriving = arrived;
    if (arrived) return;
    showFine(false);
    drawCoarse();
  });
  const again = () => chart.refreshTiles(TILES);
  addEventListener("online", again);
  return () => {
    letGo();
    forget();
    removeEventListener("online", again);
  };
}

/** Writes the names of countries and seas in a language. */
export function writeNames(chart: Chart, speech: Speech): void {
  chartNames(speech)
    .then((names) => fill(chart, "names", names))
    .catch(() => {
      // The chart is a chart without them.
    });
}

/** Makes a chart in an element: coast, graticule, scale. Throws if there is no WebGL. */
export function openChart(
  container: HTMLElement,
  edge: HTMLElement,
  { i18n }: Speech,
): { chart: Chart; scale: ScaleControl; close: () => void } {
  const chart = new Chart({
    container,
    style: chartStyle(2),
    center: [10, 45],
    zoom: 2,
    minZoom: 0.5,
    maxZoom: 17,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    fadeDuration: 0,
    locale: { "ScaleControl.NauticalMiles": i18n._(NAUTICAL_MILE) },
  });
  let forget = () => {};
  container.classList.add(UNPLACED);
  chart.touchZoomRotate.disableRotation();
  chart.keyboard.disableRotation();
  chart.addControl(new NavigationControl({ showCompass: false }), "top-right");
  const scale = new ScaleControl({ maxWidth: 110 });
  chart.addControl(scale, "bottom-right");
  const drawGrid = () => {
    const bounds = boundsOf(chart);
    fill(chart, "grid", graticuleLines(graticuleOf(bounds), bounds));
  };
  chart.on("move", () => writeEdgeLabels(chart, edge));
  chart.on("resize", () => writeEdgeLabels(chart, edge));
  chart.on("moveend", drawGrid);
  const forgetMarks = keepEdgeRoom(chart, edge);
  chart.once("style.load", () => {
    drawGrid();
    writeEdgeLabels(chart, edge);
    forget = keepCoastline(chart);
  });
  return {
    chart,
    scale,
    close() {
      forget();
      forgetMarks();
      chart.remove();
    },
  };
}

const COLOURS = ["background-color", "fill-color", "line-color", "text-color", "text-halo-color"] as const;

/** Paints the layers in the colours of the current theme, and speeds up to `top` knots. */
export function paintChart(chart: Chart, top: number): void {
  for (const { id, paint } of chartLayers(top)) {
    for (const property of COLOURS) {
      const value: unknown = Reflect.get(paint ?? {}, property);
      if (typeof value === "string") chart.setPaintProperty(id, property, value);
    }
  }
  chart.setPaintProperty("track", "line-color", speedColour(top));
}

/** Writes the names of a person's moorages. */
export function writeMoorages(chart: Chart, moorages: readonly MoorageName[]): void {
  const features = moorages.flatMap(({ name, visits, latitude, longitude }): GeoJSON.Feature[] => {
    if (name === null || latitude === null || longitude === null) return [];
    const geometry: GeoJSON.Point = { type: "Point", coordinates: [longitude, latitude] };
    return [{ type: "Feature", geometry, properties: { name, visits: visits ?? 0 } }];
  });
  fill(chart, "moorages", { type: "FeatureCollection", features });
}

/** Draws a track in place of the one before; an empty track draws nothing. */
export function drawTrack(
  chart: Chart,
  track: readonly TrackStep[],
  unrecorded: readonly Unrecorded[],
): void {
  const lines = trackLines(track, unrecorded);
  fill(chart, "track", lines.sailed);
  fill(chart, "gaps", lines.gaps);
  chart.setPaintProperty("track", "line-color", speedColour(topSpeed(track)));
}

/** Shows all of these places at once. */
export function fitChart(chart: Chart, places: readonly { latitude: number; longitude: number }[]): void {
  const steps = places.map((place) => ({ ...place, time: new Date(0), sogKnots: null }));
  const positions = unwound(steps);
  if (positions.length === 0) return;
  const lons = positions.map(([lon]) => lon);
  const lats = positions.map(([, lat]) => lat);
  const minimum = (values: number[]) => values.reduce((a, b) => Math.min(a, b));
  const maximum = (values: number[]) => values.reduce((a, b) => Math.max(a, b));
  chart.fitBounds(
    [
      [minimum(lons), minimum(lats)],
      [maximum(lons), maximum(lats)],
    ],
    { padding: fitPadding(chart.getContainer()), maxZoom: 12, animate: false },
  );
}
