import type { Map as Chart } from "maplibre-gl";
import { placeSorted } from "../places/sorted-markers.ts";
import type { Pin } from "./pin.ts";
import "./place-pins.css";

const DRAWINGS: Readonly<Record<Pin["kind"], string>> = {
  entry: '<path d="M6 4h12v16H6zM9 8.500h6M9 12h6M9 15.500h3.500" />',
  photo: '<path d="M4 8h4l1.500-2.500h5L16 8h4v11H4z" /><circle cx="12" cy="13" r="3.200" />',
};

function elementOf(pins: readonly Pin[], onChoose: (ids: readonly string[]) => void): HTMLElement {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "map-pin";
  element.title = pins.map(({ label }) => label).join("; ");
  element.setAttribute("aria-label", pins.length > 1 ? `${pins.length}: ${element.title}` : element.title);
  const face = document.createElement("span");
  face.className = "map-pin__face";
  const [first] = pins;
  if (pins.length > 1 || first === undefined) face.textContent = String(pins.length);
  else {
    face.innerHTML = `<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">${DRAWINGS[first.kind]}</svg>`;
  }
  element.append(face);
  element.addEventListener("click", (event) => {
    // Not a tap on the track beneath.
    event.stopPropagation();
    onChoose(pins.map(({ id }) => id));
  });
  return element;
}

/** Adds pins to the chart. Returns a function that removes them. */
export function placePins(
  chart: Chart,
  pins: readonly Pin[],
  onChoose: (ids: readonly string[]) => void,
): () => void {
  return placeSorted(chart, pins, {
    spotOf: () => ({ name: "", alone: false }),
    elementOf: (members) => elementOf(members, onChoose),
  });
}
