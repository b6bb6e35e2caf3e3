/** Drawings on a chart other than the track. Does not import the map library, which comes with the drawing. */
import type { Map as Chart } from "maplibre-gl";
import { type TrackStep, unwound } from "../track-lines.ts";

/** Adds something to a chart and returns a function that removes it. */
export type ChartTool = (chart: Chart) => () => void;

/** Tap tolerance in pixels. */
const REACH = 40;

/** A tap on the track selects its nearest point. */
export function trackTap(track: readonly TrackStep[], onLook: (index: number) => void): ChartTool {
  return (chart) => {
    const places = unwound(track);
    const tapped = ({ point }: { readonly point: { readonly x: number; readonly y: number } }) => {
      const distances = places.map(([longitude, latitude]) => {
        const { x, y } = chart.project([longitude, latitude]);
        return Math.hypot(x - point.x, y - point.y);
      });
      const nearest = distances.reduce(
        (best, one, index) => (one < (distances[best] ?? 0) ? index : best),
        0,
      );
      if ((distances[nearest] ?? Number.POSITIVE_INFINITY) <= REACH) onLook(nearest);
    };
    chart.on("click", tapped);
    return () => {
      chart.off("click", tapped);
    };
  };
}

/** Wind at a place: its speed, the true direction it comes from in degrees, and a label. */
export interface WindArrow {
  readonly knots: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly fromDegrees: number;
  readonly label: string;
}

/** Wind barbs. */
export function windArrows(arrows: readonly WindArrow[]): ChartTool {
  return (chart) => {
    let isThere = true;
    let remove = () => {};
    import("./wind-arrows.ts")
      .then(({ placeArrows }) => {
        if (isThere) remove = placeArrows(chart, arrows);
      })
      .catch(() => {
        // Offline: the chart does without arrows.
      });
    return () => {
      isThere = false;
      remove();
    };
  };
}

let pictured: Chart | null = null;

/** Marks the chart that {@link chartPicture} copies. */
export const pictureOfChart: ChartTool = (chart) => {
  pictured = chart;
  return () => {
    if (pictured === chart) pictured = null;
  };
};

/** The visible chart with a title, as a canvas; null if there is none. */
export function chartPicture(title: string, credit: string): HTMLCanvasElement | null {
  if (pictured === null) return null;
  // The drawing buffer is valid only until the browser presents it: copy at once.
  pictured.redraw();
  const drawn = pictured.getCanvas();
  const head = Math.round(drawn.width / 24);
  const picture = document.createElement("canvas");
  picture.width = drawn.width;
  picture.height = drawn.height + 2 * head;
  const pen = picture.getContext("2d");
  if (pen === null) return null;
  const style = getComputedStyle(document.documentElement);
  pen.fillStyle = style.getPropertyValue("--surface");
  pen.fillRect(0, 0, picture.width, picture.height);
  pen.drawImage(drawn, 0, head * 1.4);
  pen.fillStyle = style.getPropertyValue("--ink");
  pen.textBaseline = "middle";
  pen.font = `700 ${head * 0.6}px ${style.getPropertyValue("--font")}`;
  pen.fillText(title, head * 0.5, head * 0.7, picture.width - head);
  pen.font = `400 ${head * 0.3}px ${style.getPropertyValue("--font")}`;
  pen.fillText(credit, head * 0.5, picture.height - head * 0.3, picture.width - head);
  return picture;
}
