import { type Map as Chart, Marker } from "maplibre-gl";
import type { WindArrow } from "./chart-tools.ts";

const ARROW =
  '<svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true"><path d="M12 2v17M7 14.500l5 6 5-6" /></svg>';

/** Adds arrows to the chart. Returns a function that removes them. */
export function placeArrows(chart: Chart, arrows: readonly WindArrow[]): () => void {
  const placed = arrows.map(({ latitude, longitude, fromDegrees, label }) => {
    const element = document.createElement("div");
    element.className = "wind-arrow";
    element.title = label;
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", label);
    element.innerHTML = ARROW;
    // Upwind of the track, so that both are visible.
    return new Marker({ element, rotation: fromDegrees, rotationAlignment: "map", offset: [0, -22] })
      .setLngLat([longitude, latitude])
      .addTo(chart);
  });
  return () => {
    for (const marker of placed) marker.remove();
  };
}
