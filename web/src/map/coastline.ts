import { feature, mesh } from "topojson-client";
import type { GeometryObject, Topology } from "topojson-specification";
import fineUrl from "world-atlas/land-10m.json?url";
import coarseUrl from "world-atlas/land-50m.json?url";

/** Land as areas, and its edge as lines. */
export interface Coastline {
  readonly land: GeoJSON.FeatureCollection;
  readonly coast: GeoJSON.MultiLineString;
}

type Line = GeoJSON.Position[];

function isTopology(value: unknown): value is Topology<{ land: GeometryObject }> {
  return typeof value === "object" && value !== null && "objects" in value && "arcs" in value;
}

/** True for the cuts along the 180th meridian and under the South Pole, which are no coast. */
function isCut([lonA = 0, latA = 0]: GeoJSON.Position, [lonB = 0, latB = 0]: GeoJSON.Position): boolean {
  const meridian = Math.abs(lonA) > 179.99 && Math.abs(lonB) > 179.99;
  return meridian || (latA < -89.9 && latB < -89.9);
}

function withoutCuts(line: Line): Line[] {
  const parts: Line[] = [];
  let part: Line = [];
  for (const position of line) {
    const before = part.at(-1);
    if (before !== undefined && isCut(before, position)) {
      parts.push(part);
      part = [];
    }
    part.push(position);
  }
  return [...parts, part].filter((one) => one.length > 1);
}

async function load(url: string): Promise<Coastline> {
  const response = await fetch(url);
  const topology: unknown = await response.json();
  if (!response.ok || !isTopology(topology)) throw new Error("the coastline could not be read");
  const land = feature(topology, topology.objects.land);
  return {
    land: land.type === "FeatureCollection" ? land : { type: "FeatureCollection", features: [land] },
    coast: {
      type: "MultiLineString",
      coordinates: mesh(topology, topology.objects.land).coordinates.flatMap(withoutCuts),
    },
  };
}

const loaded = new Map<string, Promise<Coastline>>();

function once(url: string): Promise<Coastline> {
  const before = loaded.get(url);
  if (before !== undefined) return before;
  const now = load(url);
  loaded.set(url, now);
  now.catch(() => loaded.delete(url));
  return now;
}

/** The world's coast for an overview: Natural Earth 1:50m, part of the shell. */
export function coarseCoastline(): Promise<Coastline> {
  return once(coarseUrl);
}

/** The coast for a harbour's surroundings: Natural Earth 1:10m, fetched when somebody comes that close. */
export function fineCoastline(): Promise<Coastline> {
  return once(fineUrl);
}
