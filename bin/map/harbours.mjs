// Makes the fine coast near harbours, by hand when its source or this folder changes: node bin/map/harbours.mjs
// It needs two Debian packages, gmt-gshhg-full and netcdf-bin, and 2 GB of memory.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { zxyToTileId } from "pmtiles";
import { archive } from "./archive.mjs";
import { nearTowns } from "./near-towns.mjs";
import { areaOf, placeOf, weigh } from "./rings.mjs";
import { outlines } from "./shores.mjs";
import { smooth, subdivided } from "./smooth.mjs";
import { clipped, inUnits, isSolid, placesIn, within } from "./tile-parts.mjs";
import { allTowns, named } from "./towns.mjs";
import { tileOf } from "./vector-tile.mjs";

const ZOOM = 10;
/** A town has a harbour if the coast is this near; degrees of latitude. */
const NEAR = 3 / 60;
/** How far from a town the coast is fine: harbours lie beside their towns. */
const FINE = 4.5 / 60;
/** Points that move the outline by less are dropped, in metres: where it is fine, and elsewhere in the same tiles. */
const TOLERANCES = [10, 40];
/** How outlines are drawn (`inUnits`); the tolerance has been applied before. */
const DRAWN = { tolerance: 0, leastArea: 1, grid: 2 };
const EARTH = 40_075_017;
/** Outlines south of this are Antarctica's, where no town is. */
const SOUTH = -60;

const root = fileURLToPath(new URL("../..", import.meta.url));
const tiles = archive();
const towns = allTowns();
const shores = [];
for await (const outline of outlines()) if (outline[1] > SOUTH) shores.push(outline);
const wanted = tilesNear(shores, nearTowns(towns, NEAR));
const isFine = nearTowns(towns, FINE);
const areas = shores.flatMap((outline) => (isWanted(outline) ? areasOf(outline) : []));
shores.length = 0;
makeTiles(0, 0, 0, areas, towns);
writeFileSync(
  join(root, "packages/dashboard/charts/harbours.pmtiles"),
  tiles.bytes(
    {
      name: "Harbours",
      attribution: "GSHHG, GeoNames",
      vector_layers: [
        { id: "land", fields: {}, minzoom: ZOOM, maxzoom: ZOOM },
        { id: "towns", fields: { name: "String", rank: "Number" }, minzoom: ZOOM, maxzoom: ZOOM },
      ],
    },
    ZOOM,
  ),
);

/** The tiles where the coast is near a town, and all above them, as "zoom/x/y". */
function tilesNear(shores, isNear) {
  const found = new Set();
  for (const outline of shores) {
    for (let i = 0; i < outline.length; i += 2) {
      const [x, y] = placeOf([outline[i], outline[i + 1]]).map((place) => Math.floor(place * 2 ** ZOOM));
      if (found.has(`${ZOOM}/${wrapped(x)}/${y}`) || !isNear(outline[i], outline[i + 1])) continue;
      for (let zoom = ZOOM, [column, row] = [wrapped(x), y]; zoom >= 0; zoom--) {
        found.add(`${zoom}/${column}/${row}`);
        [column, row] = [column >> 1, row >> 1];
      }
    }
  }
  return found;
}

function wrapped(x) {
  return ((x % 2 ** ZOOM) + 2 ** ZOOM) % 2 ** ZOOM;
}

/** Whether a tile to make shows some of an outline; long ones always. */
function isWanted(outline) {
  if (outline.length > 20_000) return true;
  for (let i = 0; i < outline.length; i += 2) {
    const [x, y] = placeOf([outline[i], outline[i + 1]]).map((place) => Math.floor(place * 2 ** ZOOM));
    for (const column of [x - 1, x, x + 1]) {
      for (const row of [y - 1, y, y + 1]) if (wanted.has(`${ZOOM}/${wrapped(column)}/${row}`)) return true;
    }
  }
  return false;
}

/** An outline on the map, smoothed; twice if it crosses the map's edge. */
function areasOf(outline) {
  const places = smooth(clockwise(outline));
  const ring = [];
  for (let i = 0; i < places.length; i += 2) ring.push(...placeOf([places[i], places[i + 1]]), 0);
  weigh(ring);
  const [least2, most2] = TOLERANCES.map((metres) => (metres / EARTH) ** 2);
  const kept = [];
  for (let i = 0; i < places.length; i += 2) {
    const weight = ring[1.5 * i + 2] * Math.cos((places[i + 1] * Math.PI) / 180) ** 2;
    if (weight < least2 || (weight < most2 && !isFine(places[i], places[i + 1]))) continue;
    kept.push(places[i], places[i + 1]);
  }
  const final = subdivided(kept, isFine);
  const east = Math.round(final[0] / 360);
  const placed = Float64Array.from({ length: (final.length / 2) * 3 });
  let [least, most] = [1, 0];
  for (let i = 0; i < final.length / 2; i++) {
    const [x, y] = placeOf([final[2 * i] - east * 360, final[2 * i + 1]]);
    placed.set([x, y, Number.POSITIVE_INFINITY], 3 * i);
    [least, most] = [Math.min(least, x), Math.max(most, x)];
  }
  const moved = (by) => placed.map((value, i) => (i % 3 === 0 ? value + by : value));
  return [[placed], ...(most > 1 ? [[moved(-1)]] : []), ...(least < 0 ? [[moved(1)]] : [])];
}

/** An outline that a tile fills: its points are clockwise on the map, where y is southward. */
function clockwise(outline) {
  if (areaOf(outline, 2) < 0) return outline;
  const turned = [];
  for (let i = outline.length - 2; i >= 0; i -= 2) turned.push(outline[i], outline[i + 1]);
  return turned;
}

/** Makes the wanted tiles below one. */
function makeTiles(zoom, x, y, areas, towns) {
  if (!wanted.has(`${zoom}/${x}/${y}`)) return;
  if (zoom === ZOOM) {
    const rings = areas.flatMap((area) => inUnits(area, { zoom, x, y }, DRAWN));
    tiles.add(
      zxyToTileId(zoom, x, y),
      tileOf(rings, placesIn(named(towns, zoom, isSolid(rings)), { zoom, x, y })),
    );
    return;
  }
  for (const column of [2 * x, 2 * x + 1]) {
    const half = clipped(areas, 0, column, zoom + 1);
    const there = within(towns, "x", column, zoom + 1);
    for (const row of [2 * y, 2 * y + 1]) {
      makeTiles(zoom + 1, column, row, clipped(half, 1, row, zoom + 1), within(there, "y", row, zoom + 1));
    }
  }
}
