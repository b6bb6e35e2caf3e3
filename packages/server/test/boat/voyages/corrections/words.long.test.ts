/** Users' text on a log shows at once wherever the log does; logs come in order of time. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY_TRIP, passage } from "../../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../../test/support/skipper.ts";

const START = Date.UTC(2026, 5, 1, 6);
const DAY = 24 * 3_600_000;

const service = serviceForTests();
const { api } = service;
let skipper: Skipper;
beforeEach(async () => {
  skipper = await newSkipper(service);
  await skipper.send(passage(START, DAY_TRIP));
});

const asUser = () => ({ token: skipper.sailor.userToken });
const text = async (name: string, body: object) => (await skipper.call(name, body)).text;

describe("a log's name, notes and figures", () => {
  it("change at once in every document and feature, before any job has run", async () => {
    const [log] = await skipper.rows("/logbook?order=_from_time&limit=1");
    const [home] = await skipper.rows("/moorages?order=id&limit=1");
    const words = { name: "Midsummer <sail>", notes: "Light airs", _to: "Örö" };
    const changed = await api.patch(`/logbook?id=eq.${log.id}`, words, asUser());
    expect(changed.status).toBe(204);
    const wanted = {
      id: log.id,
      ...words,
      distance: log.distance,
      duration: "PT50M",
      avg_speed: log.avg_speed,
    };

    const [view] = await skipper.rows(`/log_view?id=eq.${log.id}`);
    expect(view.geojson.features[0].properties).toMatchObject(wanted);
    expect(view.geojson.features).toHaveLength(52);
    const [row] = await skipper.rows(`/logbook?id=eq.${log.id}`);
    const exported = (await skipper.call("export_logbook_geojson_fn", { _id: log.id })).json;
    expect(exported.geojson).toEqual(row.track_geojson);
    expect(row.track_geojson.features[0].properties).toMatchObject(wanted);
    const trip = (await skipper.call("export_logbook_geojson_trip_fn", { _id: log.id })).json;
    expect(trip).toEqual(view.geojson);
    const near = (await skipper.call("find_log_from_moorage_fn", { _id: home.id })).json;
    expect(near.geojson.features.map((one: { properties: object }) => one.properties)).toEqual([
      expect.objectContaining(row.track_geojson.features[0].properties),
    ]);
    for (const format of ["gpx", "kml"]) {
      const document = await text(`export_logbook_${format}_fn`, { _id: log.id });
      expect(document).toContain("Midsummer &lt;sail&gt;");
      expect(document).toContain("Light airs");
    }
  });

  it("follow a renamed moorage within seconds, also in the track", async () => {
    const [home] = await skipper.rows("/moorages?order=id&limit=1");
    await api.patch(`/moorages?id=eq.${home.id}`, { name: "Home" }, asUser());
    await service.drainJobs();
    const logs = await skipper.rows("/log_view?order=started");
    expect(logs.map((log: { name: string }) => log.name)).toEqual([
      "Home to 6 NM S of Hanko",
      "6 NM S of Hanko to Home",
    ]);
    for (const log of logs) expect(log.geojson.features[0].properties.name).toBe(log.name);
  });

  it("are what the boat's moorages give again when a person takes a typed place back", async () => {
    const [log] = await skipper.rows("/logbook?order=_from_time&limit=1");
    const patch = async (body: object) => {
      await api.patch(`/logbook?id=eq.${log.id}`, body, asUser());
      await service.drainJobs();
      return (await skipper.rows(`/logbook?id=eq.${log.id}&select=name,_from`))[0];
    };
    expect(await patch({ _from: "Jetty" })).toEqual({ name: "Jetty to 6 NM S of Hanko", _from: "Jetty" });
    expect(await patch({ _from: null })).toEqual({ name: "Hanko to 6 NM S of Hanko", _from: "Hanko" });
  });
});

describe("several logs", () => {
  it("come in order of time, whatever their numbers: documents, time-lapse, features, points", async () => {
    // An older voyage whose rows arrive last.
    await skipper.send(passage(START - 3 * DAY, DAY_TRIP, { latitude: 59.2, longitude: 22 }));
    const logs: { id: number; name: string; track_geom: { coordinates: unknown[] } }[] = await skipper.rows(
      "/logbook?order=_from_time,id",
    );
    expect(logs[0]?.id, "the older one has the higher number").toBeGreaterThan(logs.at(-1)?.id ?? 0);
    const lapse = (await skipper.call("timelapse_fn", {})).json.geojson.features[0].geometry.coordinates;
    const lines = logs.map((log) => log.track_geom.coordinates);
    expect(lapse.map((line: unknown[]) => line.length)).toEqual(lines.map((line) => line.length));
    // Geometry types round it to less than a millimetre.
    const numbers = lines.flat(2);
    lapse.flat(2).forEach((value: number, i: number) => {
      expect(value).toBeCloseTo(Number(numbers[i]), 7);
    });
    const times = (document: string) =>
      [...document.matchAll(/<(?:time|begin)>([^<]*)/g)].map(([, time]) => String(time));
    for (const format of ["gpx", "kml"]) {
      const found = times(await text(`export_logbooks_${format}_fn`, {})).filter(
        (time) => time < "2026-06-02",
      );
      expect(found.length).toBeGreaterThanOrEqual(4);
      expect(found).toEqual([...found].sort());
    }
    const points = (await skipper.call("export_logbooks_geojson_point_trips_fn", {})).json.geojson.features;
    const at = points.map((one: { properties: { time: string } }) => one.properties.time);
    expect(at).toEqual([...at].sort());
  });
});

describe("deleting a log", () => {
  const edits = () => skipper.rows("/edits_view?select=id,kind,undone&order=id");
  const rederived = async () => {
    const [counted] = await service.database.owner.transaction((tx) =>
      tx.query(sql`select count(*)::int as n from app.events where channel = 'rederive'`),
    );
    return Number(counted?.n);
  };

  it("is one edit and one look at the logbook, whichever way is taken", async () => {
    const [first, second] = await skipper.logs(START);
    const before = await rederived();
    expect((await skipper.call("delete_logbook_fn", { _id: first?.[0] })).json).toBe(true);
    expect(await rederived(), "the procedure has shown it already").toBe(before);
    expect((await api.delete(`/logbook?id=eq.${second?.[0]}`, asUser())).status).toBe(204);
    expect(await rederived(), "a job shows it").toBe(before + 1);
    await service.drainJobs();
    expect(await skipper.logs(START)).toEqual([]);
    expect(await edits()).toEqual([
      { id: expect.any(Number), kind: "delete", undone: false },
      { id: expect.any(Number), kind: "delete", undone: false },
    ]);
  });

  it.each([
    ["procedure", async (id: number) => void (await skipper.call("delete_logbook_fn", { _id: id }))],
    ["table", async (id: number) => void (await api.delete(`/logbook?id=eq.${id}`, asUser()))],
  ])("that was drawn takes the drawing back: by the %s", async (_, remove) => {
    const before = await skipper.logs(START);
    const stays = await skipper.rows("/stays?select=id,arrived,departed&order=arrived");
    const drawn = await api.post(
      "/logbook",
      {
        ...{ _from_time: new Date(START + 130 * 60_000), _to_time: new Date(START + 150 * 60_000) },
        ...{ _from_lat: 59.73, _from_lng: 22.94, _to_lat: 59.74, _to_lng: 22.95 },
      },
      { ...asUser(), headers: { Prefer: "return=representation" } },
    );
    await service.drainJobs();
    await remove(drawn.json[0].id);
    await service.drainJobs();
    expect(await skipper.logs(START)).toEqual(before);
    expect(await skipper.rows("/stays?select=id,arrived,departed&order=arrived")).toEqual(stays);
    expect(await edits()).toEqual([{ id: expect.any(Number), kind: "draw", undone: true }]);
  });

  it("by review answers the edit that it made, which can be undone", async () => {
    const gaps = passage(START - 10 * DAY, DAY_TRIP, { latitude: 58, longitude: 22 }).filter((row) => {
      const minute = (Date.parse(String(row.time)) - START + 10 * DAY) / 60_000;
      return !(minute > 40 && minute < 66);
    });
    await skipper.send(gaps);
    const [waiting] = await skipper.rows("/review_view?order=started");
    const { json } = await skipper.call("review_fn", { _id: waiting.id, decision: "delete" });
    const [made] = await skipper.rows("/edits_view?kind=eq.delete");
    expect(json).toEqual({ edit: made.id, logs: [] });
    expect((await skipper.call("undo_edit_fn", { _id: json.edit })).json).toBe(true);
    await service.drainJobs();
    expect((await skipper.rows(`/logbook?id=eq.${waiting.id}&select=id,name`))[0].name).not.toBeNull();
  });
});

describe("the time spent at a moorage", () => {
  it("counts the stay that lasts, in the table as in the views", async () => {
    const seconds = (duration: string) => {
      const [, years, months, days, hours, minutes, rest] =
        /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/.exec(duration) ?? [];
      const all = [years, months, days, hours, minutes, rest].map((part) => Number(part ?? 0));
      return (
        (((all[0] ?? 0) * 12 + (all[1] ?? 0)) * 30 + (all[2] ?? 0)) * 86_400 +
        (all[3] ?? 0) * 3600 +
        (all[4] ?? 0) * 60 +
        (all[5] ?? 0)
      );
    };
    const [stay] = await skipper.rows("/stays?active=is.true");
    const [table] = await skipper.rows(`/moorages?id=eq.${stay.moorage_id}`);
    const [view] = await skipper.rows(`/moorages_view?id=eq.${stay.moorage_id}`);
    const [one] = await skipper.rows(`/moorage_view?id=eq.${stay.moorage_id}`);
    expect(table.reference_count).toBe(2);
    expect(one.total_duration.slice(0, 6)).toBe(view.total_duration.slice(0, 6));
    expect(seconds(view.total_duration)).toBeGreaterThan(
      3600 + (Date.now() - Date.parse(stay.arrived)) / 1000 - 5,
    );
    expect(Math.abs(seconds(table.stay_duration) - seconds(view.total_duration))).toBeLessThan(20);
  });
});
