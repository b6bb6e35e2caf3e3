import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from "maplibre-gl";
import { themeColour } from "../preferences/theme.ts";
import { edgeLayer, mooragesLayer, nameLayers } from "./base/name-layers.ts";
import { TILES, tilesSource } from "./base/tiles.ts";

const NOTHING: GeoJSON.FeatureCollection = { type: "FeatureCollection", features: [] };

/** Sources that are filled later. */
export const SOURCES = ["land", "coast", "grid", "gaps", "track", "names", "moorages", "edge"] as const;
/** The coast until its tiles arrive, and offline. */
export const COARSE = ["land", "coast"] as const;
/** The coast from tiles. */
export const FINE = ["fine-land", "fine-coast"] as const;

/** Colours of a track from the low to the high end of its scale, in the current theme; one colour if unknown. */
export function trackColour(): ExpressionSpecification {
  const steps = ["--track-0", "--track-1", "--track-2", "--track-3"] as const;
  const shade: ExpressionSpecification = [
    "interpolate",
    ["linear"],
    ["get", "share"],
    ...steps.flatMap((name, step) => [step / 3, themeColour(name)]),
  ];
  return ["case", ["has", "share"], shade, themeColour("--track-1")];
}

/** Land and its edge. */
function coastLayers(
  land: string,
  coast: string,
  part: { readonly "source-layer"?: string },
  from: { readonly source?: string },
): LayerSpecification[] {
  return [
    {
      id: land,
      type: "fill",
      source: from.source ?? land,
      ...part,
      paint: { "fill-color": themeColour("--map-land"), "fill-antialias": false },
    },
    {
      id: coast,
      type: "line",
      source: from.source ?? coast,
      ...part,
      layout: { "line-cap": "round", "line-join": "round" },
      paint: {
        "line-color": themeColour("--map-coast"),
        "line-width": ["interpolate", ["linear"], ["zoom"], 2, 0.6, 9, 1.2, 14, 2],
      },
    },
  ];
}

/** All layers from bottom to top, in the current theme's colours. */
export function chartLayers(): LayerSpecification[] {
  const round = { "line-cap": "round", "line-join": "round" } as const;
  return [
    { id: "water", type: "background", paint: { "background-color": themeColour("--map-water") } },
    {
      id: "grid",
      type: "line",
      source: "grid",
      paint: { "line-color": themeColour("--map-grid"), "line-width": 1 },
    },
    ...coastLayers("land", "coast", {}, {}),
    ...coastLayers("fine-land", "fine-coast", { "source-layer": "land" }, { source: TILES }),
    ...nameLayers(),
    {
      id: "gaps",
      type: "line",
      source: "gaps",
      paint: { "line-color": themeColour("--track-gap"), "line-width": 3, "line-dasharray": [2, 2] },
    },
    {
      id: "casing",
      type: "line",
      source: "track",
      layout: round,
      paint: { "line-color": themeColour("--track-casing"), "line-width": 8 },
    },
    {
      id: "track",
      type: "line",
      source: "track",
      layout: round,
      paint: {
        "line-width": 4.5,
        "line-color": trackColour(),
      },
    },
    mooragesLayer(),
    edgeLayer(),
  ];
}

/** A style without glyphs or sprites: text uses the device's fonts. */
export function chartStyle(): StyleSpecification {
  return {
    version: 8,
    sources: Object.fromEntries([
      [TILES, tilesSource()],
      ...SOURCES.map((name) => [
        name,
        // The library drops lines shorter than its tolerance, and a track is made of short lines.
        { type: "geojson", data: NOTHING, ...(name === "track" || name === "gaps" ? { tolerance: 0 } : {}) },
      ]),
    ]),
    layers: chartLayers(),
  };
}
