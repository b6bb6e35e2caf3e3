/** Correcting the logbook through the API: corrections hold, show at once, and can be undone. */
import { beforeEach, describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";

const START = Date.UTC(2026, 5, 1, 6);
const ROWS = passage(START, DAY_TRIP);
const service = serviceForTests();
const { api } = service;
let sailor: Sailor;
beforeEach(async () => {
  sailor = await newSailor(api);
  await send(ROWS);
  await service.drainJobs();
});

async function send(rows: readonly object[]): Promise<void> {
  expect((await api.post("/metrics", rows, { token: sailor.vesselToken })).status).toBe(201);
}
const call = (name: string, body: object, token = sailor.userToken) =>
  api.post(`/rpc/${name}`, body, { token });
async function rows(path: string) {
  const answer = await api.get(path, { token: sailor.userToken });
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
}
const at = (minute: number) => new Date(START + minute * 60_000).toISOString();
const minute = (time: string | null) => (time === null ? null : (Date.parse(time) - START) / 60_000);

const LOGS =
  "/logbook?select=id,name,notes,_from,_to,_from_time,_to_time,distance,voyage_id&order=_from_time";
const STAYS = "/stays?select=id,name,notes,stay_code,arrived,departed&order=arrived";
interface Log {
  readonly id: number;
  readonly _from_time: string;
  readonly _to_time: string | null;
}
async function logs(): Promise<[number, number | null, number | null][]> {
  return (await rows(LOGS)).map((log: Log) => [log.id, minute(log._from_time), minute(log._to_time)]);
}
async function stays(): Promise<[number | null, number | null][]> {
  return (await rows(STAYS)).map((stay: { arrived: string; departed: string | null }) => [
    minute(stay.arrived),
    minute(stay.departed),
  ]);
}
const book = async () => ({ logs: await rows(LOGS), stays: await rows(STAYS) });
async function ids(): Promise<[number, number]> {
  const [first, second] = await logs();
  return [first?.[0] ?? 0, second?.[0] ?? 0];
}

describe("merging two logs", () => {
  it("makes one of them and everything between, under the first one's number, and counts its miles again", async () => {
    const [first, second] = await ids();
    const miles = (await rows(LOGS)).map((log: { distance: number }) => log.distance);
    const merged = await call("merge_logbook_fn", { id_start: first, id_end: second });
    expect(merged.json).toEqual({ edit: expect.any(Number), logs: [first] });
    expect(await logs(), "within the same request").toEqual([[first, 60, 278]]);
    expect(await stays()).toEqual([
      [0, 60],
      [278, null],
    ]);
    await service.drainJobs();
    const [log] = await rows(LOGS);
    expect(log.distance).toBeGreaterThan(miles[0] + miles[1] - 0.1);
    expect(await rows("/moorages?select=id"), "the anchorage was no stop").toHaveLength(1);
  });

  it("keeps the first one's number also where the second is longer, and whatever the order of the arguments", async () => {
    sailor = await newSailor(api);
    await send(
      passage(START, [
        { stay: "moored", minutes: 60 },
        { sail: 160, knots: 5, minutes: 40 },
        { stay: "anchored", minutes: 120 },
        { sail: 100, knots: 5, minutes: 200 },
        { stay: "moored", minutes: 90 },
      ]),
    );
    await service.drainJobs();
    const before = await book();
    const [first, second] = await ids();
    const { json } = await call("merge_logbook_fn", { id_start: second, id_end: first });
    await service.drainJobs();
    expect(await logs()).toEqual([[first, 60, 420]]);
    await send([
      { ...ROWS[0], time: at(70.5), latitude: ROWS[22]?.latitude, longitude: ROWS[22]?.longitude },
    ]);
    await call("refold_fn", {});
    await service.drainJobs();
    expect(await logs(), "folded again, with a late row").toEqual([[first, 60, 420]]);
    expect((await call("undo_edit_fn", { _id: json.edit })).json).toBe(true);
    await service.drainJobs();
    expect((await logs()).map(([id]) => id)).toEqual([first, second]);
    expect((await book()).stays).toEqual(before.stays);
  });

  it("keeps typed names, and undoing brings both back with their numbers, names and notes", async () => {
    const [first, second] = await ids();
    const patch = async (path: string, body: object) =>
      expect((await api.patch(path, body, { token: sailor.userToken })).status).toBe(204);
    await patch(`/logbook?id=eq.${first}`, { name: "To the sauna" });
    await patch(`/logbook?id=eq.${second}`, { name: "Home again", notes: "rain", _to: "Our jetty" });
    const [, anchorage] = await rows(STAYS);
    await patch(`/stays?id=eq.${anchorage.id}`, { name: "Sauna", notes: "hot", stay_code: 3 });
    await service.drainJobs();
    const before = await book();
    const { json } = await call("merge_logbook_fn", { id_start: first, id_end: second });
    await service.drainJobs();
    expect(await rows("/logbook?select=name")).toEqual([{ name: "To the sauna" }]);
    expect((await call("undo_edit_fn", { _id: json.edit })).json).toBe(true);
    await service.drainJobs();
    expect(await book()).toEqual(before);
    expect((await call("undo_edit_fn", { _id: json.edit })).json, "already undone").toBe(false);
  });
});

describe("splitting a log", () => {
  it("makes two of one voyage, which undoing joins again", async () => {
    const before = await book();
    const [first, second] = await ids();
    const { json } = await call("split_logbook_fn", { _id: first, split_time: at(80) });
    expect(json.logs, "the first part keeps its number").toEqual([first, expect.any(Number)]);
    expect((await logs()).map(([, from, to]) => [from, to])).toEqual([
      [60, 80],
      [80, 110],
      [230, 278],
    ]);
    await service.drainJobs();
    const parts = await rows(LOGS);
    expect(parts[0].distance + parts[1].distance).toBeCloseTo(before.logs[0].distance, 1);
    expect(parts[1].voyage_id).toBe(parts[0].voyage_id);
    const voyages = await rows("/voyages_view?order=started");
    expect(voyages.map(({ legs, stops }: { legs: number; stops: number }) => [legs, stops])).toEqual([
      [3, 2],
    ]);
    expect(voyages[0]).toMatchObject({
      id: parts[0].voyage_id,
      from: parts[0]._from,
      to: parts[2]._to,
      duration: "PT3H38M",
      distance: expect.closeTo(parts[0].distance + parts[1].distance + parts[2].distance, 4),
    });
    expect((await call("undo_edit_fn", { _id: json.edit })).json).toBe(true);
    await service.drainJobs();
    expect(await book()).toEqual(before);
    expect(await ids()).toEqual([first, second]);
  });

  it("refuses an instant that is not within it, saying what is", async () => {
    const [first] = await ids();
    const refused = await call("split_logbook_fn", { _id: first, split_time: at(300) });
    expect(refused.status).toBe(400);
    expect(refused.json.message).toBe(`split_time ${at(300)} is not within log ${first}`);
    expect(refused.json.hint).toContain(at(60));
  });
});

describe("deleting a log", () => {
  it("says that it was no trip: the stays around it are one, until it is undone", async () => {
    const there = passage(START, [
      { stay: "moored", minutes: 60 },
      { sail: 160, knots: 5, minutes: 20 },
      { sail: 340, knots: 5, minutes: 20 },
      { stay: "moored", minutes: 90 },
    ]);
    sailor = await newSailor(api);
    await send(there);
    await service.drainJobs();
    const before = await book();
    expect(before.logs).toHaveLength(1);
    expect((await call("delete_logbook_fn", { _id: before.logs[0].id })).json).toBe(true);
    expect(await logs()).toEqual([]);
    expect(await stays(), "one stay").toEqual([[0, null]]);
    await service.drainJobs();
    expect(await logs()).toEqual([]);
    const [edit] = await rows("/edits_view");
    expect(edit).toMatchObject({ kind: "delete", made_by: "Aino Meri", undone: false });
    expect((await call("undo_edit_fn", { _id: edit.id })).json).toBe(true);
    await service.drainJobs();
    expect(await book()).toEqual(before);
    expect((await rows("/edits_view"))[0]).toMatchObject({ id: edit.id, undone: true });
  });

  it("holds when rows come late and when everything is folded again", async () => {
    const [first, second] = await ids();
    await call("delete_logbook_fn", { _id: second });
    await send([
      { ...ROWS[20], time: at(70.5) },
      { ...ROWS[110], time: at(240.5) },
    ]);
    expect((await logs()).map(([id]) => id)).toEqual([first]);
    expect((await call("refold_fn", {})).json).toBe(true);
    expect((await call("refold_fn", { from_time: at(200) })).json).toBe(true);
    await service.drainJobs();
    expect((await logs()).map(([id]) => id)).toEqual([first]);
  });
});

describe("a log drawn by hand", () => {
  it("goes again when drawing it is undone", async () => {
    const before = await book();
    const drawn = await api.post(
      "/logbook",
      {
        ...{ name: "With the dinghy", _from_time: at(130), _to_time: at(150) },
        ...{ _from_lat: 59.73, _from_lng: 22.94, _to_lat: 59.74, _to_lng: 22.95 },
      },
      { token: sailor.userToken },
    );
    expect(drawn.status).toBe(201);
    await service.drainJobs();
    expect((await logs()).map(([, from, to]) => [from, to])).toContainEqual([130, 150]);
    const [edit] = await rows("/edits_view?kind=eq.draw");
    expect((await call("undo_edit_fn", { _id: edit.id })).json).toBe(true);
    await service.drainJobs();
    expect(await book()).toEqual(before);
  });
});

describe("a stay's type that a person set", () => {
  it("is what it was before when the edit is undone", async () => {
    const [, anchorage] = await rows(STAYS);
    expect(anchorage.stay_code).toBe(2);
    await api.patch(`/stays?id=eq.${anchorage.id}`, { stay_code: 4 }, { token: sailor.userToken });
    await service.drainJobs();
    expect((await rows(STAYS))[1].stay_code).toBe(4);
    const [edit] = await rows("/edits_view?kind=eq.stay");
    expect((await call("undo_edit_fn", { _id: edit.id })).json).toBe(true);
    await service.drainJobs();
    expect((await rows(STAYS))[1].stay_code).toBe(2);
  });
});

describe("another boat's logs and edits", () => {
  it("do not exist for the caller", async () => {
    const [first, second] = await ids();
    const { json } = await call("split_logbook_fn", { _id: first, split_time: at(80) });
    await service.drainJobs();
    const before = await book();
    const owner = sailor;
    const stranger = (await newSailor(api, "Stranger")).userToken;
    const answers = [
      await call("merge_logbook_fn", { id_start: first, id_end: second }, stranger),
      await call("split_logbook_fn", { _id: second, split_time: at(240) }, stranger),
      await call("delete_logbook_fn", { _id: second }, stranger),
      await call("undo_edit_fn", { _id: json.edit }, stranger),
      await call("review_fn", { _id: second, decision: "delete" }, stranger),
    ];
    expect(answers.map((answer) => [answer.status, answer.json])).toEqual([
      [200, null],
      [200, null],
      [200, false],
      [200, false],
      [200, null],
    ]);
    for (const view of ["edits_view", "voyages_view", "review_view"])
      expect((await api.get(`/${view}`, { token: stranger })).json).toEqual([]);
    sailor = owner;
    expect(await book()).toEqual(before);
    expect((await call("merge_logbook_fn", { id_start: first, id_end: 0 })).json).toBeNull();
    expect(
      (await call("delete_logbook_fn", { _id: 0 }, owner.vesselToken)).status,
      "a boat does not edit",
    ).toBe(403);
    expect((await api.post("/rpc/delete_logbook_fn", { _id: second })).status).toBe(401);
  });
});

describe("arguments that cannot be", () => {
  it("are named", async () => {
    const [first] = await ids();
    const same = await call("merge_logbook_fn", { id_start: first, id_end: first });
    expect([same.status, same.json.message]).toEqual([400, `id_start and id_end are both ${first}`]);
    const empty = await call("merge_logbook_fn", { id_start: null, id_end: null });
    expect([empty.status, empty.json.message]).toEqual([400, "id_start and id_end may not be null"]);
    const written = await api.post(
      "/logbook",
      { name: "on paper", _from_time: "2020-01-01T10:00:00Z", _to_time: "2020-01-01T12:00:00Z" },
      { token: sailor.userToken, headers: { Prefer: "return=representation" } },
    );
    const split = await call("split_logbook_fn", {
      _id: written.json[0].id,
      split_time: "2020-01-01T11:00:00Z",
    });
    expect([split.status, split.json.message]).toEqual([
      400,
      `Log ${written.json[0].id} was written down, not recorded`,
    ]);
  });
});
