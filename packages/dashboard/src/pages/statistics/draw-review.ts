import type { Quantity } from "../../units/quantity.ts";

/** The texts of a year's picture. */
export interface Review {
  readonly boat: string;
  readonly year: string;
  readonly distance: Quantity;
  readonly facts: readonly string[];
  readonly months: readonly { readonly name: string; readonly nm: number }[];
  readonly places: string;
}

type Colour = (name: `--${string}`) => string;

/** Portrait, which suits messengers best. */
export const REVIEW_WIDTH = 1080;
export const REVIEW_HEIGHT = 1350;
const MARGIN = 84;
const FONT = '"Avenir Next", "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", sans-serif';

/** Draws a year's picture in the theme's colours. */
export function drawReview(context: CanvasRenderingContext2D, review: Review, colour: Colour): void {
  const right = REVIEW_WIDTH - MARGIN;
  context.fillStyle = colour("--frame");
  context.fillRect(0, 0, REVIEW_WIDTH, REVIEW_HEIGHT);
  waves(context, colour("--frame-line"));
  context.textBaseline = "alphabetic";
  context.textAlign = "left";
  write(context, review.boat, MARGIN, 150, 60, colour("--frame-ink"), right - MARGIN);
  write(context, review.year, MARGIN, 216, 44, colour("--frame-soft"));
  write(context, review.distance.figure, MARGIN, 440, 190, colour("--frame-ink"), right - MARGIN - 130);
  const width = Math.min(context.measureText(review.distance.figure).width, right - MARGIN - 130);
  write(context, review.distance.unit, MARGIN + width + 24, 440, 64, colour("--frame-soft"));
  review.facts.forEach((fact, at) => {
    const [x, y] = [MARGIN + (at % 2) * 470, 540 + Math.floor(at / 2) * 68];
    write(context, fact, x, y, 36, colour("--frame-ink"), 440);
  });
  bars(context, review.months, colour);
  lines(context, review.places, colour("--frame-soft"));
  write(context, "Wakelog", MARGIN, REVIEW_HEIGHT - 64, 32, colour("--frame-soft"));
}

function write(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  size: number,
  colour: string,
  room?: number,
): void {
  context.font = `700 ${size}px ${FONT}`;
  context.fillStyle = colour;
  context.fillText(text, x, y, room);
}

/** Waves as on old charts. */
function waves(context: CanvasRenderingContext2D, colour: string): void {
  context.strokeStyle = colour;
  context.lineWidth = 3;
  for (let y = 40; y < REVIEW_HEIGHT; y += 64) {
    context.beginPath();
    for (let x = 0; x <= REVIEW_WIDTH; x += 12) context.lineTo(x, y + Math.sin(x / 46 + y) * 7);
    context.stroke();
  }
}

function bars(context: CanvasRenderingContext2D, months: Review["months"], colour: Colour): void {
  const [top, height] = [790, 260];
  const step = (REVIEW_WIDTH - 2 * MARGIN) / 12;
  const most = Math.max(...months.map(({ nm }) => nm), 1);
  context.textAlign = "center";
  months.forEach(({ name, nm }, at) => {
    const tall = (nm / most) * height;
    context.fillStyle = nm === most ? colour("--accent") : colour("--frame-soft");
    context.fillRect(MARGIN + at * step + 8, top + height - tall, step - 16, Math.max(tall, 4));
    write(context, name, MARGIN + (at + 0.5) * step, top + height + 44, 26, colour("--frame-soft"), step - 6);
  });
  context.textAlign = "left";
}

/** Text on at most three lines. */
function lines(context: CanvasRenderingContext2D, text: string, colour: string): void {
  context.font = `700 30px ${FONT}`;
  const rows: string[] = [""];
  for (const word of text.split(" ")) {
    const longer = `${rows.at(-1) ?? ""} ${word}`.trim();
    if (context.measureText(longer).width <= REVIEW_WIDTH - 2 * MARGIN) rows[rows.length - 1] = longer;
    else rows.push(word);
  }
  rows.slice(0, 3).forEach((row, at) => {
    write(context, row, MARGIN, 1170 + at * 42, 30, colour, REVIEW_WIDTH - 2 * MARGIN);
  });
}
