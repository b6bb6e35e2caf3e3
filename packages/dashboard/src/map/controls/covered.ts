/** What lies upon a chart, where it is on the screen. */
import type { Map as Chart } from "maplibre-gl";
import type { Box } from "../places/box.ts";

/** Where elements are, in pixels from the upper left corner of the chart. */
export function boxesIn(chart: Chart, elements: Iterable<Element>): readonly Box[] {
  const { left: x, top: y } = chart.getContainer().getBoundingClientRect();
  return [...elements].map((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return { left: left - x, right: right - x, top: top - y, bottom: bottom - y };
  });
}

/** Where the chart's buttons and its scale are. */
export function coveredOf(chart: Chart): readonly Box[] {
  const stage = chart.getContainer().parentElement;
  return boxesIn(chart, stage?.querySelectorAll(".chart-controls, .maplibregl-ctrl") ?? []);
}
