/** Entries in the logbook: what is accepted, what is filled in, and that changes of logs remove none. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { describe, expect, it } from "vitest";
import { newSkipper } from "../../../../../test/support/skipper.ts";
import { at, enteringForTests, ROWS, START } from "../../boat/voyages/corrections/entering.ts";

const person = enteringForTests();

const REMARK = { time: at(80), text: "Reefed the main off Hanko" };

/** Entry ids by log, from the view. */
async function entriesOf(log: number): Promise<readonly number[]> {
  const rows: readonly { id: number }[] = await person.skipper.rows(
    `/log_entries_view?log_id=eq.${log}&select=id`,
  );
  return rows.map(({ id }) => id);
}

async function write(body: object): Promise<number> {
  const answer = await person.post("/log_entries", body);
  expect(answer.status, answer.text).toBe(201);
  return answer.json[0].id;
}

describe("an entry", () => {
  it("says who wrote it and when, and where the boat was", async () => {
    await person.skipper.send(ROWS);
    const id = await write({
      ...REMARK,
      time: at(80.5),
      kind: "sails",
      extra: { windSpeed: 18, sails: ["main, 1st reef", "genoa"] },
    });
    const [entry] = await person.skipper.rows(`/log_entries?id=eq.${id}`);
    const [before, after] = [ROWS[12 + 20], ROWS[12 + 21]];
    const between = (name: string) => expect.closeTo((Number(before?.[name]) + Number(after?.[name])) / 2, 5);
    expect(entry).toMatchObject({
      kind: "sails",
      text: REMARK.text,
      extra: { windSpeed: 18, sails: ["main, 1st reef", "genoa"] },
      latitude: between("latitude"),
      longitude: between("longitude"),
      author: expect.stringMatching(/\w \w/),
    });
    expect(Date.parse(entry.time)).toBe(START + 80.5 * 60_000);
    expect(Date.now() - Date.parse(entry.created_at)).toBeLessThan(60_000);
  });

  it("moves along the track with its time, unless its place was given", async () => {
    await person.skipper.send(ROWS);
    const [followed, placed] = [await write(REMARK), await write({ ...REMARK, latitude: 1, longitude: 2 })];
    for (const id of [followed, placed])
      expect((await person.patch(`/log_entries?id=eq.${id}`, { time: at(100) })).status).toBe(204);
    const [one, other] = await person.skipper.rows("/log_entries?order=id");
    const there = await write({ time: at(100), text: "Here" });
    const [expected] = await person.skipper.rows(`/log_entries?id=eq.${there}`);
    expect([one.latitude, one.longitude]).toEqual([expected.latitude, expected.longitude]);
    expect([other.latitude, other.longitude]).toEqual([1, 2]);
  });

  it("written before the boat's rows came is where the boat was, in its log", async () => {
    const id = await write({ ...REMARK, time: at(80) });
    await person.skipper.send(ROWS);
    const [entry] = await person.skipper.rows(`/log_entries_view?id=eq.${id}`);
    expect(entry.latitude).toBeCloseTo(Number(ROWS[32]?.latitude), 5);
  });

  it("has no position where the boat recorded none", async () => {
    const id = await write(REMARK);
    expect((await person.skipper.rows(`/log_entries?id=eq.${id}`))[0]).toMatchObject({
      latitude: null,
      longitude: null,
    });
  });

  it("is changed and deleted by its people", async () => {
    const id = await write(REMARK);
    expect((await person.patch(`/log_entries?id=eq.${id}`, { text: "Shook it out" })).status).toBe(204);
    expect((await person.skipper.rows(`/log_entries?id=eq.${id}`))[0].text).toBe("Shook it out");
    expect((await person.delete(`/log_entries?id=eq.${id}`)).status).toBe(204);
    expect(await person.skipper.rows("/log_entries")).toEqual([]);
  });

  it.each([
    [{ time: at(0) }, "An entry needs a text, or something that was observed"],
    [{ ...REMARK, text: "x".repeat(4001) }, "The text of an entry has at most 4000 characters"],
    [{ ...REMARK, kind: "song" }, "The kind of an entry is remark, weather, sea, sails, crew or hourly"],
    [
      { ...REMARK, time: "2999-01-01T00:00:00Z" },
      "The time of an entry is between the year 1900 and tomorrow",
    ],
    [{ ...REMARK, time: "infinity" }, "The time of an entry is between the year 1900 and tomorrow"],
    [{ ...REMARK, latitude: 91, longitude: 0 }, "The position 91, 0 is not on Earth"],
    [{ ...REMARK, latitude: 60 }, "A position has a latitude and a longitude"],
    [{ ...REMARK, extra: { seaState: 12 } }, "seaState is a number from 0 to 9."],
    [{ ...REMARK, extra: { pressure: "high" } }, "pressure is a number from 850 to 1100."],
    [
      { ...REMARK, extra: { crew: [7] } },
      "crew must be a list of at most 50 names, each of 1 to 100 characters.",
    ],
    [{ ...REMARK, extra: [] }, 'extra is a JSON object, such as {"windSpeed": 14, "sails": ["genoa"]}.'],
    [{ ...REMARK, extra: { a: "x".repeat(20_000) } }, "extra takes more than 16 kB."],
  ])("%j is refused with a sentence", async (body, sentence) => {
    const answer = await person.post("/log_entries", body);
    expect([answer.status, answer.json.message]).toEqual([400, sentence]);
  });

  it("is one of at most 300 a day", async () => {
    const day = Array.from({ length: 300 }, (_, n) => ({ time: at(n), text: `Line ${n}` }));
    expect((await person.post("/log_entries", day)).status).toBe(201);
    const answer = await person.post("/log_entries", { time: at(3), text: "One more" });
    expect([answer.status, answer.json.message]).toEqual([
      400,
      "A boat has at most 300 entries a day, and 2026-06-01 has more",
    ]);
    const other = await write({ time: at(24 * 60), text: "Next day" });
    expect((await person.patch(`/log_entries?id=eq.${other}`, { time: at(3) })).status).toBe(400);
  });
});

it("entries stay, whatever happens to the logs of their time", async () => {
  await person.skipper.send(ROWS);
  const [first, second] = await person.skipper.rows(
    "/logbook?order=_from_time&select=id,_from_time,_to_time",
  );
  const early = await write({ time: at(65), text: "Out" });
  const late = await write({ time: at(105), text: "Nearly there" });
  const atAnchor = await write({ time: at(150), text: "Swam" });
  const home = await write({ time: at(260), text: "Home" });
  expect([await entriesOf(first.id), await entriesOf(second.id)]).toEqual([[early, late], [home]]);

  const split = await person.skipper.call("split_logbook_fn", { _id: first.id, split_time: at(85) });
  expect(split.status, split.text).toBe(200);
  const parts: readonly { id: number }[] = await person.skipper.rows("/logbook?order=_from_time&select=id");
  expect(await Promise.all(parts.map(({ id }) => entriesOf(id)))).toEqual([[early], [late], [home]]);

  const joined = await person.skipper.call("merge_logbook_fn", {
    id_start: parts[0]?.id,
    id_end: parts[2]?.id,
  });
  expect(joined.status, joined.text).toBe(200);
  const [whole] = await person.skipper.rows("/logbook");
  expect(await entriesOf(whole.id)).toEqual([early, late, atAnchor, home]);

  // A measurement that is removed has everything after it folded again.
  expect((await person.delete(`/metrics?time=eq.${at(61)}`)).status).toBe(204);
  await person.service.drainJobs();
  expect((await person.skipper.call("delete_logbook_fn", { _id: whole.id })).status).toBe(200);
  await person.service.drainJobs();
  expect(await person.skipper.rows("/logbook")).toEqual([]);
  expect((await person.skipper.rows("/log_entries?order=time")).map(({ id }: { id: number }) => id)).toEqual([
    early,
    late,
    atAnchor,
    home,
  ]);
});

it("an entry at the instant where one log ends and the next begins is the next one's", async () => {
  await person.skipper.send(ROWS);
  const [first] = await person.skipper.rows("/logbook?order=_from_time&limit=1&select=id");
  expect((await person.skipper.call("split_logbook_fn", { _id: first.id, split_time: at(85) })).status).toBe(
    200,
  );
  const entry = await write({ time: at(85), text: "Split here" });
  const parts: readonly { id: number }[] = await person.skipper.rows("/logbook?order=_from_time&select=id");
  const found = await Promise.all(parts.map(({ id }) => entriesOf(id)));
  expect(found.flat()).toEqual([entry]);
});

it("another vessel's people see, change and delete none of them", async () => {
  const { sailor } = person.skipper;
  const id = await write(REMARK);
  const other = await newSkipper(person.service);
  const asOther = { token: other.sailor.userToken };
  const { api, database } = person.service;
  expect(await other.rows("/log_entries")).toEqual([]);
  expect((await api.patch(`/log_entries?id=eq.${id}`, { text: "Mine" }, asOther)).status).toBe(204);
  await api.delete(`/log_entries?id=eq.${id}`, asOther);
  const [row] = await database.owner.transaction((tx) =>
    tx.query(sql`select vessel_id, text from api.log_entries where id = ${id}`),
  );
  expect(row?.text).toBe(REMARK.text);
  const foreign = await api.post("/log_entries", { ...REMARK, vessel_id: row?.vessel_id }, asOther);
  expect(foreign.status).toBe(403);
  expect((await api.get("/log_entries")).status).toBe(404);
  expect((await api.get("/log_entries", { token: sailor.vesselToken })).json).toHaveLength(1);
});
