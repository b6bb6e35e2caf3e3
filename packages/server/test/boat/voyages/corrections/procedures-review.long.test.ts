/** Pending decisions, and the effect of each. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { beforeEach, expect, it } from "vitest";
import { client } from "../../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../../test/support/skipper.ts";

const START = Date.UTC(2026, 5, 1, 6);
/** Minutes without a row: before and during the first log, and before the second. */
const SILENCES = [
  [40, 66],
  [75, 101],
  [215, 251],
] as const;
const ROWS = passage(START, DAY_TRIP).filter((row) => {
  const minute = (Date.parse(String(row.time)) - START) / 60_000;
  return !SILENCES.some(([from, to]) => minute > from && minute < to);
});

const service = serviceForTests();
let skipper: Skipper;
beforeEach(async () => {
  skipper = await newSkipper(service);
  await skipper.send(ROWS);
});
const waiting = () => skipper.rows("/review_view?order=started");
const minute = (time: string) => (Date.parse(time) - START) / 60_000;

it("lists logs that begin in silence, why, and what can be decided", async () => {
  const [first, second] = await skipper.logs(START);
  const list = await waiting();
  expect(list).toHaveLength(2);
  expect(list[0]).toMatchObject({
    id: first?.[0],
    doubt: "departure",
    decisions: ["keep", "split", "delete"],
    join_with: null,
    from: "Hanko",
    ended: "2026-06-01T07:50:00+00:00",
  });
  expect(list[0].confidence).toBeLessThan(0.6);
  expect(list[0].reasons).toMatch(/^not recorded: .*; .+/);
  expect(minute(list[0].split_at)).toBe(88);
  expect(list[1]).toMatchObject({
    id: second?.[0],
    doubt: "departure",
    decisions: ["keep", "join", "delete"],
    join_with: first?.[0],
    split_at: null,
  });
});

it("keeps a log unchanged: it no longer waits, until that is undone", async () => {
  const [, second] = await waiting();
  const before = await skipper.logs(START);
  const { json } = await skipper.call("review_fn", { _id: second.id, decision: "keep" });
  expect(json).toEqual({ edit: expect.any(Number), logs: [second.id] });
  expect(await skipper.logs(START)).toEqual(before);
  expect((await waiting()).map(({ id }: { id: number }) => id)).not.toContain(second.id);
  await skipper.call("refold_fn", {});
  expect(await waiting(), "also when folded again").toHaveLength(1);
  const again = await skipper.call("review_fn", { _id: second.id, decision: "delete" });
  expect(again.json, "nothing to decide").toBeNull();
  await skipper.call("undo_edit_fn", { _id: json.edit });
  expect(await waiting()).toHaveLength(2);
});

it("joins a log with the one before the doubtful departure", async () => {
  const [first, second] = await waiting();
  const { json } = await skipper.call("review_fn", { _id: second.id, decision: "join" });
  expect(json.logs).toEqual([first.id]);
  expect(await skipper.logs(START)).toHaveLength(1);
  expect(await waiting()).toEqual([]);
});

it("splits a log in the middle of its longest silence under way", async () => {
  const [first] = await waiting();
  const { json } = await skipper.call("review_fn", { _id: first.id, decision: "split" });
  expect(json.logs).toHaveLength(2);
  const [one, two] = await skipper.logs(START);
  expect([one?.[0], one?.[2], two?.[1]]).toEqual([first.id, 88, 88]);
  expect(await waiting(), "who cut it has looked at it").toHaveLength(1);
});

it("deletes a log", async () => {
  const [first, second] = await waiting();
  const { json } = await skipper.call("review_fn", { _id: second.id, decision: "delete" });
  expect(json).toEqual({ edit: expect.any(Number), logs: [] });
  expect((await skipper.logs(START)).map(([id]) => id)).toEqual([first.id]);
  await skipper.call("undo_edit_fn", { _id: json.edit });
  expect((await waiting()).map(({ id }: { id: number }) => id)).toEqual([first.id, second.id]);
});

it("refuses what is no decision for the log, naming those that are", async () => {
  const [first] = await waiting();
  for (const decision of ["join", "burn"]) {
    const refused = await skipper.call("review_fn", { _id: first.id, decision });
    expect([refused.status, refused.json.message, refused.json.hint]).toEqual([
      400,
      `"${decision}" is not a possible decision for ${first.id}`,
      "Decide one of: keep, split, delete.",
    ]);
  }
});

it("deletes a log that was drawn by hand: answers the drawing that it takes back", async () => {
  const api = client(service.apiUrl);
  const { userToken: token } = skipper.sailor;
  const at = (after: number) => new Date(START + after * 60_000).toISOString();
  const drawn = await api.post(
    "/logbook",
    {
      ...{ _from_time: at(-600), _to_time: at(-500) },
      ...{ _from_lat: 59.5, _from_lng: 22.5, _to_lat: 59.6, _to_lng: 22.7 },
    },
    { token, headers: { Prefer: "return=representation" } },
  );
  expect(drawn.status, drawn.text).toBe(201);
  const [{ id }] = drawn.json;
  await service.drainJobs();
  const [drawing, ...others] = await skipper.rows("/edits_view");
  expect([drawing.kind, others]).toEqual(["draw", []]);
  // A drawing is never doubtful: only the database can make it wait for a decision.
  await service.database.owner.transaction((tx) =>
    tx.run(sql`update api.logbook set confidence = 0.5 where id = ${Number(id)}::int`),
  );
  const { status, json } = await skipper.call("review_fn", { _id: id, decision: "delete" });
  expect([status, json]).toEqual([200, { edit: drawing.id, logs: [] }]);
  expect(await skipper.rows("/edits_view")).toMatchObject([{ id: drawing.id, undone: true }]);
  expect(await skipper.rows(`/logbook?id=eq.${id}`)).toEqual([]);
  expect((await skipper.logs(START)).length).toBe(2);
});
