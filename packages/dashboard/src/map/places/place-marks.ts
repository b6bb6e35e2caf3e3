import { type Map as Chart, LngLatBounds } from "maplibre-gl";
import { elementOf } from "../chart-marks.ts";
import { buttonsWidth } from "../controls/covered.ts";
import { fitPadding } from "../controls/fit-padding.ts";
import { isPlace, type Mark, writtenBeside } from "../mark.ts";
import type { Cluster } from "./clusters.ts";
import { placeSorted } from "./sorted-markers.ts";
import "./place-marks.css";

/** Maximum zoom after a tap on a cluster. */
const NEAREST_ZOOM = 14;

function several(marks: readonly Mark[], onShow: () => void): HTMLElement {
  const element = document.createElement("button");
  element.className = "mark mark--several";
  const count = document.createElement("span");
  count.className = "mark__count";
  count.textContent = String(marks.length);
  element.append(count);
  element.title = marks.map(({ label }) => label).join(", ");
  element.setAttribute("aria-label", `${marks.length}: ${element.title}`);
  element.addEventListener("click", onShow);
  return element;
}

function single(
  mark: Mark,
  side: Cluster["side"],
  onChoose: ((id: string) => void) | undefined,
): HTMLElement {
  const element = elementOf(mark, onChoose);
  const name = document.createElement("span");
  name.className = "mark__name";
  name.setAttribute("aria-hidden", "true");
  name.textContent = writtenBeside(mark);
  element.removeAttribute("title");
  element.append(name);
  if (side === null) element.classList.add("mark--crowded");
  if (side === "left") element.classList.add("mark--left");
  return element;
}

/** Fits the marks of a cluster, up to that zoom. */
function spread(chart: Chart, marks: readonly Mark[]): void {
  const bounds = new LngLatBounds();
  for (const { longitude, latitude } of marks) bounds.extend([longitude, latitude]);
  chart.fitBounds(bounds, {
    padding: fitPadding(chart.getContainer(), buttonsWidth(chart)),
    maxZoom: NEAREST_ZOOM,
    animate: false,
  });
}

/**
 * Adds places to the chart, with names where there is room and clusters with a number. Returns a function that
 * removes them.
 */
export function placePlaces(
  chart: Chart,
  marks: readonly Mark[],
  onChoose: ((id: string) => void) | undefined,
): () => void {
  return placeSorted(chart, marks, {
    spotOf: (mark) => ({ name: writtenBeside(mark), alone: mark.selected === true || !isPlace(mark) }),
    elementOf: (members, side) => {
      const [first] = members;
      return first === undefined || members.length > 1
        ? several(members, () => spread(chart, members))
        : single(first, side, onChoose);
    },
  });
}
