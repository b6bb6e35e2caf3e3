/** A vessel's own thresholds: reading, previewing and changing them. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { passage } from "../../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../../test/support/skipper.ts";

const START = Date.UTC(2026, 5, 1, 6);
/** Two days, each with a stop of half an hour that no instrument reports. */
const DAY = [
  { stay: "moored", minutes: 60 },
  { sail: 160, knots: 5, minutes: 50 },
  { stay: "moored", minutes: 30 },
  { sail: 340, knots: 5, minutes: 50 },
  { stay: "moored", minutes: 24 * 60 - 190 },
] as const;
const ROWS = passage(START, [...DAY, ...DAY]).map((row) => ({ ...row, status: null }));
const SECOND_DAY = new Date(START + 24 * 3_600_000).toISOString();

const service = serviceForTests();
let skipper: Skipper;
beforeEach(async () => {
  skipper = await newSkipper(service);
  await skipper.send(ROWS);
});

const spans = async () => (await skipper.logs(START)).map(([, from, to]) => [from, to]);
interface Shown {
  readonly name: string;
}
const threshold = (answer: { thresholds: readonly Shown[] }, name: string) =>
  answer.thresholds.find((one) => one.name === name);

/** Everything that a fold could write. */
async function dump(): Promise<unknown> {
  return service.database.owner.transaction(async (tx) => {
    const [row] = await tx.query(sql`select concat_ws(' ',
      (select string_agg(l::text, ' ' order by id) from api.logbook l),
      (select string_agg(s::text, ' ' order by id) from api.stays s),
      (select string_agg(f::text, ' ' order by vessel_id) from app.fold_states f),
      (select string_agg(i::text, ' ' order by vessel_id, from_time) from app.intervals i),
      (select string_agg(c::text, ' ' order by vessel_id, "time") from app.fold_checkpoints c),
      (select string_agg(i::text, ' ' order by vessel_id, kind, id) from app.interval_identities i),
      (select string_agg(concat(id, channel, payload), ' ' order by id) from app.events),
      (select string_agg(e::text, ' ' order by id) from app.edits e),
      (select last_value from app.logbook_id), (select last_value from app.stays_id)) as all`);
    return row?.all;
  });
}

describe("the detector's settings", () => {
  it("are shown with their defaults, ranges and reasons", async () => {
    const { json } = await skipper.call("detector_settings_fn", {});
    expect(json.settings).toEqual({});
    expect(threshold(json, "pauseMinutes")).toEqual({
      name: "pauseMinutes",
      value: 45,
      default: 45,
      minimum: 5,
      maximum: 720,
      reason: expect.stringContaining("pause"),
    });
    expect(threshold(json, "excludedAreas")).toMatchObject({ value: [], minimum: null });
  });

  it("change the logbook, and back again with the old numbers", async () => {
    const before = await skipper.logs(START);
    expect(before.map(([, from, to]) => [from, to])).toEqual([
      [60, 190],
      [1500, 1630],
    ]);
    const changed = await skipper.call("update_detector_settings_fn", { settings: { pauseMinutes: 20 } });
    expect(changed.json.settings).toEqual({ pauseMinutes: 20 });
    expect(threshold(changed.json, "pauseMinutes")).toMatchObject({ value: 20, default: 45 });
    expect(await spans(), "within the same request").toEqual([
      [60, 110],
      [140, 190],
      [1500, 1550],
      [1580, 1630],
    ]);
    await service.drainJobs();
    expect(await skipper.rows("/logbook?distance=is.null")).toEqual([]);
    const more = await skipper.call("update_detector_settings_fn", { settings: { minTripM: 400 } });
    expect(more.json.settings, "others stay").toEqual({ pauseMinutes: 20, minTripM: 400 });
    await skipper.call("update_detector_settings_fn", { settings: { pauseMinutes: null, minTripM: null } });
    expect(await skipper.logs(START)).toEqual(before);
  });

  it("hold for a boat that was not heard of yet", async () => {
    skipper = await newSkipper(service);
    const set = await skipper.call("update_detector_settings_fn", { settings: { pauseMinutes: 20 } });
    expect(set.json.settings).toEqual({ pauseMinutes: 20 });
    await skipper.send(ROWS);
    expect(await spans()).toHaveLength(4);
  });

  it("are refused as a whole when one of them cannot be, each fault named", async () => {
    const before = await dump();
    const wrong = await skipper.call("update_detector_settings_fn", {
      settings: {
        pauseMinutes: 1000,
        minTripM: "far",
        luck: 7,
        dragKnots: 1,
        excludedAreas: [{ latitude: 95 }],
      },
    });
    expect(wrong.status).toBe(400);
    expect(wrong.json.code).toBe("22023");
    for (const fault of [
      "there is no setting luck",
      "pauseMinutes must be a number from 5 to 720",
      "minTripM must be a number from 50 to 5000",
      "excludedAreas.0.latitude",
      "excludedAreas.0.longitude",
    ])
      expect(wrong.json.message).toContain(fault);
    const order = await skipper.call("update_detector_settings_fn", {
      settings: { pauseMinMinutes: 30, pauseMinutes: 20 },
    });
    expect(order.json.message).toBe(
      "Settings refused: pauseMinMinutes (30) may not be greater than pauseMinutes (20)",
    );
    const list = await skipper.call("preview_fold_fn", { settings: [] });
    expect([list.status, list.json.message]).toEqual([400, "settings must be a JSON object"]);
    expect(await dump()).toEqual(before);
  });
});

describe("the preview", () => {
  it("writes nothing and predicts what the change then does", async () => {
    const [before, old] = [await dump(), await skipper.logs(START)];
    const { json } = await skipper.call("preview_fold_fn", { settings: { pauseMinutes: 20 } });
    expect(await dump()).toEqual(before);
    expect([json.added.length, json.removed, json.changed.length, json.unchanged]).toEqual([2, [], 2, 0]);
    expect(json.changed[0]).toMatchObject({
      id: old[0]?.[0],
      name: "Hanko to Hanko",
      before: { started: "2026-06-01T07:00:00.000Z", ended: "2026-06-01T09:10:00.000Z" },
    });
    await skipper.call("update_detector_settings_fn", { settings: { pauseMinutes: 20 } });
    const now = await skipper.rows("/logbook?select=id,_from_time,_to_time&order=_from_time");
    const times = now.map((log: { _from_time: string; _to_time: string }) => [
      new Date(log._from_time).toISOString(),
      new Date(log._to_time).toISOString(),
    ]);
    const foretold = [...json.added, ...json.changed].map(({ started, ended }) => [started, ended]).sort();
    expect(times).toEqual(foretold);
    const kept = now.map(({ id }: { id: number }) => id);
    expect(kept).toEqual(expect.arrayContaining(json.changed.map(({ id }: { id: number }) => id)));

    const back = await skipper.call("preview_fold_fn", { settings: { pauseMinutes: null } });
    expect([back.json.added, back.json.removed.length, back.json.changed.length]).toEqual([[], 2, 2]);
    await skipper.call("update_detector_settings_fn", { settings: { pauseMinutes: null } });
    const gone = back.json.removed.map(({ id }: { id: number }) => id);
    const left = (await skipper.logs(START)).map(([id]) => id);
    expect(left.filter((id) => gone.includes(id))).toEqual([]);
    const same = await skipper.call("preview_fold_fn", { settings: {} });
    expect(same.json).toEqual({ added: [], removed: [], changed: [], unchanged: 2 });
  });

  it("looks only at what comes after an instant, and obeys people's edits", async () => {
    const later = { settings: { pauseMinutes: 20 }, from_time: SECOND_DAY };
    const { json } = await skipper.call("preview_fold_fn", later);
    expect([json.added.length, json.changed.length]).toEqual([1, 1]);
    const [, second] = await skipper.logs(START);
    await skipper.call("delete_logbook_fn", { _id: second?.[0] });
    const without = await skipper.call("preview_fold_fn", later);
    expect(without.json).toMatchObject({ added: [], removed: [], changed: [] });
  });
});
