import { type Map as Chart, LngLatBounds, Marker } from "maplibre-gl";
import { themeColour } from "../../preferences/theme.ts";
import { buttonsWidth } from "../controls/covered.ts";
import { fitPadding } from "../controls/fit-padding.ts";
import { placeLabels, type Worded } from "./boat-labels.ts";
import { metresBetween, type Place, placeFrom } from "./sphere.ts";

/** A circle on the chart. */
export interface Ring extends Place {
  /** Metres. */
  readonly radius: number;
  /** A warning ring, an alarm ring, or the observed swing circle. */
  readonly kind: "warn" | "alarm" | "swing";
}

/** Drawings around a boat. */
export interface BoatLayer {
  readonly boat: Place;
  /** Predicted positions at the current course and speed, with times. */
  readonly ahead: readonly Worded[];
  readonly rings: readonly Ring[];
  /** The anchor, and the boat's farthest position from it. */
  readonly farthest: { readonly from: Place; readonly to: Place; readonly words: string } | null;
}

const SOURCE = "boat";
const SIDES = 96;

const position = ({ longitude, latitude }: Place): GeoJSON.Position => [longitude, latitude];

function outline(ring: Ring): GeoJSON.Position[] {
  return Array.from({ length: SIDES + 1 }, (_, side) =>
    position(placeFrom(ring, ((side % SIDES) * 360) / SIDES, ring.radius)),
  );
}

function line(kind: string, coordinates: GeoJSON.Position[]): GeoJSON.Feature {
  return { type: "Feature", geometry: { type: "LineString", coordinates }, properties: { kind } };
}

function featuresOf({ boat, ahead, rings, farthest }: BoatLayer): GeoJSON.FeatureCollection {
  return {
    type: "FeatureCollection",
    features: [
      ...rings.map(
        (ring): GeoJSON.Feature => ({
          type: "Feature",
          geometry: { type: "Polygon", coordinates: [outline(ring)] },
          properties: { kind: ring.kind },
        }),
      ),
      ...(ahead.length === 0 ? [] : [line("course", [boat, ...ahead].map(position))]),
      ...ahead.map(
        (place): GeoJSON.Feature => ({
          type: "Feature",
          geometry: { type: "Point", coordinates: position(place) },
          properties: { kind: "ahead" },
        }),
      ),
      ...(farthest === null ? [] : [line("farthest", [farthest.from, farthest.to].map(position))]),
    ],
  };
}

/** A line layer for each kind, in the current theme's colours. */
const LINES = [
  ["swing", "--action"],
  ["warn", "--warn"],
  ["alarm", "--bad"],
  ["farthest", "--map-ink"],
  ["course", "--accent"],
] as const;

function addLayers(chart: Chart): void {
  chart.addLayer({
    id: "boat-fill",
    type: "fill",
    source: SOURCE,
    filter: ["==", ["geometry-type"], "Polygon"],
    paint: { "fill-color": themeColour("--action"), "fill-opacity": 0.08 },
  });
  for (const [kind, colour] of LINES) {
    chart.addLayer({
      id: `boat-${kind}`,
      type: "line",
      source: SOURCE,
      filter: ["==", ["get", "kind"], kind],
      paint: {
        "line-color": themeColour(colour),
        "line-width": kind === "course" ? 3 : 2,
        ...(kind === "farthest" ? { "line-dasharray": [2, 2] } : {}),
      },
    });
  }
}

/** Predicted positions. */
function addDots(chart: Chart): void {
  chart.addLayer({
    id: "boat-ahead",
    type: "circle",
    source: SOURCE,
    filter: ["==", ["get", "kind"], "ahead"],
    paint: {
      "circle-radius": 5,
      "circle-color": themeColour("--accent"),
      "circle-stroke-width": 2,
      "circle-stroke-color": themeColour("--track-casing"),
    },
  });
}

function removeLayers(chart: Chart): void {
  for (const id of ["boat-fill", "boat-ahead", ...LINES.map(([kind]) => `boat-${kind}`)]) {
    if (chart.getLayer(id) !== undefined) chart.removeLayer(id);
  }
  if (chart.getSource(SOURCE) !== undefined) chart.removeSource(SOURCE);
}

/** Draws the surroundings of a boat. Returns a function that removes them. */
export function drawBoat(chart: Chart, layer: BoatLayer): () => void {
  chart.addSource(SOURCE, { type: "geojson", data: featuresOf(layer), tolerance: 0 });
  addLayers(chart);
  addDots(chart);
  const { ahead, farthest } = layer;
  const takeLabels = placeLabels(chart, layer.boat, [
    ...ahead,
    ...(farthest === null ? [] : [{ ...farthest.to, words: farthest.words }]),
  ]);
  return () => {
    takeLabels();
    removeLayers(chart);
  };
}

/**
 * Adds a handle to the eastern edge of a ring to change its radius; a slider beside the chart does the same for the
 * keyboard. Returns a function that removes it.
 */
export function gripRing(
  chart: Chart,
  centre: Place,
  radius: number,
  onRadius: (metres: number) => void,
): () => void {
  const element = document.createElement("div");
  element.className = "boat-grip";
  element.setAttribute("aria-hidden", "true");
  const edge = placeFrom(centre, 90, radius);
  const marker = new Marker({ element, draggable: true })
    .setLngLat([edge.longitude, edge.latitude])
    .addTo(chart);
  marker.on("drag", () => {
    const { lng, lat } = marker.getLngLat();
    onRadius(metresBetween(centre, { latitude: lat, longitude: lng }));
  });
  return () => marker.remove();
}

/** Fits a circle into the chart. */
export function fitAround(chart: Chart, ring: Place & { readonly radius: number }): void {
  const bounds = new LngLatBounds();
  for (const bearing of [0, 90, 180, 270]) {
    const { longitude, latitude } = placeFrom(ring, bearing, ring.radius);
    bounds.extend([longitude, latitude]);
  }
  chart.fitBounds(bounds, {
    padding: fitPadding(chart.getContainer(), buttonsWidth(chart)),
    maxZoom: 17,
    animate: false,
  });
}
