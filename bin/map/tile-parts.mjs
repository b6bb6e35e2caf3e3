// What a tile of the map shows of the outlines and towns around it.
import { areaOf, between } from "./rings.mjs";
import { EXTENT } from "./vector-tile.mjs";

/** Units beyond a tile's edges, to hide outlines along the cut. */
export const MARGIN = 64;
const BOX = EXTENT + 2 * MARGIN;

/** The towns within a column or row of tiles. @param axis "x" or "y" */
export function within(towns, axis, index, zoom) {
  return towns.filter((town) => Math.floor(town[axis] * 2 ** zoom) === index);
}

/** Areas clipped to a column or row of tiles. @param axis 0 for a column, 1 for a row */
export function clipped(areas, axis, index, zoom) {
  const margin = MARGIN / EXTENT;
  const [low, high] = [(index - margin) / 2 ** zoom, (index + 1 + margin) / 2 ** zoom];
  return areas
    .map((area) => area.map((ring) => between(ring, axis, low, high)).filter((ring) => ring.length > 6))
    .filter((area) => area.length > 0);
}

/**
 * An area's outlines in a tile's units.
 * @param tolerance in units: points that move the outline by less are dropped
 * @param leastArea outlines of a smaller area are dropped; twice the area in square units
 * @param grid places are rounded to so many units, which divide a tile: rounder numbers compress better
 */
export function inUnits(area, { zoom, x, y }, { tolerance, leastArea, grid }) {
  const scale = EXTENT * 2 ** zoom;
  const least = (tolerance / scale) ** 2;
  const clamp = (unit) => Math.max(-MARGIN, Math.min(EXTENT + MARGIN, Math.round(unit / grid) * grid));
  return area.flatMap((ring) => {
    const units = [];
    for (let i = 0; i < ring.length; i += 3) {
      if (ring[i + 2] < least) continue;
      const [ux, uy] = [clamp(ring[i] * scale - x * EXTENT), clamp(ring[i + 1] * scale - y * EXTENT)];
      if (units.at(-2) !== ux || units.at(-1) !== uy) units.push(ux, uy);
    }
    if (units[0] === units.at(-2) && units[1] === units.at(-1)) units.length -= 2;
    return units.length < 6 || Math.abs(areaOf(units, 2)) < leastArea ? [] : [units];
  });
}

/** Towns in a tile's units. */
export function placesIn(towns, { zoom, x, y }) {
  return towns.map((town) => {
    const [column, row] = [town.x * 2 ** zoom - x, town.y * 2 ** zoom - y];
    return { ...town, x: Math.round(column * EXTENT), y: Math.round(row * EXTENT) };
  });
}

/** Whether a single outline covers the whole tile. */
export function isSolid(rings) {
  const [ring] = rings;
  return rings.length === 1 && ring !== undefined && areaOf(ring, 2) === 2 * BOX * BOX;
}
