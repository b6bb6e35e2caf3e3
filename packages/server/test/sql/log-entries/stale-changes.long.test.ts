/** Changes that are sent with the version that they were made from: refused if another user changed the same. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import { beforeEach, expect, it } from "vitest";
import { at, enteringForTests, ROWS } from "../../boat/voyages/corrections/entering.ts";

const person = enteringForTests();
let log: number;
let stay: number;
let moorage: number;
let entry: number;
beforeEach(async () => {
  await person.skipper.send(ROWS);
  log = (await person.skipper.rows("/logbook?limit=1"))[0].id;
  [stay, moorage] = Object.values(
    (await person.skipper.rows("/stays?limit=1&select=id,moorage_id"))[0],
  ) as number[] as [number, number];
  const written = await person.post("/log_entries", { time: at(80), text: "First" });
  entry = written.json[0].id;
});

const PLACES = {
  log: () => [`/logbook?id=eq.${log}`, "notes"],
  "log as a page shows it": () => [`/log_view?id=eq.${log}`, "notes"],
  stay: () => [`/stays?id=eq.${stay}`, "notes"],
  moorage: () => [`/moorages?id=eq.${moorage}`, "notes"],
  entry: () => [`/log_entries?id=eq.${entry}`, "text"],
} as const satisfies Record<string, () => readonly [string, string]>;

async function versionOf(path: string): Promise<string> {
  return (await person.skipper.rows(`${path}&select=version`))[0].version;
}

function change(path: string, body: object, version: string) {
  const { sailor } = person.skipper;
  return person.service.api.patch(path, body, {
    token: sailor.userToken,
    headers: { "If-Match": `"${version}"` },
  });
}

it.each(Object.keys(PLACES) as (keyof typeof PLACES)[])(
  "of a %s, the second of two changes of the same text is 409 with both texts",
  async (what) => {
    const [path, column] = PLACES[what]();
    const base = await versionOf(path);
    const long = "Long ".repeat(700).trim();
    expect((await change(path, { [column]: long }, base)).status).toBe(204);
    const stale = await change(path, { [column]: "Mine" }, base);
    expect(stale.status).toBe(409);
    const now = await versionOf(path);
    expect(stale.json).toMatchObject({
      code: "stale",
      details: { stored: { [column]: long }, sent: { [column]: "Mine" }, version: now },
    });
    expect((await person.skipper.rows(`${path}&select=${column}`))[0][column]).toBe(long);
    expect((await change(path, { [column]: "Mine" }, now)).status).toBe(204);
  },
);

it("a concurrent change of another column does not conflict", async () => {
  const path = `/logbook?id=eq.${log}`;
  const base = await versionOf(path);
  expect((await change(path, { name: "To the islands" }, base)).status).toBe(204);
  expect((await change(path, { notes: "Warm" }, base)).status).toBe(204);
  expect((await person.skipper.rows(`${path}&select=name,notes`))[0]).toEqual({
    name: "To the islands",
    notes: "Warm",
  });
});

it("the same change twice is no conflict, nor is what finishing counts again", async () => {
  const path = `/logbook?id=eq.${log}`;
  const base = await versionOf(path);
  await change(path, { notes: "Same" }, base);
  expect((await change(path, { notes: "Same" }, base)).status).toBe(204);
  const before = await versionOf(path);
  await person.skipper.call("refold_fn", {});
  await person.service.drainJobs();
  expect(await versionOf(path)).toBe(before);
});

it("tells times as times", async () => {
  const path = `/log_entries?id=eq.${entry}`;
  const base = await versionOf(path);
  await change(path, { time: at(81) }, base);
  const { json } = await change(path, { time: at(82) }, base);
  expect(json.details.stored.time).toBe(at(81));
  expect(json.details.sent.time).toBe(at(82));
});

it("what is not there any more cannot be changed", async () => {
  const path = `/log_entries?id=eq.${entry}`;
  const base = await versionOf(path);
  await person.delete(path);
  const gone = await change(path, { text: "Late" }, base);
  expect([gone.status, gone.json.code, gone.json.details]).toEqual([409, "stale", { stored: null }]);
});

it("any version is meant by *, and nonsense is refused", async () => {
  const path = `/logbook?id=eq.${log}`;
  const { api } = person.service;
  const token = person.skipper.sailor.userToken;
  const any = await api.patch(path, { notes: "x" }, { token, headers: { "If-Match": "*" } });
  expect(any.status).toBe(204);
  const bad = await change(path, { notes: "y" }, "tuesday");
  expect([bad.status, bad.json.message]).toEqual([400, "If-Match is not a version of this row"]);
});

it("a name that the service made does not conflict", async () => {
  const path = `/log_view?id=eq.${log}`;
  const [before] = await person.skipper.rows(`${path}&select=name,version`);
  const [{ _from_time: start }] = await person.skipper.rows(`/logbook?id=eq.${log}&select=_from_time`);
  const splitTime = new Date(Date.parse(start) + 20 * 60_000).toISOString();
  await person.skipper.call("split_logbook_fn", { _id: log, split_time: splitTime });
  await person.service.drainJobs();
  expect((await person.skipper.rows(`${path}&select=name`))[0].name).not.toBe(before.name);
  expect((await change(path, { name: "To the islands" }, before.version)).status).toBe(204);
  expect((await change(path, { name: "Past the islands" }, before.version)).status).toBe(409);
});

it("a log is unfinished for as long as it is marked", async () => {
  const { owner } = person.service.database;
  const isUnfinished = async () =>
    (await person.skipper.rows(`/log_view?id=eq.${log}&select=unfinished`))[0].unfinished;
  expect(await isUnfinished()).toBe(false);
  await owner.transaction((tx) =>
    tx.run(sql`
      insert into app.unfinished (vessel_id, resource, id)
      select vessel_id, 'logbook', id from api.logbook where id = ${log}::int`),
  );
  expect(await isUnfinished()).toBe(true);
  await owner.transaction((tx) => tx.run(sql`delete from app.unfinished where id = ${log}::int`));
  expect(await isUnfinished()).toBe(false);
});
