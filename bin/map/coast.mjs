// Builds the map's tiles: a pyramid of all land from OpenStreetMap's coastline (ODbL), with towns (GeoNames, CC BY).
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { zxyToTileId } from "pmtiles";
import { archive } from "./archive.mjs";
import { areaOf, between, ringOf } from "./rings.mjs";
import { allTowns, isEmptyInland, named } from "./towns.mjs";
import { EXTENT, tileOf } from "./vector-tile.mjs";

const MAX_ZOOM = 9;
/** Units beyond a tile's edges, to hide outlines along the cut. */
const MARGIN = 64;
const BOX = EXTENT + 2 * MARGIN;
/** Tolerance of outlines in units; at zoom 9 a unit is 10 m at latitude 60°. */
const toleranceAt = (zoom) => (zoom === MAX_ZOOM ? 1 : 3.5);
/** Smaller islands are dropped; twice the area in square units. */
const leastAreaAt = (zoom) => (zoom === MAX_ZOOM ? 1 : 16);

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "packages/server/dist/map");
const source = createRequire(import.meta.url).resolve("@geo-maps/earth-coastlines-10m/map.geo.json");
const tiles = archive();
const [LOW, HIGH] = [-MARGIN, EXTENT + MARGIN];
const SOLID = tileOf([[LOW, LOW, HIGH, LOW, HIGH, HIGH, LOW, HIGH]], []);

makeTiles(0, 0, 0, [...areasOf(readFileSync(source))], allTowns());
mkdirSync(folder, { recursive: true });
writeFileSync(
  join(folder, "coast.pmtiles"),
  tiles.bytes(
    {
      name: "Coast",
      attribution: "© OpenStreetMap contributors, GeoNames",
      vector_layers: [
        { id: "land", fields: {}, minzoom: 0, maxzoom: MAX_ZOOM },
        { id: "towns", fields: { name: "String", rank: "Number" }, minzoom: 0, maxzoom: MAX_ZOOM },
      ],
    },
    MAX_ZOOM,
  ),
);

/** Streams the areas of a file: parsing it whole would take 500 MB. @param json a collection of MultiPolygons */
function* areasOf(json) {
  const [OPEN, CLOSE] = Buffer.from("[]");
  // Nesting: list of geometries, areas of a geometry, area.
  const DEPTH = 3;
  let [depth, start] = [0, 0];
  for (let at = 0; at < json.length; at++) {
    if (json[at] === OPEN && ++depth === DEPTH) start = at;
    else if (json[at] === CLOSE && depth-- === DEPTH) {
      const rings = JSON.parse(json.toString("latin1", start, at + 1));
      yield rings.map((places, i) => ringOf(places, i === 0 ? 1 : -1));
    }
  }
}

/** Makes a tile and those below it. @param areas each an outline and its holes */
function makeTiles(zoom, x, y, areas, towns) {
  const rings = areas.flatMap((area) => inUnits(area, zoom, x, y));
  const isInland = isSolid(rings);
  if (isInland && isEmptyInland(towns)) {
    makeSolid(zoom, x, y);
    return;
  }
  const places = named(towns, zoom, isInland).map((town) => {
    const [column, row] = [town.x * 2 ** zoom - x, town.y * 2 ** zoom - y];
    return { ...town, x: Math.round(column * EXTENT), y: Math.round(row * EXTENT) };
  });
  if (rings.length + places.length > 0) tiles.add(zxyToTileId(zoom, x, y), tileOf(rings, places));
  if (zoom === MAX_ZOOM) return;
  for (const column of [2 * x, 2 * x + 1]) {
    const half = clipped(areas, 0, column, zoom + 1);
    const there = within(towns, "x", column, zoom + 1);
    for (const row of [2 * y, 2 * y + 1]) {
      const quarter = clipped(half, 1, row, zoom + 1);
      const own = within(there, "y", row, zoom + 1);
      if (quarter.length + own.length > 0) makeTiles(zoom + 1, column, row, quarter, own);
    }
  }
}

/** A tile entirely of land, and those below it, which are consecutive in the archive. */
function makeSolid(zoom, x, y) {
  const index = zxyToTileId(zoom, x, y) - zxyToTileId(zoom, 0, 0);
  for (let below = zoom; below <= MAX_ZOOM; below++) {
    const run = 4 ** (below - zoom);
    tiles.add(zxyToTileId(below, 0, 0) + index * run, SOLID, run);
  }
}

function within(towns, axis, index, zoom) {
  return towns.filter((town) => Math.floor(town[axis] * 2 ** zoom) === index);
}

function clipped(areas, axis, index, zoom) {
  const margin = MARGIN / EXTENT;
  const [low, high] = [(index - margin) / 2 ** zoom, (index + 1 + margin) / 2 ** zoom];
  return areas
    .map((area) => area.map((ring) => between(ring, axis, low, high)).filter((ring) => ring.length > 6))
    .filter((area) => area.length > 0);
}

/** An area's outlines in a tile's units, simplified for its scale. */
function inUnits(area, zoom, x, y) {
  const scale = EXTENT * 2 ** zoom;
  const least = (toleranceAt(zoom) / scale) ** 2;
  const clamp = (unit) => Math.max(-MARGIN, Math.min(EXTENT + MARGIN, Math.round(unit)));
  return area.flatMap((ring) => {
    const units = [];
    for (let i = 0; i < ring.length; i += 3) {
      if (ring[i + 2] < least) continue;
      const [ux, uy] = [clamp(ring[i] * scale - x * EXTENT), clamp(ring[i + 1] * scale - y * EXTENT)];
      if (units.at(-2) !== ux || units.at(-1) !== uy) units.push(ux, uy);
    }
    if (units[0] === units.at(-2) && units[1] === units.at(-1)) units.length -= 2;
    return units.length < 6 || Math.abs(areaOf(units, 2)) < leastAreaAt(zoom) ? [] : [units];
  });
}

/** Whether a single outline covers the whole tile. */
function isSolid(rings) {
  const [ring] = rings;
  return rings.length === 1 && ring !== undefined && areaOf(ring, 2) === 2 * BOX * BOX;
}
