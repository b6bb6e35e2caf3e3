import type { LayerSpecification, StyleSpecification } from "maplibre-gl";
import { themeColour } from "../preferences/theme.ts";

const NOTHING: GeoJSON.FeatureCollection = { type: "FeatureCollection", features: [] };

/** Names of the sources that are filled later. */
export const SOURCES = ["land", "coast", "grid", "gaps", "track"] as const;

/** The colours of speed from slow to fast, as the current theme has them. */
function speedColours(): readonly string[] {
  return [
    themeColour("--track-0"),
    themeColour("--track-1"),
    themeColour("--track-2"),
    themeColour("--track-3"),
  ];
}

/** All layers from below to above, in the colours of the current theme. `top` is the fastest speed in knots. */
export function chartLayers(top: number): LayerSpecification[] {
  const [slow = "#000", calm = "#000", brisk = "#000", fast = "#000"] = speedColours();
  const round = { "line-cap": "round", "line-join": "round" } as const;
  return [
    { id: "water", type: "background", paint: { "background-color": themeColour("--map-water") } },
    {
      id: "grid",
      type: "line",
      source: "grid",
      paint: { "line-color": themeColour("--map-grid"), "line-width": 1 },
    },
    {
      id: "land",
      type: "fill",
      source: "land",
      paint: { "fill-color": themeColour("--map-land"), "fill-antialias": false },
    },
    {
      id: "coast",
      type: "line",
      source: "coast",
      layout: round,
      paint: {
        "line-color": themeColour("--map-coast"),
        "line-width": ["interpolate", ["linear"], ["zoom"], 2, 0.6, 9, 1.6],
      },
    },
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
        "line-color": [
          "interpolate",
          ["linear"],
          ["get", "knots"],
          0,
          slow,
          top / 3,
          calm,
          (top * 2) / 3,
          brisk,
          top,
          fast,
        ],
      },
    },
  ];
}

/** A style without tiles, glyphs or sprites: nothing in it is fetched. */
export function chartStyle(top: number): StyleSpecification {
  return {
    version: 8,
    sources: Object.fromEntries(
      SOURCES.map((name) => [
        name,
        // The library leaves out lines that are shorter than its tolerance, and a track is made of short lines.
        { type: "geojson", data: NOTHING, ...(name === "track" || name === "gaps" ? { tolerance: 0 } : {}) },
      ]),
    ),
    layers: chartLayers(top),
  };
}
