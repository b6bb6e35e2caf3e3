import { workerUrl } from "virtual:map-worker";
import { Map as Chart, type GeoJSONSource, NavigationControl, setWorkerUrl } from "maplibre-gl";
import type { MoorageName } from "../api/places/moorages.ts";
import type { Speech } from "../languages/speech.ts";
import { coarseCoastline, hasCoarseCoastline } from "./base/coastline.ts";
import { boundsOf, edgeRoom, writeEdgeLabels } from "./base/edge-labels.ts";
import { keepEdgeRoom } from "./base/edge-room.ts";
import { graticuleLines, graticuleOf } from "./base/graticule.ts";
import { chartNames } from "./base/names.ts";
import { followTiles, TILES } from "./base/tiles.ts";
import { COARSE, chartLayers, chartStyle, FINE, type SOURCES, trackColour } from "./chart-layers.ts";
import type { ChartScale } from "./controls/chart-scale.ts";
import { buttonsWidth } from "./controls/covered.ts";
import { fitPadding } from "./controls/fit-padding.ts";
import { type TrackStep, trackLines, type Unrecorded, unwound } from "./track-lines.ts";

setWorkerUrl(workerUrl);

function fill(chart: Chart, name: (typeof SOURCES)[number], data: GeoJSON.GeoJSON): void {
  const source = chart.getSource<GeoJSONSource>(name);
  source?.setData(data);
}

function show(chart: Chart, layers: readonly string[], visible: boolean): void {
  for (const id of layers) {
    const layer = chart.getLayer(id);
    if (layer === undefined) continue;
    // Hidden by opacity, because tiles of an invisible layer are not fetched.
    chart.setPaintProperty(id, layer.type === "fill" ? "fill-opacity" : "line-opacity", visible ? 1 : 0);
  }
}

/** The chart is not fitted yet: hide its scale and labels, which would jump. */
const UNPLACED = "chart__canvas--unplaced";

/** The place to show is rarely known later. */
const PLACED_MS = 5_000;

/**
 * Holds back tiles until the chart is fitted: those of the initial world view would be visible only for a moment.
 * Calls back when released.
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
  // A resize is also a move, without a change of place.
  const look = () => {
    if (place() !== start) go();
  };
  const latest = window.setTimeout(go, PLACED_MS);
  see("none");
  chart.on("move", look);
  return () => window.clearTimeout(latest);
}

/**
 * Shows the coarse coast until the fine tiles arrive, and whenever they cannot be fetched: never both. If it is not
 * cached, the chart shows a waiting sign while tiles load, rather than an empty sea.
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
        // Without the coast the graticule still gives the position.
        asked = false;
      });
  };
  showFine(false);
  waits(true);
  void hasCoarseCoastline().then((has) => (has ? drawCoarse() : undefined));
  let arriving = true;
  let held = true;
  // A source whose tiles were not asked for yet counts as loaded.
  let hasTile = false;
  const letGo = holdTiles(chart, () => {
    held = false;
    chart.getContainer().classList.remove(UNPLACED);
  });
  const look = () => {
    if (held || !hasTile || !arriving || !chart.isSourceLoaded(TILES)) return;
    showFine(true);
    waits(false);
  };
  chart.on("sourcedata", ({ sourceId, tile }) => {
    if (sourceId === TILES && tile !== undefined) hasTile = true;
    look();
  });
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

/** Labels countries and seas in a language. */
export function writeNames(chart: Chart, speech: Speech): void {
  chartNames(speech)
    .then((names) => fill(chart, "names", names))
    .catch(() => {
      // The chart works without names.
    });
}

/** Creates a chart: coast, graticule, scale. Throws without WebGL. */
export function openChart(
  container: HTMLElement,
  edge: HTMLElement,
  scale: ChartScale,
): { chart: Chart; close: () => void } {
  const chart = new Chart({
    container,
    style: chartStyle(),
    center: [10, 45],
    zoom: 2,
    minZoom: 0.5,
    maxZoom: 17,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    fadeDuration: 0,
  });
  let forget = () => {};
  container.classList.add(UNPLACED);
  chart.touchZoomRotate.disableRotation();
  chart.keyboard.disableRotation();
  chart.addControl(new NavigationControl({ showCompass: false }), "top-right");
  chart.addControl(scale, "bottom-right");
  const drawGrid = () => {
    const bounds = boundsOf(chart);
    fill(chart, "grid", graticuleLines(graticuleOf(bounds), bounds));
    fill(chart, "edge", edgeRoom(chart));
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
    close() {
      forget();
      forgetMarks();
      chart.remove();
    },
  };
}

const COLOURS = ["background-color", "fill-color", "line-color", "text-color", "text-halo-color"] as const;

/** Paints the layers in the current theme's colours. */
export function paintChart(chart: Chart): void {
  for (const { id, paint } of chartLayers()) {
    for (const property of COLOURS) {
      const value: unknown = Reflect.get(paint ?? {}, property);
      if (typeof value === "string") chart.setPaintProperty(id, property, value);
    }
  }
  chart.setPaintProperty("track", "line-color", trackColour());
}

/** Labels the user's moorages. */
export function writeMoorages(chart: Chart, moorages: readonly MoorageName[]): void {
  const features = moorages.flatMap(({ name, visits, latitude, longitude }): GeoJSON.Feature[] => {
    if (name === null || latitude === null || longitude === null) return [];
    const geometry: GeoJSON.Point = { type: "Point", coordinates: [longitude, latitude] };
    return [{ type: "Feature", geometry, properties: { name, visits: visits ?? 0 } }];
  });
  fill(chart, "moorages", { type: "FeatureCollection", features });
}

/** Replaces the track; an empty track draws nothing. */
export function drawTrack(
  chart: Chart,
  track: readonly TrackStep[],
  unrecorded: readonly Unrecorded[],
): void {
  const lines = trackLines(track, unrecorded);
  fill(chart, "track", lines.sailed);
  fill(chart, "gaps", lines.gaps);
}

/** Fits all of these places. */
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
    { padding: fitPadding(chart.getContainer(), buttonsWidth(chart)), maxZoom: 12, animate: false },
  );
}
