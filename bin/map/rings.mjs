// Outlines on a square world map, from 0 to 1 eastward and southward. An outline is a flat list of x, y and a weight:
// the squared error of the outline without the point.

/** Larger than any tile's margin: an outline cut at the 180th meridian is extended by this much. */
const BEYOND = 0.02;

/** Projects degrees onto the map. */
export function placeOf([longitude, latitude]) {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return [longitude / 360 + 0.5, 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI];
}

/** Projects an outline in degrees; `sign` is the sign of its area. */
export function ringOf(places, sign) {
  const points = places.slice(0, -1).map((place) => {
    const [x, y] = placeOf(place);
    return [x, place[1] < -85.05 ? 1 + BEYOND : y];
  });
  const ring = [];
  points.forEach(([x, y], index) => {
    const side = x >= 1 ? 1 : x <= 0 ? -1 : 0;
    const isBeside = ([other]) => side !== 0 && (side > 0 ? other >= 1 : other <= 0);
    const [comes, goes] = [points.at(index - 1), points[(index + 1) % points.length]].map(isBeside);
    // The coast ends at the meridian and continues on the other side; only edges along the meridian are moved beyond
    // it.
    const [there, beyond] = [
      [x, y, 0],
      [x + side * BEYOND, y, 0],
    ];
    ring.push(...(comes ? beyond : there));
    if (comes !== goes) ring.push(...(comes ? there : beyond));
  });
  if (Math.sign(areaOf(ring)) !== sign) turnRound(ring);
  weigh(ring);
  // Endpoints on the meridian are kept at every scale, so that both sides meet.
  for (let i = 0; i < ring.length; i += 3)
    if (ring[i] === 0 || ring[i] === 1) ring[i + 2] = Number.POSITIVE_INFINITY;
  return Float64Array.from(ring);
}

function turnRound(ring) {
  for (let from = 0, to = ring.length - 3; from < to; from += 3, to -= 3) {
    for (const k of [0, 1]) [ring[from + k], ring[to + k]] = [ring[to + k], ring[from + k]];
  }
}

/** Twice the area; positive for outlines that are clockwise on the map. */
export function areaOf(ring, step = 3) {
  let area = 0;
  for (let i = 0, last = ring.length - step; i < ring.length; last = i, i += step) {
    area += ring[last] * ring[i + 1] - ring[i] * ring[last + 1];
  }
  return area;
}

/** Douglas-Peucker weights for all tolerances at once. */
export function weigh(ring) {
  const corner = farthest(ring, 0, 0, ring.length)[0];
  ring[2] = Number.POSITIVE_INFINITY;
  ring[corner + 2] = Number.POSITIVE_INFINITY;
  const stretches = [
    [0, corner, Number.POSITIVE_INFINITY],
    [corner, ring.length, Number.POSITIVE_INFINITY],
  ];
  for (let stretch = stretches.pop(); stretch !== undefined; stretch = stretches.pop()) {
    const [from, to, most] = stretch;
    if (to - from <= 3) continue;
    const [at, off] = farthest(ring, from, to % ring.length, to);
    const weight = Math.min(off, most);
    ring[at + 2] = weight;
    if (weight > 0) stretches.push([from, at, weight], [at, to, weight]);
  }
}

/** The point farthest from the line between two others. */
function farthest(ring, from, end, to) {
  const [ax, ay] = [ring[from], ring[from + 1]];
  const [dx, dy] = [ring[end] - ax, ring[end + 1] - ay];
  const length2 = dx * dx + dy * dy;
  let [at, worst] = [from, -1];
  for (let i = from + 3; i < to; i += 3) {
    const [px, py] = [ring[i] - ax, ring[i + 1] - ay];
    const along = length2 === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / length2));
    const [ox, oy] = [px - along * dx, py - along * dy];
    const off = ox * ox + oy * oy;
    if (off > worst) [at, worst] = [i, off];
  }
  return [at, worst];
}

/**
 * Clips an outline to a strip of the map (Sutherland and Hodgman, CACM 17, 1974).
 * @param axis 0 between two meridians, 1 between two parallels
 */
export function between(ring, axis, low, high) {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = axis; i < ring.length; i += 3) {
    if (ring[i] < least) least = ring[i];
    if (ring[i] > most) most = ring[i];
  }
  if (most < low || least > high) return [];
  const above = least >= low ? ring : cut(ring, axis, low, 1);
  return most <= high ? above : cut(above, axis, high, -1);
}

function cut(ring, axis, at, side) {
  const kept = [];
  for (let i = 0, last = ring.length - 3; i < ring.length; last = i, i += 3) {
    const [before, here] = [(ring[last + axis] - at) * side, (ring[i + axis] - at) * side];
    if (before < 0 !== here < 0 && before !== 0 && here !== 0) {
      const share = before / (before - here);
      const other = ring[last + 1 - axis] + share * (ring[i + 1 - axis] - ring[last + 1 - axis]);
      // Points on the cut are kept at every scale, so that neighbouring tiles meet.
      kept.push(axis === 0 ? at : other, axis === 0 ? other : at, Number.POSITIVE_INFINITY);
    }
    if (here >= 0) kept.push(ring[i], ring[i + 1], ring[i + 2]);
  }
  return kept;
}
