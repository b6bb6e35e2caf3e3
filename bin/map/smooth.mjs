// Outlines in degrees, as flat lists of longitudes and latitudes.

/** Metres in a degree of latitude. */
const DEGREE = 111_195;
/** Longest edge in metres, less than 150 by what rounding to a tile's units may add. */
const LONGEST = 134;

/** Adds points to long edges. @param isFine whether the coast is fine at a place; others stay as they are */
export function subdivided(outline, isFine = () => true) {
  const fine = [];
  for (let i = 0; i < outline.length; i += 2) {
    const next = (i + 2) % outline.length;
    const [east, north] = [outline[next] - outline[i], outline[next + 1] - outline[i + 1]];
    const metres = DEGREE * Math.hypot(east * Math.cos((outline[i + 1] * Math.PI) / 180), north);
    const isLong =
      metres > LONGEST && (isFine(outline[i], outline[i + 1]) || isFine(outline[next], outline[next + 1]));
    const parts = isLong ? Math.ceil(metres / LONGEST) : 1;
    for (let part = 0; part < parts; part++) {
      fine.push(outline[i] + (east * part) / parts, outline[i + 1] + (north * part) / parts);
    }
  }
  return fine;
}

/**
 * Removes the steps of an outline that was traced on a grid: two rounds of the middles of its edges, which move no point
 * by more than half an edge.
 */
export function smooth(outline) {
  return middles(middles(subdivided(outline)));
}

function middles(outline) {
  return outline.map((value, i) => (value + outline[(i + 2) % outline.length]) / 2);
}
