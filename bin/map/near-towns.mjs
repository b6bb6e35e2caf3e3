// Which places are near a town.

/** Cells of a tenth of a degree. */
const CELLS = 10;

/** A function that tells whether a place is near one of the towns. @param reach in degrees of latitude, below a cell */
export function nearTowns(towns, reach) {
  const cell = (lon, lat) =>
    Math.floor(((lon + 540) % 360) * CELLS) * 10_000 + Math.floor((lat + 90) * CELLS);
  const cells = new Map();
  for (const { lon, lat } of towns) {
    const across = reach / Math.cos((lat * Math.PI) / 180);
    // Near the poles a reach is several cells wide.
    const steps = Math.ceil(across * CELLS);
    const keys = new Set();
    for (let step = -steps; step <= steps; step++) {
      for (const north of [-reach, 0, reach]) keys.add(cell(lon + (across * step) / steps, lat + north));
    }
    for (const key of keys) {
      if (!cells.has(key)) cells.set(key, []);
      cells.get(key).push(lon, lat);
    }
  }
  return (lon, lat) => {
    const near = cells.get(cell(lon, lat));
    if (near === undefined) return false;
    const shrink = Math.cos((lat * Math.PI) / 180);
    for (let i = 0; i < near.length; i += 2) {
      const east = ((lon - near[i] + 900) % 360) - 180;
      if (Math.hypot(east * shrink, lat - near[i + 1]) < reach) return true;
    }
    return false;
  };
}
