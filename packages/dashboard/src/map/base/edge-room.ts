/** Labels at the edge of a chart give way to what is marked there: a place has one position, a meridian many. */
import type { Map as Chart } from "maplibre-gl";
import { boxesIn } from "../controls/covered.ts";
import { meet } from "../places/box.ts";

/** What is written or stands on a chart. */
const MARKED =
  ".mark__name, .mark__count, .mark--place, .mark--home, .mark--start, .mark--end, .mark--boat, .map-pin__face, .boat-label";
const COVERED = "edge-label--covered";

function giveWay(chart: Chart, edge: HTMLElement): void {
  const marked = [...chart.getCanvasContainer().querySelectorAll(MARKED)].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  );
  const boxes = boxesIn(chart, marked);
  const labels = [...edge.children];
  const covered = marked.length === 0 ? [] : boxesIn(chart, labels);
  for (const [index, label] of labels.entries()) {
    const box = covered[index];
    label.classList.toggle(COVERED, box !== undefined && boxes.some((one) => meet(one, box)));
  }
}

/** Hides the labels in an edge that marks of the chart lie upon, and shows them again. Returns how to stop that. */
export function keepEdgeRoom(chart: Chart, edge: HTMLElement): () => void {
  let next: number | null = null;
  // Once all others have placed what they place after a move.
  const look = () => {
    next ??= requestAnimationFrame(() => {
      next = null;
      giveWay(chart, edge);
    });
  };
  const marks = new MutationObserver(look);
  marks.observe(chart.getCanvasContainer(), { childList: true });
  chart.on("moveend", look);
  chart.on("resize", look);
  return () => {
    marks.disconnect();
    if (next !== null) cancelAnimationFrame(next);
  };
}
