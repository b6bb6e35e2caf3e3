import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import url from "world-atlas/countries-50m.json?url";

/** Land as areas, and the coast as lines. */
export interface Coastline {
  readonly land: GeoJSON.FeatureCollection;
  readonly coast: GeoJSON.MultiLineString;
}

function isTopology(value: unknown): value is Topology<{ countries: GeometryCollection }> {
  return typeof value === "object" && value !== null && "objects" in value && "arcs" in value;
}

/** Removes the jump at the 180th meridian, where globe data continues at the other edge. */
function unwoundLine(line: readonly GeoJSON.Position[]): GeoJSON.Position[] {
  let before = line[0]?.[0] ?? 0;
  return line.map(([longitude = 0, latitude = 0]) => {
    before = longitude + Math.round((before - longitude) / 360) * 360;
    return [before, latitude];
  });
}

/** The same for an outline; one around a pole is closed along the map's edge. */
function unwoundRing(ring: readonly GeoJSON.Position[]): GeoJSON.Position[] {
  const unwound = unwoundLine(ring);
  const [start, end] = [unwound[0], unwound.at(-1)];
  const [west = 0, latitude = 0] = start ?? [];
  const [east = 0] = end ?? [];
  if (start === undefined || Math.abs(east - west) < 180) return unwound;
  const pole = latitude < 0 ? -90 : 90;
  return [...unwound, [east, pole], [west, pole], start];
}

/** Antarctica is closed along the South Pole, which is not a coast. */
function isCoast(line: readonly GeoJSON.Position[]): boolean {
  return line.some(([, latitude = 0]) => latitude > -89.9);
}

function polygons({ geometry }: GeoJSON.Feature): GeoJSON.Feature[] {
  const parts =
    geometry.type === "MultiPolygon"
      ? geometry.coordinates
      : geometry.type === "Polygon"
        ? [geometry.coordinates]
        : [];
  return parts.map((rings) => ({
    type: "Feature",
    geometry: { type: "Polygon", coordinates: rings.map(unwoundRing) },
    properties: null,
  }));
}

/**
 * Countries, not continents: triangulating the single outline of Eurasia fails at world scale and fills whole seas;
 * outlines of countries are right in every tile.
 */
async function load(): Promise<Coastline> {
  const response = await fetch(url);
  const topology: unknown = await response.json();
  if (!response.ok || !isTopology(topology)) throw new Error("the coastline could not be read");
  const { countries } = topology.objects;
  const coast = mesh(topology, countries, (one, other) => one === other);
  return {
    land: { type: "FeatureCollection", features: feature(topology, countries).features.flatMap(polygons) },
    coast: { type: "MultiLineString", coordinates: coast.coordinates.map(unwoundLine).filter(isCoast) },
  };
}

let loaded: Promise<Coastline> | null = null;

/** The world's coast at Natural Earth 1:50m, used where the fine coast is not available. */
export function coarseCoastline(): Promise<Coastline> {
  const coastline = loaded ?? load();
  loaded = coastline;
  coastline.catch(() => {
    loaded = null;
  });
  return coastline;
}

/** Whether this device has cached it: it is as large as the tiles of twenty bays. */
export async function hasCoarseCoastline(): Promise<boolean> {
  return "caches" in window && (await caches.match(url)) !== undefined;
}
