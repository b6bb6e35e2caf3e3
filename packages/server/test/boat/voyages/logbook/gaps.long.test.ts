/** Silences that no log covers: in the review list, kept as a log, dismissed, and undone. */
import { beforeEach, describe, expect, it } from "vitest";
import { DAY_TRIP, passage } from "../../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../../test/support/skipper.ts";

const DAY = 24 * 3_600_000;
const SPRING = Date.UTC(2025, 3, 1, 6);
const SUMMER = SPRING + 40 * DAY;
const BALTIC = { latitude: 59.8, longitude: 22.9 };
const MEDITERRANEAN = { latitude: 41.3, longitude: 9.2 };
const service = serviceForTests();
let skipper: Skipper;
beforeEach(async () => {
  skipper = await newSkipper(service);
});

const logs = () =>
  skipper.rows("/logbook?select=id,name,_from_time,_to_time,distance,extra,segments&order=_from_time");
const waiting = (kind: string) => skipper.rows(`/review_view?kind=eq.${kind}`);
const KINDS = ["sailing", "motoring", "unknown", "gap", "pause"];
const milesOf = (parts: readonly { kind: string; distanceNm: number }[], kinds: readonly string[]) =>
  parts.reduce((nm, part) => nm + (kinds.includes(part.kind) ? part.distanceNm : 0), 0);

async function expectMilesOfParts(): Promise<void> {
  for (const { distance, extra, segments } of await logs()) {
    expect(Math.abs(milesOf(segments, KINDS) / distance - 1)).toBeLessThan(0.02);
    expect(extra.not_recorded ?? 0).toBeCloseTo(milesOf(segments, ["gap"]), 3);
  }
}

const decide = (id: number, decision: string) => skipper.call("review_fn", { _id: id, decision });

describe("a passage of which nothing was recorded", () => {
  beforeEach(async () => {
    // As a user imports a file for each season, the later one first.
    await skipper.send(passage(SUMMER, DAY_TRIP, MEDITERRANEAN));
    await skipper.send(passage(SPRING, DAY_TRIP, BALTIC));
  });

  it("is not a log and is in no total: each sail is a separate log", async () => {
    const found = await logs();
    expect(found).toHaveLength(4);
    const sum = found.reduce((nm: number, log: { distance: number }) => nm + log.distance, 0);
    expect(sum).toBeLessThan(20);
    const [total] = await skipper.rows("/stats_logs_view");
    expect(JSON.stringify(total)).not.toMatch(/1[0-9]{3}\./);
    expect(found.every((log: { extra: object }) => !("not_recorded" in log.extra))).toBe(true);
  });

  it("waits in the review list with its places and its straight distance, under a number that stays", async () => {
    const [one, ...others] = await waiting("unrecorded");
    expect(others).toEqual([]);
    expect(one).toMatchObject({ kind: "unrecorded", decisions: ["keep", "delete"], doubt: null });
    expect(one.distance).toBeGreaterThan(1000);
    expect(one.from).not.toBeNull();
    expect(one.to).not.toBeNull();
    expect(one.from).not.toBe(one.to);
    // A row that comes late before it changes neither its number nor that it waits.
    const [first] = passage(SPRING - 10 * 60_000, [{ stay: "moored", minutes: 5 }], BALTIC);
    await skipper.send([first ?? {}]);
    expect(await waiting("unrecorded")).toEqual([one]);
  });

  it("becomes a log that says so when it is kept, and waits again when that is taken back", async () => {
    const [one] = await waiting("unrecorded");
    const before = await logs();
    const answer = await decide(one.id, "keep");
    expect(answer.json).toMatchObject({ logs: [one.id] });
    await service.drainJobs();
    expect(await waiting("unrecorded")).toEqual([]);
    const [log] = await skipper.rows(`/log_view?id=eq.${one.id}`);
    expect(log).toMatchObject({ started: one.started, ended: one.ended, confidence: 1 });
    expect(log.distance).toBeCloseTo(one.distance, 0);
    expect(log.extra.not_recorded).toBeCloseTo(one.distance, 0);
    expect(log.reasons.from.text).toMatch(/not recorded/);
    expect(log.name).toMatch(/ to /);
    expect((await skipper.call("undo_edit_fn", { _id: answer.json.edit })).json).toBe(true);
    await service.drainJobs();
    expect(await logs()).toEqual(before);
    expect(await waiting("unrecorded")).toEqual([one]);
  });

  it("leaves the list when it is dismissed, even after a refold, and comes back when that is undone", async () => {
    const [one] = await waiting("unrecorded");
    const before = await logs();
    const answer = await decide(one.id, "delete");
    expect(answer.json).toMatchObject({ logs: [] });
    await service.drainJobs();
    expect(await waiting("unrecorded")).toEqual([]);
    await skipper.call("refold_fn", {});
    await service.drainJobs();
    expect(await waiting("unrecorded")).toEqual([]);
    expect(await logs()).toEqual(before);
    await skipper.call("undo_edit_fn", { _id: answer.json.edit });
    expect(await waiting("unrecorded")).toEqual([one]);
  });

  it("does not take the sail with it whose rows come after it was dismissed", async () => {
    const [one] = await waiting("unrecorded");
    await decide(one.id, "delete");
    const sail = passage(
      Date.parse(one.started) + 5 * DAY,
      [
        { stay: "moored", minutes: 60 },
        { sail: 205, knots: 5, minutes: 240 },
        { stay: "moored", minutes: 60 },
      ],
      { latitude: 55, longitude: 15 },
    );
    await skipper.send(sail);
    const found = await logs();
    expect(found).toHaveLength(5);
    expect(found[2].distance).toBeCloseTo(20, 0);
  });

  it("gives way to what was recorded within it when rows come after it was kept, and is what they leave", async () => {
    const [one] = await waiting("unrecorded");
    const { edit } = (await decide(one.id, "keep")).json;
    await service.drainJobs();
    const within = Date.parse(one.started) + 5 * DAY;
    await skipper.send(
      passage(
        within,
        [
          { stay: "moored", minutes: 60 },
          { sail: 205, knots: 5, minutes: 240 },
          { stay: "moored", minutes: 60 },
        ],
        { latitude: 55, longitude: 15 },
      ),
    );
    const found = await logs();
    expect(found).toHaveLength(7);
    const [, , before, sail, after] = found;
    expect(sail.distance).toBeCloseTo(20, 0);
    expect(sail.extra.not_recorded).toBeUndefined();
    expect(after.id).toBe(one.id);
    expect([before._from_time, after._to_time]).toEqual([one.started, one.ended]);
    for (const silence of [before, after])
      expect(silence.extra.not_recorded).toBeCloseTo(silence.distance, 0);
    await expectMilesOfParts();
    expect(await waiting("unrecorded")).toEqual([]);
    expect((await skipper.rows("/stays?select=id")).length).toBe(8);
    await skipper.call("refold_fn", {});
    await service.drainJobs();
    expect(await logs()).toEqual(found);
    await skipper.call("undo_edit_fn", { _id: edit });
    await service.drainJobs();
    expect(await logs()).toHaveLength(5);
    expect(await waiting("unrecorded")).toHaveLength(2);
  });

  it("has its miles on both sides of where it is split when it was joined to its neighbours, also when rows come beside the cut", async () => {
    const [, second, third] = await logs();
    await skipper.call("merge_logbook_fn", { id_start: second.id, id_end: third.id });
    await service.drainJobs();
    const middle = (Date.parse(second._to_time) + Date.parse(third._from_time)) / 2;
    const split = { _id: second.id, split_time: new Date(middle).toISOString() };
    expect((await skipper.call("split_logbook_fn", split)).status).toBe(200);
    await service.drainJobs();
    await expectMilesOfParts();
    const [, first] = await logs();
    expect(first.distance).toBeGreaterThan(500);
    await skipper.send(
      passage(middle - 9 * DAY, [{ stay: "moored", minutes: 60 }], { latitude: 55, longitude: 15 }),
    );
    for (const { extra, segments } of await logs())
      expect(extra.not_recorded ?? 0).toBeCloseTo(milesOf(segments, ["gap"]), 3);
  });

  it("takes no other decision, and only from its own vessel's people", async () => {
    const [one] = await waiting("unrecorded");
    const refused = await decide(one.id, "join");
    expect(refused.status).toBe(400);
    expect(refused.json).toMatchObject({ hint: "Decide one of: keep, delete." });
    const other = await newSkipper(service);
    expect(await other.rows("/review_view")).toEqual([]);
    expect((await other.call("review_fn", { _id: one.id, decision: "delete" })).json).toBeNull();
    expect(await waiting("unrecorded")).toEqual([one]);
  });

  it("goes when its rows arrive after all", async () => {
    const [one] = await waiting("unrecorded");
    expect(one).toBeDefined();
    const days = (Date.parse(one.ended) - Date.parse(one.started)) / DAY;
    const way = passage(
      Date.parse(one.started) + 60_000,
      [{ sail: 205, knots: 5, minutes: 60 * 20 }],
      BALTIC,
    ).filter((_, i) => i % 10 === 0);
    await skipper.send(way);
    const left = await waiting("unrecorded");
    expect(left).toHaveLength(1);
    expect((Date.parse(left[0].ended) - Date.parse(left[0].started)) / DAY).toBeLessThan(days - 0.5);
    expect(await logs()).toHaveLength(5);
  });
});

describe("a relocation", () => {
  it("is shown, is not a log, and leaves the list by either decision", async () => {
    const first = passage(SPRING, DAY_TRIP, BALTIC);
    const last = Date.parse(String(first.at(-1)?.time));
    await skipper.send([...first, ...passage(last + 3_600_000, DAY_TRIP, MEDITERRANEAN)]);
    expect(await logs()).toHaveLength(4);
    const [one, ...others] = await waiting("relocation");
    expect(others).toEqual([]);
    expect(one.reasons).toMatch(/carried, not sailed/);
    expect((await decide(one.id, "keep")).json).toMatchObject({ logs: [] });
    await service.drainJobs();
    expect(await waiting("relocation")).toEqual([]);
    expect(await logs()).toHaveLength(4);
  });
});

describe("a leg of which a part was not recorded", () => {
  it("counts that part in its distance and shows it separately", async () => {
    const rows = passage(SPRING, [
      { stay: "moored", minutes: 60 },
      { sail: 160, knots: 5, minutes: 240 },
      { stay: "moored", minutes: 90 },
    ]);
    const silent = rows.filter(({ time }) => {
      const minute = (Date.parse(String(time)) - SPRING) / 60_000;
      return minute < 120 || minute > 180;
    });
    await skipper.send(silent);
    const [log, ...others] = await logs();
    expect(others).toEqual([]);
    expect(log.distance).toBeCloseTo(20, 0);
    expect(log.extra.not_recorded).toBeCloseTo(5.1, 0);
  });
});
