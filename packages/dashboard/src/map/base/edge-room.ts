/** Edge labels give way to marks: a place has one position, a meridian many. */
import type { Map as Chart } from "maplibre-gl";
import { boxesIn } from "../controls/covered.ts";
import { meet } from "../places/box.ts";

/** Elements on a chart. */
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

/** Hides edge labels under marks, and shows them again. Returns a function that stops this. */
export function keepEdgeRoom(chart: Chart, edge: HTMLElement): () => void {
  let next: number | null = null;
  // After all others have placed their elements.
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
