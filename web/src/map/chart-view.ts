import { Map as Chart, type GeoJSONSource, NavigationControl, ScaleControl, setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import { chartLayers, chartStyle, type SOURCES } from "./chart-layers.ts";
import { type Coastline, coarseCoastline, fineCoastline } from "./coastline.ts";
import { boundsOf, writeEdgeLabels } from "./edge-labels.ts";
import { graticuleLines, graticuleOf } from "./graticule.ts";
import { type TrackStep, topSpeed, trackLines, type Unrecorded, unwound } from "./track-lines.ts";

setWorkerUrl(workerUrl);

/** From this zoom level on, the coarse coast is visibly wrong. */
const FINE_FROM_ZOOM = 6.5;

function fill(chart: Chart, name: (typeof SOURCES)[number], data: GeoJSON.GeoJSON): void {
  const source = chart.getSource<GeoJSONSource>(name);
  source?.setData(data);
}

function showCoastline(chart: Chart, { land, coast }: Coastline): void {
  fill(chart, "land", land);
  fill(chart, "coast", coast);
}

/** Shows the coarse coast at once, and replaces it with the fine one as soon as the chart is zoomed in far enough. */
function keepCoastline(chart: Chart, alive: () => boolean): void {
  let fine: "absent" | "fetching" | "shown" = "absent";
  const refine = () => {
    if (fine !== "absent" || chart.getZoom() < FINE_FROM_ZOOM) return;
    fine = "fetching";
    fineCoastline()
      .then((coastline) => {
        if (!alive()) return;
        fine = "shown";
        showCoastline(chart, coastline);
      })
      .catch(() => {
        // No link: the coarse coast stays, and the next zoom tries again.
        fine = "absent";
      });
  };
  coarseCoastline()
    .then((coastline) => {
      if (alive() && fine !== "shown") showCoastline(chart, coastline);
    })
    .catch(() => {
      // Without the coast the graticule still shows where things are.
    });
  chart.on("zoomend", refine);
  refine();
}

/** Makes a chart in an element: coast, graticule, scale in nautical miles. Throws if there is no WebGL. */
export function openChart(container: HTMLElement, edge: HTMLElement): { chart: Chart; close: () => void } {
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
    locale: { "ScaleControl.NauticalMiles": "NM" },
  });
  let open = true;
  chart.touchZoomRotate.disableRotation();
  chart.keyboard.disableRotation();
  chart.addControl(new NavigationControl({ showCompass: false }), "top-right");
  chart.addControl(new ScaleControl({ unit: "nautical", maxWidth: 110 }), "bottom-right");
  const drawGrid = () => {
    const bounds = boundsOf(chart);
    fill(chart, "grid", graticuleLines(graticuleOf(bounds), bounds));
  };
  chart.on("move", () => writeEdgeLabels(chart, edge));
  chart.on("resize", () => writeEdgeLabels(chart, edge));
  chart.on("moveend", drawGrid);
  chart.once("load", () => {
    drawGrid();
    writeEdgeLabels(chart, edge);
    keepCoastline(chart, () => open);
  });
  return {
    chart,
    close() {
      open = false;
      chart.remove();
    },
  };
}

/** Paints the layers in the colours of the current theme, and speeds up to `top` knots. */
export function paintChart(chart: Chart, top: number): void {
  for (const layer of chartLayers(top)) {
    if (chart.getLayer(layer.id) !== undefined) chart.removeLayer(layer.id);
    chart.addLayer(layer);
  }
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
  paintChart(chart, topSpeed(track));
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
    { padding: { top: 48, right: 64, bottom: 56, left: 72 }, maxZoom: 12, animate: false },
  );
}
