import type { Map as Chart } from "maplibre-gl";
import { type Bounds, graticuleLabel, graticuleOf } from "./graticule.ts";

/** The part of the world that is in sight, in degrees. */
export function boundsOf(chart: Chart): Bounds {
  const bounds = chart.getBounds();
  return {
    west: bounds.getWest(),
    south: bounds.getSouth(),
    east: bounds.getEast(),
    north: bounds.getNorth(),
  };
}

/** Pixels between two labels along the lower edge, of which the longest takes about sixty. */
const LEAST_DISTANCE = 68;

function label(text: string, side: "left" | "bottom", offset: number): HTMLElement {
  const element = document.createElement("span");
  element.className = `edge-label edge-label--${side}`;
  element.textContent = text;
  element.style[side === "left" ? "top" : "left"] = `${Math.round(offset)}px`;
  return element;
}

/** Writes latitudes along the left edge and longitudes along the lower one, as on a paper chart. */
export function writeEdgeLabels(chart: Chart, into: HTMLElement): void {
  const bounds = boundsOf(chart);
  const { meridians, parallels, step } = graticuleOf(bounds);
  const { clientWidth: width, clientHeight: height } = chart.getContainer();
  const labels: HTMLElement[] = [];
  let rightmost = Number.NEGATIVE_INFINITY;
  for (const parallel of parallels) {
    const { y } = chart.project([bounds.west, parallel]);
    if (y > 24 && y < height - 44) labels.push(label(graticuleLabel(parallel, "parallel", step), "left", y));
  }
  for (const meridian of meridians) {
    const { x } = chart.project([meridian, bounds.south]);
    if (x <= 76 || x >= width - 36 || x - rightmost < LEAST_DISTANCE) continue;
    labels.push(label(graticuleLabel(meridian, "meridian", step), "bottom", x));
    rightmost = x;
  }
  into.replaceChildren(...labels);
}
