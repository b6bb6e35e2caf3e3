import type uPlot from "uplot";
import { themeColour } from "../preferences/theme.ts";

/** A value at which a rule alerts. */
export interface Threshold {
  /** In the graph's unit. */
  readonly value: number;
  /** Severity, side and value: `Alarm: below 12.20 V`. */
  readonly words: string;
  readonly urgent: boolean;
}

/** Room above and below the values of a scale, as a share of them. */
const ROOM = 0.08;

/** The ends of a scale with some room: of its values, and of thresholds that are not farther away than they extend. */
export function rangeWith(
  low: number,
  high: number,
  thresholds: readonly Threshold[],
): readonly [number, number] {
  const extent = Math.max(high - low, Math.abs(high) * 0.05, 1e-3);
  const near = thresholds.map(({ value }) => value).filter((value) => isNear(value, low, high, extent));
  const [least, most] = [Math.min(low, ...near), Math.max(high, ...near)];
  const room = Math.max(most - least, extent) * ROOM;
  return [least - room, most + room];
}

function isNear(value: number, low: number, high: number, extent: number): boolean {
  return value >= low - extent && value <= high + extent;
}

/** Draws thresholds within a plot's scale: a dashed line with its words. */
export function drawThresholds(plot: uPlot, thresholds: readonly Threshold[]): void {
  const { ctx, bbox } = plot;
  const dot = devicePixelRatio;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = plot.scales.y ?? {};
  ctx.save();
  ctx.font = `650 ${12 * dot}px ${getComputedStyle(document.body).fontFamily}`;
  ctx.textAlign = "right";
  for (const { value, words, urgent } of thresholds) {
    if (value < min || value > max) continue;
    const y = Math.round(plot.valToPos(value, "y", true));
    const colour = themeColour(urgent ? "--bad" : "--warn");
    ctx.strokeStyle = colour;
    ctx.lineWidth = 2 * dot;
    ctx.setLineDash(urgent ? [10 * dot, 4 * dot] : [4 * dot, 4 * dot]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    const isHigh = y - bbox.top < 18 * dot;
    ctx.textBaseline = isHigh ? "top" : "bottom";
    const at = [bbox.left + bbox.width - 4 * dot, y + (isHigh ? 4 : -3) * dot] as const;
    // A casing keeps the words legible over the line of the values.
    ctx.setLineDash([]);
    ctx.lineWidth = 4 * dot;
    ctx.lineJoin = "round";
    ctx.strokeStyle = themeColour("--surface");
    ctx.strokeText(words, ...at);
    ctx.fillStyle = colour;
    ctx.fillText(words, ...at);
  }
  ctx.restore();
}
