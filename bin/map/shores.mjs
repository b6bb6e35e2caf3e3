// Reads the outlines of all land from GSHHG, as the Debian package gmt-gshhg-full has it: in bins of one degree, each
// with pieces of outlines that end at its borders.
import { spawn } from "node:child_process";

const FILE = "/usr/share/gmt-gshhg/binned_GSHHS_f.nc";
/** Steps of a degree in the file. */
const STEPS = 65_535;
const ROUND = 360 * STEPS;
const BINS_ACROSS = 360;
/** Land in the sea; others are lakes, islands in lakes and the ice of Antarctica. */
const LAND = 1;
/** The side of a bin that an outline within it reaches. */
const NONE = 4;

/** Each outline of land as a flat list of longitudes and latitudes in degrees, unwound at the 180th meridian. */
export async function* outlines() {
  const [firsts, counts, infos, starts, xs, ys] = await Promise.all(
    [
      "Id_of_first_segment_in_a_bin",
      "N_segments_in_a_bin",
      "Embedded_npts_levels_exit_entry_for_a_segment",
      "Id_of_first_point_in_a_segment",
      "Relative_longitude_from_SW_corner_of_bin",
      "Relative_latitude_from_SW_corner_of_bin",
    ].map(numbers),
  );
  const pieceAt = (index, bin) => {
    const [left, bottom] = [bin % BINS_ACROSS, 89 - Math.floor(bin / BINS_ACROSS)];
    const piece = new Int32Array((infos[index] >> 9) * 2);
    for (let i = 0; i < piece.length / 2; i++) {
      piece[2 * i] = (left * STEPS + (xs[starts[index] + i] & 0xffff)) % ROUND;
      piece[2 * i + 1] = bottom * STEPS + (ys[starts[index] + i] & 0xffff);
    }
    return piece;
  };
  const open = new Map();
  for (const bin of firsts.keys()) {
    for (let index = firsts[bin]; index < firsts[bin] + counts[bin]; index++) {
      if (((infos[index] >> 6) & 7) !== LAND) continue;
      const piece = pieceAt(index, bin);
      if (((infos[index] >> 3) & 7) === NONE) yield inDegrees([piece]);
      else open.set(`${piece[0]} ${piece[1]}`, piece);
    }
  }
  yield* joined(open);
}

/** Joins pieces where one ends and the next begins. @param open pieces by their first point */
function* joined(open) {
  for (const [key, first] of open) {
    const pieces = [];
    for (let piece = first, at = key; piece !== undefined; piece = open.get(at)) {
      open.delete(at);
      pieces.push(piece);
      at = `${piece.at(-2)} ${piece.at(-1)}`;
    }
    yield inDegrees(pieces);
  }
}

function inDegrees(pieces) {
  const outline = new Float64Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let [at, before] = [0, pieces[0][0]];
  for (const piece of pieces) {
    for (let i = 0; i < piece.length; i += 2) {
      before = piece[i] + Math.round((before - piece[i]) / ROUND) * ROUND;
      outline[at++] = before / STEPS;
      outline[at++] = piece[i + 1] / STEPS;
    }
  }
  // The first point comes again at the end.
  return outline.subarray(0, -2);
}

/** Reads a variable with the Debian package netcdf-bin. */
async function numbers(name) {
  const child = spawn("ncdump", ["-v", name, FILE], { stdio: ["ignore", "pipe", "inherit"] });
  const found = [];
  let rest = "";
  let isData = false;
  for await (const chunk of child.stdout.setEncoding("latin1")) {
    rest += chunk;
    if (!isData) {
      const from = rest.indexOf("data:");
      const start = from < 0 ? -1 : rest.indexOf("=", from);
      if (start < 0) continue;
      isData = true;
      rest = rest.slice(start + 1);
    }
    const end = rest.lastIndexOf(",");
    if (end < 0) continue;
    for (const text of rest.slice(0, end).split(",")) found.push(Number(text));
    rest = rest.slice(end + 1);
  }
  found.push(Number.parseInt(rest, 10));
  return Int32Array.from(found);
}
