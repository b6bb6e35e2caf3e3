/** Areas of a chart that are covered by controls. */
import type { Map as Chart } from "maplibre-gl";
import type { Box } from "../places/box.ts";

/** The boxes of elements, in pixels from the chart's upper left corner. */
export function boxesIn(chart: Chart, elements: Iterable<Element>): readonly Box[] {
  const { left: x, top: y } = chart.getContainer().getBoundingClientRect();
  return [...elements].map((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return { left: left - x, right: right - x, top: top - y, bottom: bottom - y };
  });
}

/** The boxes of the chart's buttons, scale and signs. */
export function coveredOf(chart: Chart): readonly Box[] {
  const stage = chart.getContainer().parentElement;
  return boxesIn(chart, stage?.querySelectorAll(".chart-controls, .chart__coarse, .maplibregl-ctrl") ?? []);
}

/** How far the buttons reach into the chart from its right edge, in pixels. */
export function buttonsWidth(chart: Chart): number {
  const stage = chart.getContainer().parentElement;
  const buttons = boxesIn(
    chart,
    stage?.querySelectorAll(".chart-controls, .maplibregl-ctrl-top-right > *") ?? [],
  );
  return Math.max(0, ...buttons.map(({ left }) => chart.getContainer().clientWidth - left));
}
