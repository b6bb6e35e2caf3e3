/** What is drawn above the lines of a graph: wind barbs, and a band of sail and engine. */
import type uPlot from "uplot";
import { themeColour } from "../preferences/theme.ts";
import { barbPath, isCalm, STAFF } from "../units/wind-barb.ts";
import { nearestSample } from "./pointer/nearest.ts";

/** A wind to draw as a barb. */
export interface BarbWind {
  readonly knots: number;
  readonly fromDegrees: number;
  readonly isSouthern: boolean;
}

/** How the boat moved after a point. */
export type Drive = "sailing" | "motoring";

/** Both have an entry per value of the x axis; null where it is unknown. */
export interface Strip {
  readonly barbs?: readonly (BarbWind | null)[];
  readonly band?: readonly (Drive | null)[];
}

/** In pixels. */
const [BARB_ROOM, BARB_EVERY, BAND_HEIGHT, HATCH] = [44, 56, 10, 6] as const;

const BAND_ROOM = BAND_HEIGHT + 6;

/** The room of a strip in pixels. */
export function stripRoom({ barbs, band }: Strip): number {
  return (barbs === undefined ? 0 : BARB_ROOM) + (band === undefined ? 0 : BAND_ROOM);
}

/** Draws a strip above the plot. */
export function drawStrip(plot: uPlot, places: readonly number[], { barbs, band }: Strip): void {
  plot.ctx.save();
  if (band !== undefined) drawBand(plot, places, band);
  if (barbs !== undefined) drawBarbs(plot, places, barbs, band === undefined ? 0 : BAND_ROOM);
  plot.ctx.restore();
}

/** Barbs at equal distances, of the nearest wind. */
function drawBarbs(
  plot: uPlot,
  places: readonly number[],
  barbs: NonNullable<Strip["barbs"]>,
  below: number,
): void {
  const { ctx, bbox } = plot;
  const dot = devicePixelRatio;
  const known = barbs.map((barb) => barb?.knots ?? null);
  const count = Math.max(1, Math.floor(bbox.width / (BARB_EVERY * dot)));
  const middle = bbox.top - (below + BARB_ROOM / 2) * dot;
  for (let nth = 0; nth < count; nth++) {
    const x = bbox.left + ((nth + 0.5) / count) * bbox.width;
    const index = nearestSample(places, known, plot.posToVal(x, "x", true));
    const [barb, place] = [barbs[index ?? -1], places[index ?? -1]];
    if (barb === null || barb === undefined || place === undefined) continue;
    // In a gap there is no wind to draw.
    if (Math.abs(plot.valToPos(place, "x", true) - x) > (bbox.width / count) * 0.5) continue;
    ctx.save();
    ctx.translate(x, middle);
    ctx.scale(dot, dot);
    ctx.rotate((barb.fromDegrees * Math.PI) / 180);
    const isRound = isCalm(barb.knots);
    ctx.translate(0, isRound ? 0 : STAFF / 2);
    const path = new Path2D(barbPath(barb.knots, barb.isSouthern));
    ctx.lineWidth = 1.75;
    ctx.lineCap = "round";
    ctx.strokeStyle = themeColour("--ink");
    ctx.fillStyle = ctx.strokeStyle;
    ctx.stroke(path);
    if (!isRound) ctx.fill(path);
    ctx.restore();
  }
}

/** Sailing is a full bar, the engine a hatched one. */
function drawBand(plot: uPlot, places: readonly number[], band: NonNullable<Strip["band"]>): void {
  const { ctx, bbox } = plot;
  const dot = devicePixelRatio;
  const [height, top] = [BAND_HEIGHT * dot, bbox.top - (BAND_HEIGHT + 3) * dot];
  const xOf = (index: number) => plot.valToPos(places[index] ?? 0, "x", true);
  for (let from = 0; from < band.length - 1; ) {
    const drive = band[from];
    let to = from + 1;
    while (to < band.length - 1 && band[to] === drive) to++;
    if (drive !== null && drive !== undefined) {
      const [left, right] = [xOf(from), xOf(to)];
      const colour = themeColour(drive === "sailing" ? "--track-0" : "--track-3");
      ctx.save();
      ctx.beginPath();
      ctx.rect(left, top, Math.max(dot, right - left), height);
      ctx.fillStyle = colour;
      ctx.strokeStyle = colour;
      if (drive === "sailing") ctx.fill();
      else hatch(ctx, left, right, top, height, dot);
      ctx.restore();
    }
    from = to;
  }
}

function hatch(
  ctx: CanvasRenderingContext2D,
  left: number,
  right: number,
  top: number,
  height: number,
  dot: number,
): void {
  ctx.clip();
  ctx.lineWidth = 2.5 * dot;
  ctx.beginPath();
  for (let x = left - height; x < right; x += HATCH * dot) {
    ctx.moveTo(x, top + height);
    ctx.lineTo(x + height, top);
  }
  ctx.stroke();
}
