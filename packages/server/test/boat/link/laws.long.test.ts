/** Laws of the link: whatever order, repetition and cut, the boat's record is that of a boat that never lost its link. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { LAW_TIMEOUT, lawCases } from "../../../../../test/support/laws/cases.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { type LinkedBoat, linkedBoat, newStream, PATHS } from "./linked-boat.ts";

const service = serviceForTests();
const { api } = service;

const MINUTE = 60_000;
type Row = readonly [number: number, time: number, ...unknown[]];

/** A passage: an hour at rest, two under way, an hour at rest; some instants twice, some rows that are refused. */
const passage = fc
  .record({
    step: fc.integer({ min: 3, max: 10 }),
    twins: fc.array(fc.nat({ max: 200 }), { maxLength: 12 }),
    faults: fc.array(fc.nat({ max: 200 }), { maxLength: 3 }),
    blind: fc.array(fc.nat({ max: 200 }), { maxLength: 5 }),
    gaps: fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 4 }),
  })
  .map(({ step, twins, faults, blind, gaps }) => {
    const rows: Row[] = [];
    const began = Math.floor(Date.now() / MINUTE) * MINUTE - 245 * MINUTE;
    let number = 0;
    const put = (time: number, latitude: number | null, values: object): void => {
      number += 1 + (gaps[rows.length % gaps.length] ?? 0);
      rows.push([number, time, latitude, latitude === null ? null : 22.9, values]);
    };
    for (let i = 0, at = 0; at <= 240; i++, at += step) {
      const sailed = Math.min(Math.max(at - 60, 0), 120);
      const speed = at > 60 && at <= 180 ? 2.6 : 0;
      const latitude = 59.8 + sailed * 0.0014 + (speed === 0 ? (i % 3) * 1e-5 : 0);
      const time = began + at * MINUTE;
      put(time, blind.includes(i) ? null : latitude, { "1": speed, "7": 12 + i / 100 });
      if (twins.includes(i))
        for (let n = 1; n <= (i % 3) + 1; n++) put(time + (n % 2), latitude, { "7": 13 + n / 10 });
      if (faults.includes(i)) put(time + 500, 95, { "7": 11 });
    }
    return rows;
  });

/** How they are sent: an order, batches, repetitions and later changes. */
const sending = fc.record({
  order: fc.array(fc.nat(), { minLength: 8, maxLength: 40 }),
  batch: fc.integer({ min: 1, max: 60 }),
  repeats: fc.array(fc.nat({ max: 30 }), { maxLength: 4 }),
  changes: fc.array(fc.nat({ max: 30 }), { maxLength: 3 }),
  cuts: fc.array(fc.nat({ max: 30 }), { maxLength: 2 }),
});

const shuffled = (rows: readonly Row[], order: readonly number[]): readonly Row[] =>
  rows
    .map((row, i) => ({ row, key: ((order[i % order.length] ?? 0) * 2654435761 + i * 40503) % 65_537 }))
    .sort((a, b) => a.key - b.key)
    .map(({ row }) => row);

async function send(boat: LinkedBoat, stream: string, rows: readonly Row[]): Promise<void> {
  const answer = await api.post("/link", { stream, paths: PATHS, rows }, { token: boat.key });
  expect(answer.status, answer.text).toBe(200);
  const acknowledged = answer.json.ack.flatMap(([from, to]: [number, number]) =>
    Array.from({ length: to - from + 1 }, (_, i) => from + i),
  );
  expect(acknowledged).toEqual([...new Set(rows.map(([number]) => number))].sort((a, b) => a - b));
}

/** All that follows from what a boat sent. */
async function recordOf(boat: LinkedBoat, stream: string) {
  await service.drainJobs();
  const get = async (path: string) => (await api.get(path, { token: boat.userToken })).json;
  return {
    rows: await get("/metrics?select=time,latitude,longitude,speedoverground,metrics&order=time"),
    logs: await get(
      "/logbook?select=active,_from_time,_to_time,distance,avg_speed,max_speed&order=_from_time",
    ),
    stays: await get("/stays?select=active,arrived,departed,latitude,longitude&order=arrived"),
    refused: (await get("/metrics_rejected_view?select=reason,metric&order=reason")).length,
    has: (await api.get(`/link/has?stream=${stream}`, { token: boat.key })).json,
    link: await get("/boat_links_view?select=rows,last_number"),
  };
}

it("rows shuffled, repeated, cut and changed later give what rows in order give", {
  timeout: LAW_TIMEOUT,
}, async () => {
  await fc.assert(
    fc.asyncProperty(passage, sending, async (rows, { order, batch, repeats, changes, cuts }) => {
      const [calm, rough] = [await linkedBoat(api, "Calm"), await linkedBoat(api, "Rough")];
      const [ofCalm, ofRough] = [newStream(), newStream()];
      for (let at = 0; at < rows.length; at += 25) await send(calm, ofCalm, rows.slice(at, at + 25));
      const mixed = shuffled(rows, order);
      const batches = Array.from({ length: Math.ceil(mixed.length / batch) }, (_, i) =>
        mixed.slice(i * batch, (i + 1) * batch),
      );
      for (const [i, one] of batches.entries()) {
        if (cuts.includes(i)) {
          const text = JSON.stringify({ stream: ofRough, paths: PATHS, rows: one });
          const cut = await api.post("/link", text.slice(0, text.length - 1 - i), { token: rough.key });
          expect(cut.status).toBe(400);
        }
        await send(rough, ofRough, one);
        if (repeats.includes(i))
          await send(rough, ofRough, [...one, ...mixed.slice(0, i * batch)].slice(0, 900));
      }
      const before = await recordOf(rough, ofRough);
      expect(before).toEqual(await recordOf(calm, ofCalm));
      // Later changes of known numbers are refused, and change nothing.
      const changed = changes.flatMap((i) => {
        const row = rows[i % rows.length];
        return row === undefined ? [] : [[row[0], row[1] + 7_000, 59.9, 22.8, { "7": 1 }] as const];
      });
      await send(rough, ofRough, changed);
      const after = await recordOf(rough, ofRough);
      expect({ ...after, refused: 0 }).toEqual({ ...before, refused: 0 });
      // Rows of one instant: each has the first free millisecond, the lower numbers first.
      const slots = new Set<number>();
      for (const [, time, latitude] of rows) {
        if (latitude === 95) continue;
        let slot = time;
        while (slots.has(slot)) slot += 1;
        slots.add(slot);
      }
      expect(after.rows.map((row: { time: string }) => Date.parse(row.time))).toEqual(
        [...slots].sort((a, b) => a - b),
      );
    }),
    { numRuns: lawCases(0.08) },
  );
});
