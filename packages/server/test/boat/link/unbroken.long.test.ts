/** Law: a month cut off, drained over the link in whatever order, is the logbook of a boat that never lost its link. */
import { destination } from "@wakelog/kit/geo/distance.ts";
import { mpsToKnots } from "@wakelog/kit/geo/units.ts";
import { HOUR, MINUTE } from "@wakelog/kit/time/units.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { LAW_TIMEOUT, lawCases } from "../../../../../test/support/laws/cases.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { type LinkedBoat, linkedBoat, newStream } from "./linked-boat.ts";

const service = serviceForTests();
const { api } = service;

const DAYS = 30;
const SPEED = "navigation.speedOverGround";
const VOLTAGE = "electrical.batteries.House.voltage";
const PATHS = { "1": SPEED, "7": VOLTAGE };

/** A row as it is measured. */
interface Measured {
  readonly time: number;
  readonly place: { readonly latitude: number; readonly longitude: number } | null;
  /** Metres per second. */
  readonly speed: number;
  readonly voltage: number;
}

const leg = fc.record({
  restHours: fc.integer({ min: 3, max: 60 }),
  sailedMinutes: fc.integer({ min: 40, max: 480 }),
  course: fc.integer({ min: 0, max: 359 }),
  speed: fc.double({ min: 1.5, max: 4, noNaN: true }),
  /** Without fixes for a part of it. */
  blind: fc.boolean(),
});

/** A month at rest and under way. */
const month = fc
  .record({ legs: fc.array(leg, { minLength: 12, maxLength: 30 }), step: fc.integer({ min: 2, max: 6 }) })
  .map(({ legs, step }): readonly Measured[] => {
    const rows: Measured[] = [];
    const ends = Math.floor(Date.now() / MINUTE) * MINUTE - 20 * MINUTE;
    let time = ends - DAYS * 24 * HOUR;
    let place = { latitude: 59.8, longitude: 22.9 };
    const put = (speed: number, isBlind: boolean): void => {
      const swung = destination(place, (rows.length * 137) % 360, speed === 0 ? rows.length % 12 : 0);
      const at = { latitude: rounded(swung.latitude), longitude: rounded(swung.longitude) };
      const voltage = 12 + (rows.length % 50) / 100;
      rows.push({ time: time + (rows.length % 900), place: isBlind ? null : at, speed, voltage });
    };
    for (const { restHours, sailedMinutes, course, speed, blind } of legs) {
      for (const until = time + restHours * HOUR; time < until && time < ends; time += 30 * MINUTE)
        put(0, false);
      for (let sailed = 0; sailed < sailedMinutes && time < ends; sailed += step, time += step * MINUTE) {
        place = destination(place, course, speed * step * 60);
        put(speed, blind && sailed > 20 && sailed < 35);
      }
    }
    for (; time < ends; time += 30 * MINUTE) put(0, false);
    return rows;
  });

const rounded = (degrees: number): number => Number(degrees.toFixed(6));

/** How the backlog is drained. */
const drain = fc.record({
  order: fc.constantFrom("newest, then oldest first", "newest first", "shuffled"),
  batch: fc.integer({ min: 150, max: 1000 }),
  seed: fc.integer({ min: 1, max: 1e6 }),
  /** Batches whose answer is lost, and which are sent again later with others. */
  doubled: fc.array(fc.nat({ max: 20 }), { maxLength: 4 }),
  /** Batches of which only a part of the body arrives at first. */
  cut: fc.array(fc.nat({ max: 20 }), { maxLength: 3 }),
});
type Drain = typeof drain extends fc.Arbitrary<infer T> ? T : never;

/** The exchanges' rows in the order in which they are sent. */
function batchesOf(rows: readonly Measured[], { order, batch, seed, doubled }: Drain) {
  const numbered = rows.map(({ time, place, speed, voltage }, i) => [
    ...[2 * i + 1, time, place?.latitude ?? null, place?.longitude ?? null],
    { "1": speed, "7": voltage },
  ]);
  const inOrder = order === "newest first" ? numbered.toReversed() : numbered;
  const first = order === "newest, then oldest first" ? [numbered.slice(-1)] : [];
  const batches = Array.from({ length: Math.ceil(inOrder.length / batch) }, (_, i) =>
    inOrder.slice(i * batch, (i + 1) * batch),
  );
  const key = (i: number): number => ((i + 1) * seed * 2654435761) % 65_537;
  const mixed =
    order === "shuffled"
      ? batches
          .map((rowsOfOne, i) => ({ rowsOfOne, at: key(i) }))
          .sort((a, b) => a.at - b.at)
          .map(({ rowsOfOne }) => rowsOfOne)
      : batches;
  const again = doubled.flatMap((i) => [mixed[i % mixed.length] ?? []]);
  return [...first, ...mixed, ...again];
}

async function sendOverLink(boat: LinkedBoat, rows: readonly Measured[], how: Drain): Promise<void> {
  const stream = newStream();
  for (const [i, batch] of batchesOf(rows, how).entries()) {
    const body = { stream, paths: PATHS, rows: batch };
    if (how.cut.includes(i)) {
      const text = JSON.stringify(body);
      const cut = await api.post("/link", text.slice(0, Math.floor(text.length / 2)), { token: boat.key });
      expect(cut.status).toBe(400);
    }
    const answer = await api.post("/link", body, { token: boat.key });
    expect(answer.status, answer.text).toBe(200);
  }
}

/** As a boat that never lost its link: row after row in order, a few at a time. */
async function sendAsMeasured(boat: Sailor, rows: readonly Measured[]): Promise<void> {
  const sent = rows.map(({ time, place, speed, voltage }) => ({
    time: new Date(time).toISOString(),
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    speedoverground: mpsToKnots(speed),
    metrics: { [VOLTAGE]: voltage },
  }));
  for (let at = 0; at < sent.length; at += 31) {
    const answer = await api.post("/metrics", sent.slice(at, at + 31), { token: boat.vesselToken });
    expect(answer.status, answer.text).toBe(201);
  }
}

/** The logbook, and all that it follows from. */
async function logbookOf({ userToken: token }: Sailor) {
  await service.drainJobs();
  const get = async (path: string) => {
    const { status, json, text } = await api.get(path, { token });
    expect(status, text).toBe(200);
    return json;
  };
  return {
    rows: await get("/metrics?select=time,latitude,longitude,speedoverground,metrics&order=time"),
    logs: await get(
      "/logbook?select=name,active,_from_time,_to_time,_from,_to,distance,duration,avg_speed,max_speed,extra&order=_from_time",
    ),
    stays: await get("/stays?select=name,active,arrived,departed,duration,latitude,longitude&order=arrived"),
    moorages: await get("/moorages?select=name,latitude,longitude&order=latitude,longitude"),
  };
}

it("a month drained newest first, shuffled, doubled and cut is the logbook of an unbroken boat", {
  timeout: 5 * LAW_TIMEOUT,
}, async () => {
  await fc.assert(
    fc.asyncProperty(month, drain, async (rows, how) => {
      const unbroken = await newSailor(api, "Boat");
      const cutOff = await linkedBoat(api, "Boat");
      await sendAsMeasured(unbroken, rows);
      await sendOverLink(cutOff, rows, how);
      const expected = await logbookOf(unbroken);
      expect(expected.logs.length).toBeGreaterThan(3);
      expect(expected.rows).toHaveLength(rows.length);
      expect(await logbookOf(cutOff)).toEqual(expected);
    }),
    { numRuns: lawCases(0.03) },
  );
});
