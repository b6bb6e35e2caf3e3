import type { ExpressionSpecification, LayerSpecification } from "maplibre-gl";
import { themeColour } from "../../preferences/theme.ts";
import { TILES } from "./tiles.ts";

/** The first font decides between upright and slanted letters; the others are fallbacks. */
const FONTS = ["Segoe UI", "Roboto", "Helvetica Neue", "Liberation Sans"];
/** Upright letters. */
export const UPRIGHT = FONTS;
const SLANTED = ["Italic", ...FONTS];

/** Names appear from their own zoom on; countries disappear where they fill the view. */
const ROOM: ExpressionSpecification = ["<=", ["get", "zoom"], ["zoom"]];

/** Labels in the current theme's colours, from lowest to highest priority. */
export function nameLayers(): LayerSpecification[] {
  const ink = themeColour("--map-ink");
  const halo = { "text-halo-color": themeColour("--map-halo"), "text-halo-width": 1.4 } as const;
  return [
    {
      id: "countries",
      type: "symbol",
      source: "names",
      maxzoom: 8,
      filter: ["all", ["==", ["get", "kind"], "country"], ROOM],
      layout: {
        "text-field": ["get", "name"],
        "text-font": UPRIGHT,
        "text-size": ["interpolate", ["linear"], ["zoom"], 1, 10, 6, 15],
        "text-transform": "uppercase",
        "text-letter-spacing": 0.12,
        "text-max-width": 8,
      },
      paint: { "text-color": themeColour("--map-coast"), ...halo },
    },
    {
      id: "seas",
      type: "symbol",
      source: "names",
      maxzoom: 9,
      filter: ["all", ["==", ["get", "kind"], "sea"], ROOM],
      layout: {
        "text-field": ["get", "name"],
        "text-font": SLANTED,
        "text-size": ["interpolate", ["linear"], ["zoom"], 1, 10, 7, 16],
        "text-letter-spacing": 0.08,
        "text-max-width": 7,
      },
      paint: {
        "text-color": themeColour("--map-sea-ink"),
        "text-halo-color": themeColour("--map-water"),
        "text-halo-width": 1,
      },
    },
    {
      id: "towns",
      type: "symbol",
      source: TILES,
      "source-layer": "towns",
      layout: {
        "text-field": ["get", "name"],
        "text-font": UPRIGHT,
        "text-size": ["interpolate", ["linear"], ["get", "rank"], 0, 15, 9, 11],
        "text-max-width": 8,
        "text-padding": 6,
        "symbol-sort-key": ["get", "rank"],
      },
      paint: { "text-color": ink, ...halo },
    },
  ];
}

/** Invisible letters where the labels at the edge are, above all names: none is placed under a label. */
export function edgeLayer(): LayerSpecification {
  return {
    id: "edge",
    type: "symbol",
    source: "edge",
    layout: {
      "text-field": ["get", "text"],
      "text-font": UPRIGHT,
      "text-size": 13,
      "text-anchor": ["get", "anchor"],
      "text-max-width": 20,
      "text-padding": 4,
      "text-allow-overlap": true,
    },
    paint: { "text-opacity": 0 },
  };
}

/** The names of the user's own moorages, above all other names. */
export function mooragesLayer(): LayerSpecification {
  return {
    id: "moorages",
    type: "symbol",
    source: "moorages",
    minzoom: 7,
    layout: {
      "text-field": ["get", "name"],
      "text-font": UPRIGHT,
      "text-size": 12,
      "text-anchor": "left",
      "text-offset": [0.7, 0],
      "text-max-width": 10,
      "symbol-sort-key": ["-", ["get", "visits"]],
    },
    paint: {
      "text-color": themeColour("--action"),
      "text-halo-color": themeColour("--map-halo"),
      "text-halo-width": 1.6,
    },
  };
}
