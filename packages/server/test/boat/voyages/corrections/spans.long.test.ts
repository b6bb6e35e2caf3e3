/** Edits by programs that name instants and spans of time. */
import { beforeEach, describe, expect, it } from "vitest";
import { client } from "../../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../../test/support/skipper.ts";

const START = Date.UTC(2026, 5, 1, 6);
const at = (minute: number) => new Date(START + minute * 60_000).toISOString();

const service = serviceForTests();
let skipper: Skipper;
let first: number;
beforeEach(async () => {
  skipper = await newSkipper(service);
  await skipper.send(passage(START, DAY_TRIP));
  first = (await skipper.logs(START))[0]?.[0] ?? 0;
});

describe("splitting a log that is named by id_start", () => {
  it("makes two logs of it", async () => {
    const split = await skipper.call("split_logbook_fn", { id_start: String(first), split_time: at(80) });
    expect(split.json.logs).toEqual([first, expect.any(Number)]);
    expect((await skipper.logs(START)).map(([, from, to]) => [from, to])).toEqual([
      [60, 80],
      [80, 110],
      [230, 278],
    ]);
  });

  it("answers null outside the log, for an unknown log, and refuses what is no instant", async () => {
    const before = await skipper.logs(START);
    for (const outside of [at(300), at(60), at(110)]) {
      const { status, json } = await skipper.call("split_logbook_fn", {
        id_start: first,
        split_time: outside,
      });
      expect([status, json]).toEqual([200, null]);
    }
    const unknown = { id_start: 999_999, split_time: at(80) };
    expect((await skipper.call("split_logbook_fn", unknown)).json).toBeNull();
    const unreadable = { id_start: first, split_time: "noon" };
    expect((await skipper.call("split_logbook_fn", unreadable)).status).toBe(400);
    expect(await skipper.logs(START)).toEqual(before);
  });
});

describe("notes over time", () => {
  const write = (value: string, log: number | string = first) =>
    skipper.call("update_trip_notes_fn", { _id: log, update_string: value });
  const notes = async () => {
    const { json } = await skipper.call("export_logbook_geojson_point_trip_fn", { _id: first });
    return Object.fromEntries(
      json.features.flatMap(
        ({ properties: { time, notes: text } }: { properties: Record<string, string> }) =>
          text === "" ? [] : [[(Date.parse(time ?? "") - START) / 60_000, text]],
      ),
    );
  };
  const entries = () => skipper.rows("/log_entries?select=time,kind,text,author&order=time");

  it("become remarks with an author, in place of what a point shows, and are removed by an empty text", async () => {
    const answer = await write(
      `["fog "bank""@${at(70)}, "dolphins"@${at(75).replace("Z", "+00:00")}, ""@${at(76)}]`,
    );
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(await notes()).toEqual({ 70: 'fog "bank"', 75: "dolphins" });
    expect(await entries()).toMatchObject([
      { kind: "remark", text: 'fog "bank"', author: expect.any(String) },
      { kind: "remark", text: "dolphins" },
    ]);
    expect(
      (await write(`Interp=Step;{["fog lifts"@${at(70)}], (""@${at(74)}, ""@${at(75)}]}`, String(first)))
        .status,
    ).toBe(204);
    expect(await notes()).toEqual({ 70: "fog lifts" });
    expect(await entries()).toHaveLength(1);
  });

  it("replace what was written between a point and the next, and keep observations", async () => {
    const api = client(service.apiUrl);
    const token = skipper.sailor.userToken;
    for (const [minute, text, extra] of [
      [80.25, "squall", {}],
      [80.5, "reefed", { windSpeed: 30 }],
      [81, "tacked", {}],
    ] as const)
      await api.post("/log_entries", { time: at(minute), text, extra }, { token });
    await write(`["two reefs"@${at(80)}]`);
    expect(await notes()).toEqual({ 80: "two reefs", 81: "tacked" });
    await write(`[""@${at(80)}, "gybed"@${at(81)}]`);
    expect(await notes()).toEqual({ 81: "gybed" });
    expect(await skipper.rows("/log_entries?select=text,extra&order=time")).toEqual([
      { text: null, extra: { windSpeed: 30 } },
      { text: "gybed", extra: {} },
    ]);
  });

  it("change nothing outside the log, in an unknown log, or if they cannot be read", async () => {
    const other = await newSkipper(service);
    expect((await write(`["early"@${at(-10)}, "late"@${at(200)}]`)).status).toBe(204);
    expect((await write(`["x"@${at(70)}]`, 999_999)).status).toBe(204);
    await other.call("update_trip_notes_fn", { _id: first, update_string: `["x"@${at(70)}]` });
    const refused = await write(`["x"@${at(70)}, "y"@noon]`);
    expect([refused.status, refused.json.code]).toEqual([400, "22P02"]);
    expect((await skipper.call("update_trip_notes_fn", { _id: first })).status).toBe(404);
    expect(await entries()).toEqual([]);
    expect(await other.rows("/log_entries")).toEqual([]);
  });
});

describe("deleting a span of a log", () => {
  const remove = (span: string, log = first) =>
    skipper.call("delete_trip_entry_fn", { _id: log, update_string: span });
  const minutes = async () =>
    (await skipper.rows(`/metrics?select=time&time=gte.${at(60)}&time=lte.${at(110)}&order=time`)).map(
      ({ time }: { time: string }) => (Date.parse(time) - START) / 60_000,
    );

  it("takes its rows out of the record, by its brackets, and the track follows", async () => {
    const whole: readonly number[] = await minutes();
    const answer = await remove(`[${at(70)}, ${at(72)})`);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(await minutes()).toEqual(whole.filter((minute) => minute !== 70 && minute !== 71));
    await remove(`("${at(74).replace("T", " ").replace("Z", "+00")}","${at(76)}"]`);
    await service.drainJobs();
    const left = whole.filter((minute) => ![70, 71, 75, 76].includes(minute));
    expect(await minutes()).toEqual(left);
    const [{ geojson }] = await skipper.rows(`/log_view?id=eq.${first}`);
    expect(geojson.features).toHaveLength(1 + left.length);
  });

  it("leaves rows of other logs, other vessels and unknown logs, and refuses what is no span", async () => {
    const all = await skipper.rows("/metrics?select=time");
    const other = await newSkipper(service);
    expect((await remove(`[${at(-100)}, ${at(59)}]`)).status).toBe(204);
    expect((await remove(`[${at(0)}, ${at(400)}]`, 999_999)).status).toBe(204);
    const foreign = { _id: first, update_string: `[${at(0)}, ${at(400)}]` };
    expect((await other.call("delete_trip_entry_fn", foreign)).status).toBe(204);
    for (const span of [`[${at(72)}, ${at(70)}]`, "all of it", `[${at(70)}]`])
      expect((await remove(span)).json.code).toBe("22P02");
    expect(await skipper.rows("/metrics?select=time")).toEqual(all);
  });

  it("is an edit that is undone like any other", async () => {
    const rows = () => skipper.rows("/metrics?order=time");
    const [track] = await skipper.rows(`/log_view?id=eq.${first}&select=geojson,distance,max_speed`);
    const all = await rows();
    await remove(`[${at(70)}, ${at(72)}]`);
    const [edit] = await skipper.rows("/edits_view");
    expect(edit).toMatchObject({
      ...{ kind: "remove", started: at(70).replace(".000Z", "+00:00"), undone: false },
      ...{ ended: at(72).replace(".000Z", "+00:00"), made_by: expect.any(String) },
    });
    expect(await rows()).toHaveLength(all.length - 3);
    expect((await skipper.call("undo_edit_fn", { _id: edit.id })).json).toBe(true);
    expect((await skipper.call("undo_edit_fn", { _id: edit.id })).json).toBe(false);
    expect(await rows()).toEqual(all);
    await service.drainJobs();
    expect(await skipper.rows(`/log_view?id=eq.${first}&select=geojson,distance,max_speed`)).toEqual([track]);
    expect((await skipper.rows("/edits_view")).map(({ undone }: { undone: boolean }) => undone)).toEqual([
      true,
    ]);
  });

  it("that has no rows is no edit", async () => {
    await remove(`(${at(70)}, ${at(71)})`);
    expect(await skipper.rows("/edits_view")).toEqual([]);
  });

  it("keeps a row that came for the same time since", async () => {
    await remove(`[${at(70)}, ${at(71)}]`);
    const [edit] = await skipper.rows("/edits_view");
    const [again] = passage(START, DAY_TRIP).filter(({ time }) => time === at(70));
    await skipper.send([{ ...again, windspeedapparent: 17 }]);
    await skipper.call("undo_edit_fn", { _id: edit.id });
    expect(
      await skipper.rows(
        `/metrics?select=windspeedapparent&time=gte.${at(70)}&time=lte.${at(71)}&order=time`,
      ),
    ).toEqual([{ windspeedapparent: 17 }, { windspeedapparent: 5 + (71 % 9) }]);
  });

  it("brings no row of an import back that was undone since", async () => {
    const other = await newSkipper(service);
    const { id } = (await other.call("sample_voyage_fn", {})).json;
    await service.drainJobs();
    const [log] = await other.rows("/logbook?select=id,_from_time,_to_time");
    await other.call("delete_trip_entry_fn", {
      _id: log.id,
      update_string: `[${log._from_time}, ${log._to_time})`,
    });
    const [edit] = await other.rows("/edits_view");
    expect(edit.kind).toBe("remove");
    expect((await other.call("undo_import_fn", { _id: id })).json).toBe(true);
    expect((await other.call("undo_edit_fn", { _id: edit.id })).json).toBe(true);
    await service.drainJobs();
    expect(await other.rows("/metrics?select=time")).toEqual([]);
  });
});
