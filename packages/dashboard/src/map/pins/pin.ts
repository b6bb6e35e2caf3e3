/** An entry or a photo, pinned to the chart where it was made. Without the library: its code comes with the drawing. */
import type { ChartTool } from "../tools/chart-tools.ts";

/** Something that has a place on the chart and words elsewhere on the page. */
export interface Pin {
  readonly id: string;
  readonly kind: "entry" | "photo";
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Read out by screen readers, and shown when pointed at. */
  readonly label: string;
}

/**
 * Pins that can be chosen. Those that would lie upon each other are one with a number.
 * @param onChoose hears the ids of all that a chosen pin stands for
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
          // No link: the list under the chart has them too.
        });
    }
    return () => {
      isThere = false;
      remove();
    };
  };
}
