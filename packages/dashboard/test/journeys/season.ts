/** A cruising season in the Baltic as a plugin would record it, for pictures and pages that need a year. */

import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { destination, distanceM, initialBearingDegrees, type Position } from "@wakelog/kit/geo/distance.ts";
import { NM_M } from "@wakelog/kit/geo/units.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import type { Skipper } from "../../../../test/support/skipper.ts";

type Waypoint = readonly [latitude: number, longitude: number];

const HANKO: Waypoint = [59.8185, 22.972];
/** Passages over open water between harbours or anchorages. */
const OFF_HANKO: Waypoint = [59.79, 22.93];
const UTO: Waypoint = [59.7795, 21.372];
const OFF_UTO: Waypoint = [59.745, 21.36];
const VISBY: Waypoint = [57.6375, 18.2755];
const LEHTMA: Waypoint = [59.0705, 22.6965];
const OFF_LEHTMA: Waypoint = [59.13, 22.7];
const SANDHAMN: Waypoint = [59.2875, 18.917];
const OFF_SANDHAMN: Waypoint = [59.22, 19.1];
const JUSSARO: Waypoint = [59.8265, 23.573];
const OFF_JUSSARO: Waypoint = [59.785, 23.5];

/** Round trips, with the days spent at each stop. */
const CRUISES: readonly { readonly day: number; readonly legs: readonly (readonly Waypoint[])[] }[] = [
  {
    day: 0,
    legs: [
      [HANKO, OFF_HANKO, OFF_JUSSARO, JUSSARO],
      [JUSSARO, OFF_JUSSARO, OFF_HANKO, HANKO],
    ],
  },
  {
    day: 9,
    legs: [
      [HANKO, OFF_HANKO, OFF_LEHTMA, LEHTMA],
      [LEHTMA, OFF_LEHTMA, OFF_HANKO, HANKO],
    ],
  },
  {
    day: 20,
    legs: [
      [HANKO, OFF_HANKO, OFF_UTO, UTO],
      [UTO, OFF_UTO, OFF_SANDHAMN, SANDHAMN],
      [SANDHAMN, OFF_SANDHAMN, [58.3, 18.6], VISBY],
      [VISBY, [57.8, 18.25], [58.1, 18.9], [59.0, 21.8], OFF_LEHTMA, LEHTMA],
      [LEHTMA, OFF_LEHTMA, OFF_HANKO, HANKO],
    ],
  },
  {
    day: 48,
    legs: [
      [HANKO, OFF_HANKO, OFF_UTO, UTO],
      [UTO, OFF_UTO, OFF_HANKO, HANKO],
    ],
  },
  {
    day: 62,
    legs: [
      [HANKO, OFF_HANKO, OFF_JUSSARO, JUSSARO],
      [JUSSARO, OFF_JUSSARO, OFF_HANKO, HANKO],
    ],
  },
];
const CRUISE_DAYS = 76;
const REST_MINUTES = 10;

/** A deterministic wave between -1 and 1. */
const wave = (minute: number, period: number): number => Math.sin((2 * Math.PI * minute) / period);

/**
 * Rows of a season repeated until `end`, one a minute under way and one every ten minutes in harbour; under way at
 * the end.
 * @param end milliseconds since 1970-01-01 UTC
 * @param days length of the season
 */
export function season(end: number, days: number): readonly JsonObject[] {
  const begin = Math.floor((end - days * 1440 * MINUTE) / MINUTE) * MINUTE;
  const last = Math.floor((end - begin) / MINUTE);
  const rows: JsonObject[] = [];
  let minute = 0;
  const add = (at: Position, knots: number, course: number, status: string): void => {
    const wind = 11 + 5 * wave(minute, 2880) + 2 * wave(minute, 47);
    rows.push({
      time: new Date(begin + minute * MINUTE).toISOString(),
      latitude: at.latitude,
      longitude: at.longitude,
      speedoverground: Math.max(0, Math.round(knots * 10) / 10),
      courseovergroundtrue: Math.round((course + 360) % 360),
      windspeedapparent: Math.round(10 * (wind + knots / 3)) / 10,
      anglespeedapparent: Math.round(-42 + 9 * wave(minute, 61)),
      status,
      metrics: measured(minute, wind, knots, status),
    });
  };
  const restUntil = (at: Waypoint, until: number, status: string): void => {
    for (; minute < Math.min(until, last); minute += REST_MINUTES) {
      add(destination(asPosition(at), (minute * 37) % 360, (minute * 31) % 6), 0.1, 40, status);
    }
  };
  const sail = (track: readonly Waypoint[]): void => {
    let here = asPosition(track[0] ?? HANKO);
    for (const [place, to] of track.slice(1).entries()) {
      const target = asPosition(to);
      const engine = place === 0 || place === track.length - 2;
      for (; distanceM(here, target) > 200 && minute <= last; minute++) {
        const knots = engine
          ? 4.8 + 0.3 * wave(minute, 17)
          : 6.1 + 1.1 * wave(minute, 213) + 0.4 * wave(minute, 29);
        const course = initialBearingDegrees(here, target) + 6 * wave(minute, 97);
        add(here, knots, course, engine ? "motoring" : "sailing");
        here = destination(here, course, Math.min(distanceM(here, target), (knots * NM_M) / 60));
      }
    }
  };
  for (let round = 0; minute < last; round++) {
    for (const { day, legs } of CRUISES) {
      restUntil(HANKO, (round * CRUISE_DAYS + day) * 1440 + 420, "moored");
      for (const leg of legs) {
        if (minute >= last) break;
        sail(leg);
        const at = leg.at(-1) ?? HANKO;
        if (at !== HANKO) restUntil(at, minute + 1260, at === JUSSARO ? "anchored" : "moored");
      }
    }
    restUntil(HANKO, (round + 1) * CRUISE_DAYS * 1440, "moored");
  }
  return rows;
}

function asPosition([latitude, longitude]: Waypoint): Position {
  return { latitude, longitude };
}

/** Instrument readings in SI units. */
function measured(minute: number, wind: number, knots: number, status: string): JsonObject {
  const running = status === "motoring";
  const to = (value: number, digits: number): number => Number(value.toFixed(digits));
  return {
    "navigation.log": to(minute * 60 * 2.6, 0),
    "navigation.speedThroughWater": to(knots / 1.944 + 0.1 * wave(minute, 31), 2),
    "environment.wind.speedTrue": to(wind / 1.944, 2),
    "environment.wind.directionTrue": to(4.1 + 0.4 * wave(minute, 1900), 3),
    "environment.depth.belowTransducer": to(18 + 13 * wave(minute, 350), 1),
    "environment.water.temperature": to(289.5 + 2 * wave(minute, 40_000), 2),
    "environment.outside.temperature": to(290.5 + 4 * wave(minute, 1440), 2),
    "environment.inside.temperature": to(293.4 + 1.5 * wave(minute, 1440), 2),
    "environment.outside.pressure": to(101_320 + 900 * wave(minute, 6800), 0),
    "environment.outside.relativeHumidity": to(0.71 + 0.12 * wave(minute, 1440), 2),
    "environment.inside.relativeHumidity": to(0.52 + 0.05 * wave(minute, 1440), 2),
    "electrical.batteries.House.voltage": to(12.65 + (running ? 1.3 : 0) + 0.25 * wave(minute, 1440), 2),
    "electrical.batteries.House.capacity.stateOfCharge": to(0.82 + 0.12 * wave(minute, 1440), 3),
    "electrical.batteries.House.current": to((running ? 38 : -3.5) + 1.5 * wave(minute, 13), 1),
    "electrical.solar.Deck.panelPower": to(Math.max(0, 160 * wave(minute - 360, 1440)), 0),
    "propulsion.main.state": running ? "started" : "stopped",
    "propulsion.main.revolutions": to(running ? 31 + wave(minute, 23) : 0, 1),
    "propulsion.main.temperature": to(running ? 351 + wave(minute, 41) : 292, 1),
    "propulsion.main.runTime": to(1_776_000 + minute * 2.4, 0),
    "tanks.fuel.0.currentLevel": to(0.62 + 0.3 * wave(minute, 60_000), 3),
    "tanks.freshWater.0.currentLevel": to(0.55 + 0.35 * wave(minute, 11_000), 3),
    "tanks.blackWater.0.currentLevel": to(0.3 + 0.25 * wave(minute, 9000), 3),
  };
}

/** Rows per POST. */
const BATCH = 5000;

/** Ids in a season, for the addresses of pages. */
export interface SeasonIds {
  /** The longest log. */
  readonly log: number;
  /** The newest stay that has ended. */
  readonly stay: number;
  /** The first moorage. */
  readonly moorage: number;
}

/** Sends a season that ends now. */
export async function sailSeason(skipper: Skipper, days: number): Promise<SeasonIds> {
  const rows = season(Date.now(), days);
  for (let from = 0; from < rows.length; from += BATCH) await skipper.send(rows.slice(from, from + BATCH));
  const first = async (path: string): Promise<number> => (await skipper.rows(`${path}&limit=1`))[0].id;
  return {
    log: await first("/logbook?select=id&_to_time=not.is.null&order=distance.desc"),
    stay: await first("/stays?select=id&departed=not.is.null&order=arrived.desc"),
    moorage: await first("/moorages?select=id&order=id"),
  };
}
