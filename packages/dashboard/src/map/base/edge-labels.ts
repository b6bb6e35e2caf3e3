import type { Map as Chart } from "maplibre-gl";
import { type Bounds, graticuleLabel, graticuleOf } from "./graticule.ts";

/** The visible part of the world, in degrees. */
export function boundsOf(chart: Chart): Bounds {
  const bounds = chart.getBounds();
  return {
    west: bounds.getWest(),
    south: bounds.getSouth(),
    east: bounds.getEast(),
    north: bounds.getNorth(),
  };
}

/** Pixels between labels along the lower edge; the widest takes about sixty. */
const LEAST_DISTANCE = 68;

interface Label {
  readonly text: string;
  readonly side: "left" | "bottom";
  /** Pixels from the upper or the left edge. */
  readonly offset: number;
}

/** Labels of the visible lines. All calculated: measuring would force a layout in each frame. */
function labelsOf(chart: Chart): readonly Label[] {
  const bounds = boundsOf(chart);
  const { meridians, parallels, step } = graticuleOf(bounds);
  const { x: width, y: height } = chart.project([bounds.east, bounds.south]);
  const labels: Label[] = [];
  let rightmost = Number.NEGATIVE_INFINITY;
  for (const parallel of parallels) {
    const { y } = chart.project([bounds.west, parallel]);
    if (y <= 24 || y >= height - 44) continue;
    labels.push({ text: graticuleLabel(parallel, "parallel", step), side: "left", offset: y });
  }
  for (const meridian of meridians) {
    const { x } = chart.project([meridian, bounds.south]);
    if (x <= 76 || x >= width - 36 || x - rightmost < LEAST_DISTANCE) continue;
    labels.push({ text: graticuleLabel(meridian, "meridian", step), side: "bottom", offset: x });
    rightmost = x;
  }
  return labels;
}

/** The same labels as points on the chart, by which names keep their distance. */
export function edgeRoom(chart: Chart): GeoJSON.FeatureCollection {
  const { clientHeight } = chart.getContainer();
  return {
    type: "FeatureCollection",
    features: labelsOf(chart).map(({ text, side, offset }): GeoJSON.Feature => {
      const { lng, lat } = chart.unproject(side === "left" ? [4, offset] : [offset, clientHeight - 4]);
      return {
        type: "Feature",
        geometry: { type: "Point", coordinates: [lng, lat] },
        properties: { text, anchor: side },
      };
    }),
  };
}

/** Writes latitudes along the left edge and longitudes along the lower, as on a paper chart. */
export function writeEdgeLabels(chart: Chart, into: HTMLElement): void {
  const labels = labelsOf(chart);
  while (into.childElementCount > labels.length) into.lastElementChild?.remove();
  while (into.childElementCount < labels.length) into.append(document.createElement("span"));
  for (const [index, { text, side, offset }] of labels.entries()) {
    const element = into.children[index];
    if (!(element instanceof HTMLElement)) continue;
    const name = `edge-label edge-label--${side}`;
    if (element.className !== name) element.className = name;
    if (element.textContent !== text) element.textContent = text;
    const pixels = `${Math.round(offset)}px`;
    element.style.translate = side === "left" ? `0 ${pixels}` : pixels;
  }
}
