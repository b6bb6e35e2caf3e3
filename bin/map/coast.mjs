// Builds the map's tiles: a pyramid of all land from OpenStreetMap's coastline (ODbL), with towns (GeoNames, CC BY).
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { zxyToTileId } from "pmtiles";
import { archive } from "./archive.mjs";
import { ringOf } from "./rings.mjs";
import { clipped, inUnits, isSolid, MARGIN, placesIn, within } from "./tile-parts.mjs";
import { allTowns, isEmptyInland, named } from "./towns.mjs";
import { EXTENT, tileOf } from "./vector-tile.mjs";

const MAX_ZOOM = 9;
/**
 * Which outlines a tile shows (`inUnits`): a pixel has 8 units. Zoom 9 is drawn beyond, too, where there is no fine coast;
 * its units are 10 m at latitude 60°.
 */
const drawnAt = (zoom) =>
  zoom === MAX_ZOOM ? { tolerance: 6, leastArea: 16, grid: 4 } : { tolerance: 8, leastArea: 128, grid: 4 };

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
  const tile = { zoom, x, y };
  const rings = areas.flatMap((area) => inUnits(area, tile, drawnAt(zoom)));
  const isInland = isSolid(rings);
  if (isInland && isEmptyInland(towns)) {
    makeSolid(zoom, x, y);
    return;
  }
  const places = placesIn(named(towns, zoom, isInland), tile);
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
