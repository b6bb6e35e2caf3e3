import { gpx, kml } from "@tmcw/togeojson";
import { raw, sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { DOMParser } from "@xmldom/xmldom";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { exportProcedures } from "../../../src/boat/exports/procedures.ts";

const procedures = exportProcedures({ webUrl: "http://boat.example:8080/" });
let database: TestDatabase;
let boat: Boat;
let ids: number[];
beforeAll(async () => {
  database = await cloneDatabase();
  boat = await makeBoat(database, () => Date.UTC(2026, 5, 2));
  await boat.post(passage(Date.UTC(2026, 5, 1, 6), DAY_TRIP));
  await boat.drain();
  ids = (await boat.logbook()).logs.map(({ id }) => Number(id));
});
afterAll(() => database.drop());

/** Calls a procedure as a user of the boat. */
async function call(name: string, args: JsonObject, who: Boat = boat): Promise<unknown> {
  const procedure = procedures.get(name);
  if (procedure === undefined) throw new Error(`no ${name}`);
  return who.as("user_role", (tx) =>
    procedure(args, { tx, caller: { role: "user_role", claims: {} }, headers: {}, address: "" }),
  );
}
const parse = (text: unknown) => new DOMParser().parseFromString(String(text), "text/xml");

describe("exports of finished logs", () => {
  it("give a log's whole track with its times", async () => {
    const [track] = gpx(parse(await call("export_logbook_gpx_fn", { _id: ids[0] ?? 0 }))).features;
    expect(track?.geometry?.type).toBe("LineString");
    const times = track?.properties?.coordinateProperties?.times ?? [];
    expect([times[0], times.at(-1), times.length]).toEqual([
      "2026-06-01T07:00:00.000Z",
      "2026-06-01T07:50:00.000Z",
      52,
    ]);
    // From where the boat lay, which is not where her first fix under way was.
    const [log] = await boat.rows(sql`
      select _from_lng, _from_lat from api.logbook where id = ${ids[0] ?? 0}::int`);
    const line = track?.geometry?.type === "LineString" ? track.geometry.coordinates : [];
    expect(line[0]?.map((degrees) => degrees.toFixed(6))).toEqual(
      [log?._from_lng, log?._from_lat].map((degrees) => Number(degrees).toFixed(6)),
    );
    expect(track?.properties?.name).toBe("Hanko to 6 NM S of Hanko");
  });

  it("give a log as KML with its name", async () => {
    const [track] = kml(parse(await call("export_logbook_kml_fn", { _id: ids[1] ?? 0 }))).features;
    expect(track?.properties).toMatchObject({
      name: "6 NM S of Hanko to Hanko",
      timespan: { begin: "2026-06-01T09:50:00.000Z" },
    });
  });

  it("give all logs, or those of a range that may be open at either end", async () => {
    const names = async (args: JsonObject) =>
      gpx(parse(await call("export_logbooks_gpx_fn", args))).features.map((one) => one.properties?.name);
    const [out, home] = ["Hanko to 6 NM S of Hanko", "6 NM S of Hanko to Hanko"];
    expect(await names({})).toEqual([out, home]);
    expect(await names({ start_log: ids[1] ?? 0, end_log: null })).toEqual([home]);
    expect(await names({ start_log: null, end_log: ids[0] ?? 0 })).toEqual([out]);
    expect(await names({ start_log: ids[1] ?? 0, end_log: ids[0] ?? 0 })).toEqual([]);
    const folders = parse(await call("export_logbooks_kml_fn", {})).getElementsByTagName("Folder");
    expect(folders.length).toBe(2);
  });

  it("give the logs of a list, whatever else is between them", async () => {
    const list = await call("export_chosen_logs_gpx_fn", { logs: [ids[1] ?? 0, 999_999] });
    expect(gpx(parse(list)).features.map((one) => one.properties?.name)).toEqual([
      "6 NM S of Hanko to Hanko",
    ]);
    const folders = parse(await call("export_chosen_logs_kml_fn", { logs: [...ids] })).getElementsByTagName(
      "Folder",
    );
    expect(folders.length).toBe(2);
    await expect(call("export_chosen_logs_gpx_fn", { logs: ["x"] })).rejects.toMatchObject({ code: "22023" });
  });

  it("give moorages with what is known of them", async () => {
    const { features } = gpx(parse(await call("export_moorages_gpx_fn", {})));
    expect(features.map((one) => one.properties?.name)).toEqual(["Hanko", "6 NM S of Hanko"]);
    expect(features[1]?.properties?.desc).toContain("Anchor. 1 visit. 2 hours in total");
  });

  it("refuse what is not the number of a log, in a sentence that names it", async () => {
    const refusals: readonly (readonly [string, JsonObject, string])[] = [
      ["export_logbook_gpx_fn", { _id: "seven" }, "_id must be the number of a log"],
      ["export_logbook_kml_fn", { _id: 1.5 }, "_id must be the number of a log"],
      [
        "export_logbooks_gpx_fn",
        { start_log: [], end_log: "x" },
        "start_log and end_log must be the number of a log",
      ],
    ];
    for (const [name, args, message] of refusals) {
      await expect(call(name, args)).rejects.toMatchObject({ code: "22023", status: 400, message });
    }
  });

  it("leave out what no document can hold: figures that are none, and times of no calendar", async () => {
    const old = await makeBoat(database, () => Date.UTC(2026, 5, 2));
    await old.post(passage(Date.UTC(2026, 5, 1, 6), DAY_TRIP));
    await old.drain();
    const [first, second] = (await old.logbook()).logs.map(({ id }) => Number(id));
    await database.owner.transaction(async (tx) => {
      await tx.run(raw("set local session_replication_role = replica"));
      await tx.run(sql`
        update api.logbook set distance = 'NaN', avg_speed = 'NaN', max_speed = 'Infinity' where id = ${first ?? 0}::int`);
      await tx.run(sql`
        update api.logbook set _from_time = '290000-01-01', _to_time = '290000-01-02' where id = ${second ?? 0}::int`);
      await tx.run(sql`
        update api.stays set arrived = '290000-01-01', departed = null where vessel_id = ${old.vesselId} and active`);
    });
    for (const name of ["export_logbooks_gpx_fn", "export_logbooks_kml_fn"]) {
      const text = String(await call(name, {}, old));
      expect(text).toContain("Hanko to 6 NM S of Hanko");
      expect(text).not.toMatch(/NaN|Infinity|290000/);
      parse(text);
    }
    await expect(call("export_logbook_gpx_fn", { _id: second ?? 0 }, old)).rejects.toMatchObject({
      status: 404,
    });
    expect(String(await call("export_moorages_gpx_fn", {}, old))).not.toMatch(/NaN|290000/);
  });

  it("refuse a log that does not exist, is another vessel's or under way, in a sentence", async () => {
    const stranger = await makeBoat(database);
    const underWay = await makeBoat(database, () => Date.UTC(2026, 5, 1, 8));
    await underWay.post(passage(Date.UTC(2026, 5, 1, 6), DAY_TRIP).slice(0, 45));
    const [running] = (await underWay.logbook()).logs;
    expect(running?.active).toBe(true);
    for (const name of ["export_logbook_gpx_fn", "export_logbook_kml_fn"]) {
      for (const [id, who] of [
        [999_999, boat],
        [Number(running?.id), underWay],
        [ids[0] ?? 0, stranger],
      ] as const) {
        const message = `There is no finished log ${id}.`;
        await expect(call(name, { _id: id }, who)).rejects.toMatchObject({ status: 404, message });
      }
      expect(await call(name, { _id: null })).toBeNull();
    }
    expect(gpx(parse(await call("export_logbooks_gpx_fn", {}, stranger))).features).toEqual([]);
  });
});
