/** Labels around a boat, each where it has room. */
import { type Map as Chart, Marker } from "maplibre-gl";
import { coveredOf } from "../controls/covered.ts";
import type { Box } from "../places/box.ts";
import { labelPlaces } from "./label-places.ts";
import type { Place } from "./sphere.ts";

/** Words that belong to a place. */
export interface Worded extends Place {
  readonly words: string;
}

/** Half the size of the boat's mark, and of a dot ahead. */
const HALF_BOAT_PX = 17;
const HALF_DOT_PX = 7;

function markerOf(chart: Chart, { longitude, latitude, words }: Worded): Marker {
  const element = document.createElement("div");
  element.className = "boat-label";
  element.textContent = words;
  return new Marker({ element }).setLngLat([longitude, latitude]).addTo(chart);
}

/** Places labels around a boat, again after each move of the chart. Returns a function that removes them. */
export function placeLabels(chart: Chart, boat: Place, labels: readonly Worded[]): () => void {
  const markers = labels.map((label) => markerOf(chart, label));
  const pointOf = ({ longitude, latitude }: Place) => chart.project([longitude, latitude]);
  const around = (place: Place, half: number): Box => {
    const { x, y } = pointOf(place);
    return { left: x - half, right: x + half, top: y - half, bottom: y + half };
  };
  const place = () => {
    const taken = [
      around(boat, HALF_BOAT_PX),
      ...labels.map((label) => around(label, HALF_DOT_PX)),
      ...coveredOf(chart),
    ];
    const words = markers.map((marker, index) => {
      const { x, y } = pointOf(labels[index] ?? boat);
      const { offsetWidth: width, offsetHeight: height } = marker.getElement();
      return { x, y, width, height };
    });
    const { clientWidth: width, clientHeight: height } = chart.getContainer();
    for (const [index, offset] of labelPlaces(words, taken, { width, height }).entries()) {
      const marker = markers[index];
      if (marker === undefined) continue;
      marker.getElement().style.visibility = offset === null ? "hidden" : "";
      if (offset !== null) marker.setOffset([...offset]);
    }
  };
  if (markers.length > 0) {
    place();
    chart.on("moveend", place);
    chart.on("resize", place);
  }
  return () => {
    chart.off("moveend", place);
    chart.off("resize", place);
    for (const marker of markers) marker.remove();
  };
}
