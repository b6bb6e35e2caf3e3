import { type Map as Chart, Marker } from "maplibre-gl";
import { isPlace, type Mark } from "./mark.ts";

const BOAT =
  '<svg viewBox="0 0 24 24" width="34" height="34" aria-hidden="true"><path d="M12 1.5c4 4.5 5.5 9 5.5 13.5 0 3-.8 5.5-1.5 7.5H8c-.7-2-1.5-4.5-1.5-7.5C6.5 10.5 8 6 12 1.5z"/></svg>';

/** The element of a mark. */
export function elementOf(mark: Mark, onChoose: ((id: string) => void) | undefined): HTMLElement {
  const choosable = onChoose !== undefined && isPlace(mark);
  const element = document.createElement(choosable ? "button" : "div");
  element.className = `mark mark--${mark.kind}${mark.selected === true ? " mark--selected" : ""}`;
  element.title = mark.label;
  if (mark.kind === "boat" || mark.kind === "cursor") element.innerHTML = BOAT;
  if (choosable) element.addEventListener("click", () => onChoose(mark.id));
  else element.setAttribute("role", "img");
  element.setAttribute("aria-label", mark.label);
  return element;
}

/** Adds a mark that moves many times a second. */
export function placeMover(chart: Chart, mark: Mark): { move: (mark: Mark) => void; remove: () => void } {
  const marker = new Marker({ element: elementOf(mark, undefined), rotationAlignment: "map" });
  const move = (to: Mark) => marker.setLngLat([to.longitude, to.latitude]).setRotation(to.heading ?? 0);
  move(mark);
  marker.addTo(chart);
  return { move, remove: () => marker.remove() };
}

/** Adds marks to the chart. Returns a function that removes them. */
export function placeMarks(
  chart: Chart,
  marks: readonly Mark[],
  onChoose: ((id: string) => void) | undefined,
): () => void {
  const placed = marks.map((mark) =>
    new Marker({ element: elementOf(mark, onChoose), rotation: mark.heading ?? 0, rotationAlignment: "map" })
      .setLngLat([mark.longitude, mark.latitude])
      .addTo(chart),
  );
  return () => {
    for (const marker of placed) marker.remove();
  };
}
