/** An account that moves in a file: the boat goes on in her stream, with no row lost or doubled. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Client, Sailor } from "../../../../../test/support/client.ts";
import { LAW_TIMEOUT, lawCases } from "../../../../../test/support/laws/cases.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { type LinkedBoat, linkedBoat, newStream, PATHS, pair } from "./linked-boat.ts";
import { writtenAccount } from "./moved-account.ts";

const here = serviceForTests();
const there = serviceForTests();

const MINUTE = 60_000;
const row = fc.record({
  after: fc.integer({ min: 0, max: 3 }),
  gap: fc.integer({ min: 1, max: 3 }),
  latitude: fc.constantFrom(59.8, 59.81, null, 95),
  volts: fc.integer({ min: 100, max: 140 }),
  isPartial: fc.boolean(),
});

/** A row as it is sent. */
type Row = readonly [number: number, time: number, ...unknown[]];

function rowsOf(drawn: readonly (typeof row extends fc.Arbitrary<infer T> ? T : never)[]): readonly Row[] {
  let [number, time] = [0, Date.now() - 300 * MINUTE];
  return drawn.map(({ after, gap, latitude, volts, isPartial }) => {
    number += gap;
    time += after * MINUTE;
    const facts = isPartial ? [{ part: true }] : [];
    return [number, time, latitude, latitude === null ? null : 22.9, { "7": volts / 10 }, ...facts] as const;
  });
}

async function send(api: Client, key: string, stream: string, rows: readonly Row[]): Promise<void> {
  const answer = await api.post("/link", { stream, paths: PATHS, rows }, { token: key });
  expect(answer.status, answer.text).toBe(200);
  const names = (number: number) =>
    answer.json.ack.some(([from, to]: [number, number]) => from <= number && number <= to);
  expect(rows.filter(([number]) => !names(number))).toEqual([]);
}

/** What arrived of a boat. */
async function recordOf(api: Client, { userToken }: Sailor, key: string, stream: string) {
  const get = async (path: string) => (await api.get(path, { token: userToken })).json;
  return {
    rows: await get("/metrics?select=time,latitude,longitude,metrics&order=time"),
    present: (await get("/rpc/live_state_fn")).position,
    has: (await api.get(`/link/has?stream=${stream}`, { token: key })).json,
    settings: (await get("/rpc/boat_settings_fn")).mode,
  };
}

it("has the same numbers there, and takes each row once", { timeout: LAW_TIMEOUT }, async () => {
  const moves = fc.record({
    drawn: fc.array(row, { minLength: 1, maxLength: 40 }),
    sent: fc.double({ min: 0, max: 1, noNaN: true }),
    written: fc.double({ min: 0, max: 1, noNaN: true }),
    again: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(moves, async ({ drawn, sent, written, again }) => {
      const rows = rowsOf(drawn);
      const boat: LinkedBoat = await linkedBoat(here.api, "Mover");
      const token = { token: boat.userToken };
      await here.api.post("/rpc/update_boat_settings_fn", { settings: { mode: "metered" } }, token);
      const stream = newStream();
      const [first, second] = [
        rows.slice(0, Math.floor(written * rows.length)),
        rows.slice(Math.floor(written * rows.length)),
      ];
      await send(here.api, boat.key, stream, first);
      const before = await recordOf(here.api, boat, boat.key, stream);
      const account = await writtenAccount(here, boat);
      // What the boat sends meanwhile is not in the file.
      await send(here.api, boat.key, stream, second.slice(0, Math.floor(sent * second.length)));
      const owner = await account.readInto(there);
      const { key } = (await pair(there.api, owner)).json;
      expect(await recordOf(there.api, owner, key, stream)).toEqual(before);
      if (again) await send(there.api, key, stream, first);
      await send(there.api, key, stream, second);
      await send(here.api, boat.key, stream, rows);
      expect(await recordOf(there.api, owner, key, stream)).toEqual(
        await recordOf(here.api, boat, boat.key, stream),
      );
      const [link] = (await there.api.get("/boat_links_view?select=rows", { token: owner.userToken })).json;
      expect(link.rows).toBe(rows.length);
    }),
    { numRuns: lawCases(0.08) },
  );
});

it("leaves a stream out that another boat has there", async () => {
  const boat = await linkedBoat(here.api, "Mover");
  const stream = newStream();
  const rows = rowsOf([{ after: 1, gap: 1, latitude: 59.8, volts: 120, isPartial: false }]);
  await send(here.api, boat.key, stream, rows);
  const other = await linkedBoat(there.api, "Other");
  await send(there.api, other.key, stream, rows);
  const owner = await (await writtenAccount(here, boat)).readInto(there);
  const { key } = (await pair(there.api, owner)).json;
  const theirs = await there.api.get(`/link/has?stream=${stream}`, { token: key });
  expect([theirs.status, theirs.json.code]).toEqual([409, "stream"]);
  expect((await there.api.get(`/link/has?stream=${stream}`, { token: other.key })).json.has).toEqual([
    [1, 1],
  ]);
});
