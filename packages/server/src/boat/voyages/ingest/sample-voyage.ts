/** A short sample voyage as a boat's plugin would record it: at the dock, motoring out, sailing, at anchor. */

import { round } from "@wakelog/kit/geo/rounding.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";

/** A metric row as the plugin sends it. */
export interface SampleRow {
  readonly time: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Knots. */
  readonly speedoverground: number;
  /** Degrees true. */
  readonly courseovergroundtrue: number;
  /** Knots. */
  readonly windspeedapparent: number;
  /** Degrees, negative to port. */
  readonly anglespeedapparent: number;
  readonly status: "moored" | "motoring" | "sailing" | "anchored";
  /** SI units. */
  readonly metrics: Readonly<Record<string, number | string>>;
}

/** The parts of the voyage: duration, status, speed and course. */
const PARTS = [
  { minutes: 10, status: "moored", knots: 0, course: 180 },
  { minutes: 12, status: "motoring", knots: 4.5, course: 185 },
  { minutes: 40, status: "sailing", knots: 6.2, course: 230 },
  { minutes: 20, status: "sailing", knots: 6.8, course: 265 },
  { minutes: 8, status: "motoring", knots: 3.5, course: 290 },
  { minutes: 15, status: "anchored", knots: 0, course: 40 },
] as const;

/** Off Helsinki's Kaivopuisto. */
const START = { latitude: 60.1518, longitude: 24.957 };
const NM_PER_DEGREE = 60;

/**
 * The voyage's rows, one per minute, the last at `end`.
 * @param end a time at anchor, a while after arrival
 */
export function sampleVoyage(end: Date): readonly SampleRow[] {
  const minutes = PARTS.reduce((sum, part) => sum + part.minutes, 0);
  const rows: SampleRow[] = [];
  let { latitude, longitude } = START;
  let engineSeconds = 1_776_000;
  for (const part of PARTS) {
    for (let i = 0; i < part.minutes; i++) {
      const minute = rows.length;
      // A small wobble makes the readings look real.
      const wobble = Math.sin(minute * 1.7);
      const knots = part.knots === 0 ? 0 : part.knots + 0.4 * wobble;
      const course = part.course + 4 * Math.sin(minute * 0.6);
      const radians = (course * Math.PI) / 180;
      const running = part.status === "motoring";
      if (running) engineSeconds += 60;
      latitude += (Math.cos(radians) * knots) / 60 / NM_PER_DEGREE;
      longitude += (Math.sin(radians) * knots) / 60 / NM_PER_DEGREE / Math.cos((latitude * Math.PI) / 180);
      rows.push({
        time: new Date(end.getTime() - (minutes - 1 - minute) * MINUTE).toISOString(),
        latitude: round(latitude, 7),
        longitude: round(longitude, 7),
        speedoverground: round(knots, 1),
        courseovergroundtrue: round((course + 360) % 360, 1),
        windspeedapparent: round(13 + 3 * wobble, 1),
        anglespeedapparent: round(-38 + 6 * wobble, 1),
        status: part.status,
        metrics: {
          "environment.wind.speedTrue": round(6.2 + wobble, 2),
          "environment.wind.directionTrue": round(4.3 + 0.05 * wobble, 3),
          "environment.depth.belowTransducer": round(9 + 4 * wobble, 1),
          "environment.water.temperature": 288.45,
          "environment.outside.temperature": 291.2,
          "environment.inside.temperature": 294.0,
          "environment.outside.pressure": 101_420,
          "environment.outside.relativeHumidity": 0.68,
          "environment.inside.relativeHumidity": 0.55,
          "electrical.batteries.House.voltage": round(12.7 + (running ? 1.1 : 0), 2),
          "electrical.batteries.House.capacity.stateOfCharge": round(0.9 - minute * 0.0005, 4),
          "propulsion.main.state": running ? "started" : "stopped",
          "propulsion.main.runTime": engineSeconds,
          "tanks.fuel.0.currentLevel": 0.64,
        },
      });
    }
  }
  return rows;
}
