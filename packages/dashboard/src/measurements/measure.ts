import {
  degreesOfRadians,
  fahrenheitOfCelsius,
  feetOfMetres,
  knotsOfMetresPerSecond,
} from "../units/convert.ts";
import {
  distanceOfNauticalMiles,
  distanceUnit,
  metres,
  pressure,
  type Quantity,
  quantity,
  type ShownUnits,
  speedOfKnots,
  speedUnit,
  temperature,
} from "../units/quantity.ts";

/** The physical quantity of a number; boats send SI units. */
export type Measure =
  | "speed"
  | "bearing"
  | "angle"
  | "temperature"
  | "pressure"
  | "ratio"
  | "volts"
  | "amperes"
  | "watts"
  | "depth"
  | "length"
  | "distance"
  | "turns"
  | "hours"
  | "litres"
  | "plain";

/** Conversion for display: `shown = si * factor + offset`. */
interface Scale {
  readonly unit: string;
  readonly factor: number;
  readonly offset?: number;
  readonly digits: number;
}

const DEGREES = { unit: "°", factor: 180 / Math.PI, digits: 0 };

const FIXED: Readonly<Partial<Record<Measure, Scale>>> = {
  bearing: DEGREES,
  angle: DEGREES,
  ratio: { unit: "%", factor: 100, digits: 0 },
  volts: { unit: "V", factor: 1, digits: 2 },
  amperes: { unit: "A", factor: 1, digits: 1 },
  watts: { unit: "W", factor: 1, digits: 0 },
  turns: { unit: "rpm", factor: 60, digits: 0 },
  hours: { unit: "h", factor: 1 / 3600, digits: 1 },
  litres: { unit: "l", factor: 1000, digits: 0 },
};

function chosen(measure: Measure, units: ShownUnits): Scale {
  switch (measure) {
    case "speed":
      return { unit: speedUnit(units), factor: speedOfKnots(knotsOfMetresPerSecond(1), units), digits: 1 };
    case "distance":
      return { unit: distanceUnit(units), factor: distanceOfNauticalMiles(1 / 1852, units), digits: 1 };
    case "depth":
    case "length": {
      const { unit } = metres(null, units);
      const digits = measure === "depth" && unit === "m" ? 1 : 0;
      return { unit, factor: unit === "m" ? 1 : feetOfMetres(1), digits };
    }
    case "temperature": {
      const { unit } = temperature(null, units);
      return unit === "°C"
        ? { unit, factor: 1, offset: -273.15, digits: 1 }
        : { unit, factor: 1.8, offset: fahrenheitOfCelsius(-273.15), digits: 1 };
    }
    case "pressure": {
      const { unit } = pressure(null, units);
      return unit === "hPa" ? { unit, factor: 0.01, digits: 0 } : { unit, factor: 1 / 3386.389, digits: 2 };
    }
    default:
      return { unit: "", factor: 1, digits: 2 };
  }
}

function scaleOf(measure: Measure, units: ShownUnits): Scale {
  return FIXED[measure] ?? chosen(measure, units);
}

/** The display unit of a measure; empty if it has none. */
export function unitOf(measure: Measure, units: ShownUnits): string {
  return scaleOf(measure, units).unit;
}

/** Converts SI to the display unit. */
export function shownOf(measure: Measure, si: number, units: ShownUnits): number {
  if (measure === "bearing") return degreesOfRadians(si);
  const { factor, offset = 0 } = scaleOf(measure, units);
  return si * factor + offset;
}

/** Converts the display unit to SI. */
export function siOf(measure: Measure, shown: number, units: ShownUnits): number {
  const { factor, offset = 0 } = scaleOf(measure, units);
  return (shown - offset) / factor;
}

/** Formats an SI value with its unit. */
export function quantityOf(measure: Measure, si: number | null, units: ShownUnits): Quantity {
  const { unit, digits } = scaleOf(measure, units);
  if (si === null) return quantity(null, digits, unit, units);
  const shown = shownOf(measure, si, units);
  const whole = Math.abs(shown) >= 1000 || (measure === "plain" && Number.isInteger(shown));
  return quantity(shown, whole ? 0 : digits, unit, units);
}
