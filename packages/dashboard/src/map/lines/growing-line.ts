/**
 * A line that grows many times a second. Drawn above the chart: the chart's own lines are first cut into tiles and
 * would lag behind the boat.
 */
import type { Map as Chart } from "maplibre-gl";
import type { LinePoint } from "../../api/tracks/lines.ts";

const SVG = "http://www.w3.org/2000/svg";

export interface GrowingLine {
  /** Draws these points; an empty list removes the line. */
  draw(points: readonly LinePoint[]): void;
  remove(): void;
}

/** Adds such a line to a chart. */
export function placeGrowingLine(chart: Chart): GrowingLine {
  const drawing = document.createElementNS(SVG, "svg");
  const [sailed, gaps] = [document.createElementNS(SVG, "path"), document.createElementNS(SVG, "path")];
  drawing.setAttribute("class", "growing-line");
  drawing.setAttribute("aria-hidden", "true");
  gaps.setAttribute("class", "growing-line__gaps");
  drawing.append(gaps, sailed);
  // Below the boat, which is in the same container.
  chart.getCanvasContainer().prepend(drawing);
  chart.getCanvasContainer().prepend(chart.getCanvas());
  let shown: readonly LinePoint[] = [];

  const redraw = () => {
    const paths = { sailed: "", gaps: "" };
    let before = "";
    for (const { longitude, latitude, afterGap } of shown) {
      const { x, y } = chart.project([longitude, latitude]);
      const here = `${x.toFixed(1)} ${y.toFixed(1)}`;
      if (before !== "" && here !== before) paths[afterGap ? "gaps" : "sailed"] += `M${before}L${here}`;
      before = here;
    }
    sailed.setAttribute("d", paths.sailed);
    gaps.setAttribute("d", paths.gaps);
  };
  chart.on("move", redraw);
  chart.on("resize", redraw);
  return {
    draw(points) {
      shown = points;
      redraw();
    },
    remove() {
      chart.off("move", redraw);
      chart.off("resize", redraw);
      drawing.remove();
    },
  };
}
