/** Meridians and parallels at a spacing that fits the view. */

export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Spacings in degrees: whole degrees, minutes, then parts of a minute. */
const STEPS = [
  30,
  15,
  10,
  5,
  2,
  1,
  30 / 60,
  20 / 60,
  10 / 60,
  5 / 60,
  2 / 60,
  1 / 60,
  0.5 / 60,
  0.2 / 60,
  0.1 / 60,
];

/** Minimum of lines across the wider side. */
const FEWEST = 3;

interface Graticule {
  readonly meridians: readonly number[];
  readonly parallels: readonly number[];
  /** Degrees between two lines. */
  readonly step: number;
}

function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
}

/** The lines for the visible part of the world. */
export function graticuleOf({ west, south, east, north }: Bounds): Graticule {
  const span = Math.max(east - west, north - south);
  const step = STEPS.find((one) => span / one >= FEWEST) ?? STEPS.at(-1) ?? 1;
  return {
    step,
    meridians: multiples(west, east, step),
    parallels: multiples(Math.max(south, -85), Math.min(north, 85), step),
  };
}

/** The lines as GeoJSON, extended beyond the view. */
export function graticuleLines(
  graticule: Graticule,
  { west, south, east, north }: Bounds,
): GeoJSON.MultiLineString {
  return {
    type: "MultiLineString",
    coordinates: [
      ...graticule.meridians.map((longitude) => [
        [longitude, Math.max(south, -85)],
        [longitude, Math.min(north, 85)],
      ]),
      ...graticule.parallels.map((latitude) => [
        [west, latitude],
        [east, latitude],
      ]),
    ],
  };
}

/** A label as on a paper chart: `59°50′N`, `20°E`. */
export function graticuleLabel(value: number, axis: "meridian" | "parallel", step: number): string {
  const wrapped = axis === "meridian" ? ((((value + 180) % 360) + 360) % 360) - 180 : value;
  const tenths = Math.round(Math.abs(wrapped) * 600);
  const whole = Math.floor(tenths / 600);
  const minutes = (tenths % 600) / 10;
  const side = tenths === 0 ? "" : axis === "meridian" ? (wrapped < 0 ? "W" : "E") : wrapped < 0 ? "S" : "N";
  const digits = step * 60 < 1 ? 1 : 0;
  const minuteText = step >= 1 ? "" : `${minutes.toFixed(digits).padStart(digits === 0 ? 2 : 4, "0")}′`;
  return `${whole}°${minuteText}${side}`;
}
