/** Draws charts and seamarks over the coast. */
import type { Map as Chart, ErrorEvent, LayerSpecification, MapSourceDataEvent } from "maplibre-gl";
import { type Theme, themeColour } from "../../preferences/theme.ts";
import { UPRIGHT } from "../base/name-layers.ts";
import { reportLayer } from "./chosen-layers.ts";
import type { Layer } from "./layer.ts";

/** The lowest layer of the boat's data: charts go beneath it. */
const BENEATH = "gaps";
/** Brightness of pictures that does not dazzle. */
const BRIGHTEST: Readonly<Record<Theme, number>> = { day: 1, dusk: 0.7, night: 0.35 };

/** A prefix that no other source or layer uses. */
const nameOf = (id: string): string => `layer ${id}`;

function rasterLayer(source: string, theme: Theme): LayerSpecification[] {
  const paint = {
    "raster-brightness-max": BRIGHTEST[theme],
    // At night chart.css multiplies pictures by red: green and blue would turn black, grey does not.
    "raster-saturation": theme === "night" ? -1 : 0,
  };
  return [{ id: source, type: "raster", source, paint }];
}

/** Vector tiles have no style: areas, lines, places and names take the theme's colours. */
function vectorLayers(source: string, parts: readonly string[]): LayerSpecification[] {
  const ink = themeColour("--map-ink");
  const coast = themeColour("--map-coast");
  return parts.flatMap((part): LayerSpecification[] => {
    const from = { source, "source-layer": part } as const;
    return [
      {
        ...from,
        id: `${source} ${part} areas`,
        type: "fill",
        filter: ["==", ["geometry-type"], "Polygon"],
        paint: { "fill-color": coast, "fill-opacity": 0.12 },
      },
      {
        ...from,
        id: `${source} ${part} lines`,
        type: "line",
        filter: ["!=", ["geometry-type"], "Point"],
        paint: { "line-color": coast, "line-width": 1 },
      },
      {
        ...from,
        id: `${source} ${part} places`,
        type: "circle",
        filter: ["==", ["geometry-type"], "Point"],
        paint: { "circle-color": ink, "circle-radius": 3 },
      },
      {
        ...from,
        id: `${source} ${part} names`,
        type: "symbol",
        layout: {
          "text-field": ["to-string", ["coalesce", ["get", "name"], ["get", "NAME"], ["get", "OBJNAM"], ""]],
          "text-font": UPRIGHT,
          "text-size": 11,
          "text-anchor": "top",
          "text-offset": [0, 0.4],
        },
        paint: {
          "text-color": ink,
          "text-halo-color": themeColour("--map-halo"),
          "text-halo-width": 1.2,
        },
      },
    ];
  });
}

function addLayer(chart: Chart, layer: Layer, theme: Theme): void {
  const { id, kind, tiles, minzoom, maxzoom, bounds, parts } = layer;
  const source = nameOf(id);
  const [west, south, east, north] = bounds;
  const common = { tiles: [tiles], minzoom, maxzoom, bounds: [west, south, east, north] } as const;
  const { tiles: addresses, ...limits } = common;
  chart.addSource(source, {
    ...(kind === "raster" ? { type: "raster", tileSize: 256 } : { type: "vector" }),
    ...limits,
    bounds: [west, south, east, north],
    tiles: [...addresses],
  });
  const drawn = kind === "raster" ? rasterLayer(source, theme) : vectorLayers(source, parts);
  for (const one of drawn) chart.addLayer(one, BENEATH);
}

/**
 * Draws layers, the last on top, in a theme's colours, and reports whether their tiles load.
 * @returns a function that removes them
 */
export function drawLayers(chart: Chart, layers: readonly Layer[], theme: Theme): () => void {
  const bySource = new Map(layers.map(({ id }) => [nameOf(id), id]));
  for (const layer of layers) addLayer(chart, layer, theme);
  const fails = (event: ErrorEvent & { readonly sourceId?: string }) => {
    const id = bySource.get(event.sourceId ?? "");
    if (id !== undefined) reportLayer(id, false);
  };
  const comes = ({ sourceId, tile }: MapSourceDataEvent) => {
    const id = bySource.get(sourceId);
    if (id !== undefined && tile?.state === "loaded") reportLayer(id, true);
  };
  // When a page closes, its chart is removed before this cleanup runs.
  let isGone = false;
  const goes = () => {
    isGone = true;
  };
  chart.on("error", fails);
  chart.on("sourcedata", comes);
  chart.once("remove", goes);
  const rasters = layers.some(({ kind }) => kind === "raster");
  chart.getContainer().classList.toggle("chart__canvas--pictures", rasters);
  return () => {
    if (isGone) return;
    chart.off("error", fails);
    chart.off("sourcedata", comes);
    chart.off("remove", goes);
    const drawn = chart
      .getStyle()
      .layers.filter((one) => "source" in one && bySource.has(String(one.source)));
    for (const { id } of drawn) chart.removeLayer(id);
    for (const source of bySource.keys()) chart.removeSource(source);
  };
}
