/** Pictures drawn from rows: the day's track, a value's graph, the anchor circle. */
import type { Row, Status } from "./api.ts";
import { draw } from "./dom.ts";

const WIDTH = 320;
const HEIGHT = 200;
const EDGE = 12;
const METRES_PER_DEGREE = 111_195;

interface Place {
  readonly x: number;
  readonly y: number;
}

/** The track of rows; null with fewer than two fixes. */
export function trackOf(rows: readonly Row[]): SVGElement | null {
  const fixes = rows.flatMap(([, , latitude, longitude]) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude }],
  );
  const [first] = fixes;
  if (first === undefined || fixes.length < 2) return null;
  const shrink = Math.cos((first.latitude * Math.PI) / 180);
  const places = fixes.map(({ latitude, longitude }) => ({
    x: (longitude - first.longitude) * shrink,
    y: -latitude,
  }));
  const points = fitted(places, true);
  const last = points.at(-1);
  return picture(
    draw("polyline", { points: textOf(points), class: "line" }),
    ...(last === undefined ? [] : [draw("circle", { cx: last.x, cy: last.y, r: 5, class: "here" })]),
  );
}

/** The graph of a path's numbers over time; null with fewer than two. */
export function graphOf(rows: readonly Row[], number: string): SVGElement | null {
  const places = rows.flatMap(([, time, , , values]) => {
    const value = values[number];
    return typeof value === "number" ? [{ x: time, y: -value }] : [];
  });
  if (places.length < 2) return null;
  const most = Math.max(...places.map(({ y }) => -y));
  const least = Math.min(...places.map(({ y }) => -y));
  const label = (y: number, value: number): SVGElement =>
    draw(
      "text",
      { x: EDGE, y, class: "scale" },
      document.createTextNode(String(Number(value.toPrecision(5)))),
    );
  return picture(
    draw("polyline", { points: textOf(fitted(places, false)), class: "line" }),
    label(EDGE + 4, most),
    label(HEIGHT - 4, least),
  );
}

/** The boat in her anchor circle. */
export function circleOf(anchor: NonNullable<Status["anchor"]>, boat: Row | undefined): SVGElement {
  const radius = HEIGHT / 3;
  const [, , latitude, longitude] = boat ?? [0, 0, null, null];
  const shrink = Math.cos((anchor.latitude * Math.PI) / 180);
  const scale = (radius / anchor.radius) * METRES_PER_DEGREE;
  const here = latitude === null || longitude === null ? [] : [boatAt(longitude, latitude)];
  function boatAt(east: number, north: number): SVGElement {
    const [x, y] = [(east - anchor.longitude) * shrink * scale, (north - anchor.latitude) * scale];
    // Far out she is at the edge of the picture, on her side.
    const most = HEIGHT / 2 - EDGE;
    const fit = Math.min(1, most / (Math.hypot(x, y) || 1));
    return draw("circle", { cx: WIDTH / 2 + x * fit, cy: HEIGHT / 2 - y * fit, r: 6, class: "here" });
  }
  return picture(
    draw("circle", { cx: WIDTH / 2, cy: HEIGHT / 2, r: radius, class: "ring" }),
    draw("circle", { cx: WIDTH / 2, cy: HEIGHT / 2, r: 3, class: "anchor" }),
    ...here,
  );
}

function picture(...children: readonly SVGElement[]): SVGElement {
  return draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" }, ...children);
}

/** Places in the picture; with equal scales if a map is meant. */
function fitted(places: readonly Place[], isMap: boolean): Place[] {
  const [left, right] = [Math.min(...places.map(({ x }) => x)), Math.max(...places.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...places.map(({ y }) => y)), Math.max(...places.map(({ y }) => y))];
  const acrossScale = (WIDTH - 2 * EDGE) / (right - left || 1);
  const downScale = (HEIGHT - 2 * EDGE) / (bottom - top || 1);
  const both = Math.min(acrossScale, downScale);
  const [across, down] = isMap ? [both, both] : [acrossScale, downScale];
  const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2];
  return places.map(({ x, y }) => ({
    x: WIDTH / 2 + (x - middleX) * across,
    y: HEIGHT / 2 + (y - middleY) * down,
  }));
}

function textOf(places: readonly Place[]): string {
  return places.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
}
