import { type Map as Chart, Marker } from "maplibre-gl";
import { barbPath, isCalm } from "../../units/wind-barb.ts";
import type { WindArrow } from "./chart-tools.ts";

/** A barb with a casing, so that it is legible over land, sea and the track. */
function barbSvg({ knots, latitude }: WindArrow): string {
  const path = barbPath(knots, latitude < 0);
  const fill = isCalm(knots) ? "none" : "var(--map-ink)";
  return `<svg viewBox="-40 -40 80 80" width="80" height="80" aria-hidden="true"><path d="${path}" stroke="var(--track-casing)" stroke-width="4" stroke-opacity="0.7"/><path d="${path}" fill="${fill}"/></svg>`;
}

/** Adds wind barbs to the chart. Returns a function that removes them. */
export function placeArrows(chart: Chart, arrows: readonly WindArrow[]): () => void {
  const placed = arrows.map((arrow) => {
    const { latitude, longitude, fromDegrees, label } = arrow;
    const element = document.createElement("div");
    element.className = "wind-arrow";
    element.title = label;
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", label);
    element.innerHTML = barbSvg(arrow);
    // The staff begins on the track and leads into the wind.
    return new Marker({ element, rotation: fromDegrees, rotationAlignment: "map" })
      .setLngLat([longitude, latitude])
      .addTo(chart);
  });
  return () => {
    for (const marker of placed) marker.remove();
  };
}
