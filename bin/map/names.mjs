// Label points and minimum zooms of countries (Natural Earth) and seas.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { iso1A2Code } from "@rapideditor/country-coder";
import { build } from "esbuild";
import { feature } from "topojson-client";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { resolve } = createRequire(import.meta.url);

const world = JSON.parse(readFileSync(resolve("world-atlas/countries-50m.json"), "utf8"));
const countries = feature(world, world.objects.countries).features.flatMap(({ id, geometry }) => {
  const code = id === undefined ? null : iso1A2Code(id);
  if (code === null) return [];
  const parts = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  return [{ code, ...largest(parts.map(([outline]) => outline)) }];
});
const seas = middlesOf(await seasOfCells());
mkdirSync(join(root, "packages/server/dist/map"), { recursive: true });
writeFileSync(
  join(root, "packages/server/dist/map/names.json"),
  JSON.stringify({
    countries: countries.map(({ code, place, zoom }) => [code, ...place, zoom]),
    seas: seas.map(({ name, place, zoom }) => [name, ...place, zoom]),
  }),
);

/** Centres of half-degree cells by sea, from the service's outlines; within nested seas the smaller counts. */
async function seasOfCells() {
  const { outputFiles } = await build({
    entryPoints: [join(root, "packages/kit/src/geo/sea-areas.ts")],
    bundle: true,
    format: "esm",
    write: false,
  });
  const { seasAt } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  const cells = new Map();
  for (let lat = -77.75; lat < 84; lat += 0.5) {
    for (let lon = -179.75; lon < 180; lon += 0.5) {
      const [name] = seasAt(lat, lon);
      if (name === undefined) continue;
      if (!cells.has(name)) cells.set(name, []);
      cells.get(name).push([lon, lat]);
    }
  }
  return cells;
}

/** Labels a sea in open water, nearest to its centre; on both sides of the 180th meridian if it spans it. */
function middlesOf(seas) {
  return [...seas].flatMap(([name, cells]) => {
    const isTorn = [-179.75, 179.75].every((edge) => cells.some(([lon]) => lon === edge));
    const parts = isTorn ? [cells.filter(([lon]) => lon < 0), cells.filter(([lon]) => lon > 0)] : [cells];
    return parts.map((part) => {
      const mean = [0, 1].map((axis) => part.reduce((sum, cell) => sum + cell[axis], 0) / part.length);
      const off = ([lon, lat]) => (lon - mean[0]) ** 2 + (lat - mean[1]) ** 2;
      const nearest = part.toSorted((a, b) => off(a) - off(b)).slice(0, 400);
      // A label on an island would seem to be the island's name.
      const place = nearest.find((cell) => iso1A2Code(cell) === null) ?? nearest[0];
      return { name, place, zoom: zoomFor(part.length / 4) };
    });
  });
}

/** The centre of the largest outline, and the zoom at which its name fits. */
function largest(outlines) {
  const [{ area, place }] = outlines.map(middle).sort((a, b) => b.area - a.area);
  return { place: place.map((degrees) => Math.round(degrees * 100) / 100), zoom: zoomFor(area) };
}

/** An area of 100 square degrees is labelled from zoom 3 on, a quarter of it one zoom later. */
function zoomFor(area) {
  const zoom = 3 - Math.log2(Math.max(0.01, area) / 100) / 2;
  return Math.round(10 * Math.max(1, Math.min(7, zoom))) / 10;
}

/** The centroid of an outline in degrees, and its area in square degrees. */
function middle(outline) {
  let [area, x, y] = [0, 0, 0];
  outline.forEach(([lon, lat], i) => {
    const [before, beside] = outline[(i + outline.length - 1) % outline.length];
    const share = before * lat - lon * beside;
    area += share;
    x += (before + lon) * share;
    y += (beside + lat) * share;
  });
  return { area: Math.abs(area) / 2, place: area === 0 ? outline[0] : [x / (3 * area), y / (3 * area)] };
}
