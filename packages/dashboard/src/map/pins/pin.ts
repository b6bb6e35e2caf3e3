/** Pins entries and photos to the chart. Does not import the map library, which comes with the drawing. */
import type { ChartTool } from "../tools/chart-tools.ts";

/** Something with a place on the chart and text elsewhere on the page. */
export interface Pin {
  readonly id: string;
  readonly kind: "entry" | "photo";
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** For screen readers, and shown on hover. */
  readonly label: string;
}

/**
 * Selectable pins. Overlapping pins become one with a number.
 * @param onChoose receives the ids of all pins behind the chosen one
 */
export function chartPins(pins: readonly Pin[], onChoose: (ids: readonly string[]) => void): ChartTool {
  return (chart) => {
    let isThere = pins.length > 0;
    let remove = () => {};
    if (isThere) {
      import("./place-pins.ts")
        .then(({ placePins }) => {
          if (isThere) remove = placePins(chart, pins, onChoose);
        })
        .catch(() => {
          // Offline: the list under the chart has them too.
        });
    }
    return () => {
      isThere = false;
      remove();
    };
  };
}
