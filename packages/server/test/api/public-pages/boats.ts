/** Random boats with secrets: a public page shows the same with other secrets. */

import { destination, distanceM, type Position } from "@wakelog/kit/geo/distance.ts";
import fc from "fast-check";

/** Nearer to a home than this nothing is shown, metres. */
const PRIVATE_M = 500;

/** A point of a track as a random choice: around which home, in which direction, how far away. */
interface Place {
  readonly home: number;
  readonly bearing: number;
  readonly metres: number;
}

/** An end of a log. */
interface End {
  /** Whether the log's row has the position; otherwise only its track does. */
  readonly positioned: boolean;
  /** A moorage, by its place in the list: homes first, then others; null for none. */
  readonly moorage: number | null;
}

interface LogChoice {
  readonly places: readonly Place[];
  readonly from: End;
  readonly to: End;
  readonly typedName: boolean;
  readonly hasPoints: boolean;
  readonly observed: boolean;
}

/** Everything about a boat that a test chooses. */
export interface BoatChoice {
  readonly homes: readonly Position[];
  readonly others: readonly Place[];
  readonly logs: readonly LogChoice[];
  readonly newest: Place;
  readonly notes: "unset" | "all" | "none" | "first" | "second";
  readonly pages: "all" | "first";
}

const place = fc.record({
  home: fc.nat(2),
  bearing: fc.integer({ min: 0, max: 359 }),
  metres: fc.oneof(
    fc.integer({ min: 0, max: 499 }),
    fc.integer({ min: 501, max: 560 }),
    fc.integer({ min: 600, max: 40_000 }),
  ),
});
const end = fc.record({
  positioned: fc.boolean(),
  moorage: fc.option(fc.nat(4), { nil: null }),
});
const home = fc.record({
  latitude: fc.oneof(fc.double({ min: -75, max: 75, noNaN: true }), fc.constantFrom(0, 60.1, -0.001)),
  longitude: fc.oneof(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.constantFrom(0, 180, -180, 179.998, -179.999),
  ),
});

export const boats: fc.Arbitrary<BoatChoice> = fc.record({
  homes: fc.array(home, { minLength: 1, maxLength: 3 }),
  others: fc.array(place, { minLength: 1, maxLength: 2 }),
  logs: fc.array(
    fc.record({
      places: fc.array(place, { minLength: 2, maxLength: 9 }),
      from: end,
      to: end,
      typedName: fc.boolean(),
      hasPoints: fc.boolean(),
      observed: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  newest: place,
  notes: fc.constantFrom("unset", "all", "none", "first", "second"),
  pages: fc.constantFrom("all", "first"),
});

/** A moorage as its row. */
export interface MoorageRow extends Position {
  readonly id: number;
  readonly name: string;
  readonly home: boolean;
  readonly notes: string;
}

/** A log as its row. */
export interface LogRow {
  readonly id: number;
  readonly name: string;
  readonly typed: boolean;
  readonly from: string;
  readonly to: string;
  readonly fromPosition: Position | null;
  readonly toPosition: Position | null;
  readonly fromMoorage: number | null;
  readonly toMoorage: number | null;
  readonly line: readonly Position[];
  readonly geojson: object | null;
  readonly notes: string;
  readonly extra: object;
  readonly reasons: object;
  readonly started: string;
  readonly ended: string;
}

/** A boat as its rows. */
export interface BoatRows {
  readonly moorages: readonly MoorageRow[];
  readonly logs: readonly LogRow[];
  readonly newest: Position;
  readonly measured: object;
  readonly preferences: object;
}

export const FIRST_ID = 9_000;

/** The marker of everything that no stranger may read. */
const hidden = (secret: number, what: string | number): string => `hidden${secret}-${what}`;

/**
 * The rows of a boat. Two secrets give rows that differ in everything that a public page must not show, and in nothing
 * else: positions near home, names of places there, notes that are not published, measurements that have no column.
 */
export function rowsOf(choice: BoatChoice, secret: number): BoatRows {
  const positionOf = (one: Place): Position => positionAt(choice.homes, one, secret);
  const moorages: MoorageRow[] = [
    ...choice.homes.map((at, i) => ({ ...at, home: true, n: i })),
    ...choice.others.map((one, i) => ({ ...positionOf(one), home: false, n: choice.homes.length + i })),
  ].map(({ n, ...row }) => ({
    ...row,
    id: FIRST_ID + n,
    name: row.home || isPrivate(choice.homes, row) ? hidden(secret, `moorage${n}`) : `Moorage ${n}`,
    notes: hidden(secret, "moorage notes"),
  }));
  const logs = choice.logs.map((log, i) => logRow(choice, log, i, moorages, positionOf, secret));
  return {
    moorages,
    logs,
    newest: positionOf(choice.newest),
    measured: {
      "environment.water.temperature": 285.5,
      "environment.outside.pressure": { latitude: 1, text: hidden(secret, "pressure") },
      "propulsion.main.state": hidden(secret, "state"),
      "navigation.position": positionOf(choice.newest),
    },
    preferences: {
      public_vessel: "Hider",
      public_logs: choice.pages === "all" ? true : [FIRST_ID],
      public_logs_list: true,
      public_timelapse: true,
      public_stats: true,
      public_monitoring: true,
      ...{
        unset: {},
        all: { public_notes: true },
        none: { public_notes: false },
        first: { public_notes: [FIRST_ID] },
        second: { public_notes: [FIRST_ID + 1] },
      }[choice.notes],
    },
  };
}

/** Near home another position for each secret; elsewhere always the same. */
function positionAt(
  homes: readonly Position[],
  { home: nth, bearing, metres }: Place,
  secret: number,
): Position {
  const centre = homes[nth % homes.length] ?? { latitude: 0, longitude: 0 };
  const base = destination(centre, bearing, metres);
  if (!isPrivate(homes, base)) return base;
  return destination(centre, bearing + 97 * secret, (metres * (1 + 31 * secret)) % (PRIVATE_M - 1));
}

export function isPrivate(homes: readonly Position[], one: Position): boolean {
  return homes.some((at) => distanceM(at, one) <= PRIVATE_M);
}

function logRow(
  { homes, notes }: BoatChoice,
  log: LogChoice,
  i: number,
  moorages: readonly MoorageRow[],
  positionOf: (one: Place) => Position,
  secret: number,
): LogRow {
  const id = FIRST_ID + i;
  const isHomely = (end: End, at: Position | undefined): boolean => {
    const moorage = end.moorage === null ? undefined : moorages[end.moorage];
    return (
      (at !== undefined && isPrivate(homes, at)) ||
      (moorage !== undefined && (moorage.home || isPrivate(homes, moorage)))
    );
  };
  const line = log.places.map(positionOf);
  const [first, last] = [line[0], line.at(-1)];
  const homely = [isHomely(log.from, first), isHomely(log.to, last)] as const;
  const from = homely[0] ? hidden(secret, "from") : `From ${i}`;
  const to = homely[1] ? hidden(secret, "to") : `To ${i}`;
  const shownNotes = notes === "all" || (notes === "first" && i === 0) || (notes === "second" && i === 1);
  const day = `2026-05-${String(10 + i).padStart(2, "0")}`;
  return {
    id,
    from,
    to,
    name: log.typedName ? `Typed ${i}` : `${from} to ${to}`,
    typed: log.typedName,
    fromPosition: log.from.positioned ? (first ?? null) : null,
    toPosition: log.to.positioned ? (last ?? null) : null,
    fromMoorage: log.from.moorage === null ? null : (moorages[log.from.moorage]?.id ?? null),
    toMoorage: log.to.moorage === null ? null : (moorages[log.to.moorage]?.id ?? null),
    line,
    geojson: log.hasPoints ? collection(line, secret) : null,
    notes: shownNotes ? `Notes ${i}` : hidden(secret, "notes"),
    extra: {
      ...(log.observed
        ? { observations: { seaState: 3, cloudCoverage: 1, by: hidden(secret, "crew") } }
        : {}),
      tags: ["summer", { crew: hidden(secret, "tag") }],
      metrics: { "navigation.log": 12.5, [hidden(secret, "engine")]: 7 },
      not_recorded: 1.5,
      crew: [hidden(secret, "crew")],
      [hidden(secret, "key")]: 1,
    },
    reasons: { from: hidden(secret, "reason"), at: first ?? null },
    started: `${day}T08:00:00Z`,
    ended: `${day}T16:00:00Z`,
  };
}

const coordinates = ({ latitude, longitude }: Position) => [longitude, latitude] as const;

/** A stored track with members of other programs. */
function collection(line: readonly Position[], secret: number): object {
  return {
    type: "FeatureCollection",
    secret: hidden(secret, "collection"),
    features: [
      {
        type: "Feature",
        id: hidden(secret, "feature"),
        geometry: { type: "LineString", coordinates: line.map(coordinates) },
        properties: {},
      },
      ...line.map((at, i) => ({
        type: "Feature",
        geometry: { type: "Point", coordinates: coordinates(at), secret: hidden(secret, "geometry") },
        properties: {
          ...at,
          time: `2026-05-10T08:00:${String(i).padStart(2, "0")}.000+00:00`,
          speedoverground: 5,
          status: i % 2 === 0 ? "sailing" : hidden(secret, "status"),
          notes: hidden(secret, "point"),
        },
      })),
      {
        type: "Feature",
        geometry: { type: "Polygon", coordinates: [[[1, secret]]] },
        properties: { name: hidden(secret, "polygon") },
      },
    ],
  };
}
