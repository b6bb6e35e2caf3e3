/** Logs entered by hand are finished like any other. */

import { distanceM } from "@wakelog/kit/geo/distance.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { at, DAY, ENDS, enteringForTests, ROWS, START } from "./entering.ts";

const person = enteringForTests();

/** The geodesic between two positions, nautical miles. */
function miles(from: readonly [number, number], to: readonly [number, number]): number {
  const [a, b] = [from, to].map(([latitude, longitude]) => ({ latitude, longitude }));
  return a === undefined || b === undefined ? 0 : Math.round((distanceM(a, b) / 1852) * 1e4) / 1e4;
}

/** Between the ends. */
const STRAIGHT = miles([59.5, 22.5], [59.6, 22.7]);

const log = async (id: number) => (await person.skipper.rows(`/logbook?id=eq.${id}`))[0];
const lineOf = (row: { track_geom: { coordinates: unknown } }) => row.track_geom.coordinates;

describe.each([
  ["of a boat that never sent anything", [], 0],
  ["before the first row", ROWS, -2 * DAY],
  ["in a stay of the recorded time", ROWS, 130],
  ["after the last row", ROWS, 2 * DAY],
])("a log entered by hand, %s", (_, rows, minute) => {
  const times = { _from_time: at(minute), _to_time: at(minute + 90) };
  beforeEach(() => (rows.length > 0 ? person.skipper.send(rows) : undefined));

  it("with positions has places, distance, duration, speed and track", async () => {
    const id = await person.enter("/logbook", { ...ENDS, ...times });
    const made = await log(id);
    expect(made).toMatchObject({
      name: `${made._from} to ${made._to}`,
      _from: "24 NM SW of Hanko",
      _to: "16 NM SSW of Hanko",
      distance: STRAIGHT,
      duration: "PT1H30M",
      avg_speed: expect.closeTo(STRAIGHT / 1.5, 4),
      voyage_id: id,
      active: false,
    });
    expect(lineOf(made)).toEqual([
      [22.5, 59.5],
      [22.7, 59.6],
    ]);
    expect(made.track_geojson.features[0].properties).toMatchObject({ name: made.name, distance: STRAIGHT });
  });

  it("with a line is as long as the line, and begins and ends where it does", async () => {
    const line = [
      [22.5, 59.5],
      [22.5, 59.6],
      [22.7, 59.6],
    ];
    const id = await person.enter("/logbook", {
      ...times,
      track_geom: { type: "LineString", coordinates: line },
    });
    const made = await log(id);
    expect(lineOf(made)).toEqual(line);
    expect(made).toMatchObject({ _from_lat: 59.5, _from_lng: 22.5, _to_lat: 59.6, _to_lng: 22.7 });
    expect(made.distance).toBeCloseTo(
      miles([59.5, 22.5], [59.6, 22.5]) + miles([59.6, 22.5], [59.6, 22.7]),
      3,
    );
    expect(made.distance).toBeGreaterThan(STRAIGHT + 3);
  });

  it("without positions has a duration, a voyage and a name, and all the rest once they are given", async () => {
    const id = await person.enter("/logs_view", {
      started: times._from_time,
      ended: times._to_time,
      to: "Örö",
    });
    const before = await log(id);
    expect(before).toMatchObject({ duration: "PT1H30M", voyage_id: id, _to: "Örö", distance: null });
    expect(before.name).toMatch(/Örö$/);
    await person.change(`/logbook?id=eq.${id}`, ENDS);
    const after = await log(id);
    expect(after).toMatchObject({ _to: "Örö", distance: STRAIGHT });
    expect(after.name).toBe(`${after._from} to Örö`);
    // And when its times and places turn out to be different.
    await person.change(`/logbook?id=eq.${id}`, { _to_time: at(minute + 60), _to_lat: 59.5, _to_lng: 22.6 });
    const corrected = await log(id);
    expect(corrected).toMatchObject({ duration: "PT1H", _to_lng: 22.6 });
    expect(corrected.distance).toBe(miles([59.5, 22.5], [59.5, 22.6]));
    expect(corrected.avg_speed).toBeCloseTo(corrected.distance, 6);
    expect(lineOf(corrected)).toEqual([
      [22.5, 59.5],
      [22.6, 59.5],
    ]);
  });
});

describe("what a person gives for a log entered by hand", () => {
  it("is kept: name, miles, speeds", async () => {
    const id = await person.enter("/log_view", {
      ...{ name: "Night crossing", started: at(0), ended: at(600) },
      ...{ distance: 55.5, avg_speed: 5.4, max_speed: 8.1, max_wind_speed: 22, notes: "Stars" },
    });
    const given = {
      name: "Night crossing",
      distance: 55.5,
      avg_speed: 5.4,
      max_speed: 8.1,
      max_wind_speed: 22,
    };
    expect(await log(id)).toMatchObject({ ...given, notes: "Stars" });
    await person.change(`/logbook?id=eq.${id}`, ENDS);
    expect(await log(id)).toMatchObject(given);
  });

  it("links it to the moorages at its ends, and names it after them", async () => {
    await person.skipper.send(ROWS);
    const [home] = await person.skipper.rows("/moorages?order=id");
    await person.change(`/moorages?id=eq.${home.id}`, { name: "Home" });
    const id = await person.enter("/logbook", {
      ...{ _from_time: at(-300), _to_time: at(-200), _to_lat: home.latitude, _to_lng: home.longitude },
      ...{ _from_lat: 59.5, _from_lng: 22.5 },
    });
    expect(await log(id)).toMatchObject({ _to: "Home", _to_moorage_id: home.id, _from_moorage_id: null });
    const near = await person.skipper.call("find_log_to_moorage_fn", { _id: home.id });
    expect(
      near.json.geojson.features.map((one: { properties: { id: number } }) => one.properties.id),
    ).toContain(id);
  });

  it("causes no message about a new log", async () => {
    await person.enter("/logbook", { ...ENDS, _from_time: at(0), _to_time: at(60) });
    const events = await person.skipper.rows(
      "/eventlogs_view?channel=in.(new_logbook,log_finished)&select=channel",
    );
    expect(events).toEqual([{ channel: "new_logbook" }]);
  });
});

describe("splitting a drawn log", () => {
  it("gives each part its share of the line and of the miles; undoing it and deleting it too", async () => {
    await person.skipper.send(ROWS);
    const before = await person.skipper.logs(START);
    const line = [
      [22.5, 59.5],
      [22.5, 59.6],
      [22.5, 59.7],
    ];
    const id = await person.enter("/logbook", {
      ...{ _from_time: at(-600), _to_time: at(-480), distance: 12 },
      track_geom: { type: "LineString", coordinates: line },
    });
    const split = await person.skipper.call("split_logbook_fn", { _id: id, split_time: at(-570) });
    expect(split.status, split.text).toBe(200);
    await person.service.drainJobs();
    const [first, second] = await Promise.all(split.json.logs.map(log));
    expect([first.id, first.distance, second.distance]).toEqual([id, 3, 9]);
    expect(lineOf(first)).toEqual([
      [22.5, 59.5],
      [expect.closeTo(22.5, 6), expect.closeTo(59.55, 4)],
    ]);
    expect(lineOf(second)).toHaveLength(3);
    expect((await person.skipper.call("undo_edit_fn", { _id: split.json.edit })).json).toBe(true);
    await person.service.drainJobs();
    expect(await log(id)).toMatchObject({ distance: 12, duration: "PT2H" });
    expect(lineOf(await log(id))).toEqual(line);
    expect((await person.skipper.call("delete_logbook_fn", { _id: id })).json).toBe(true);
    await person.service.drainJobs();
    expect(await person.skipper.logs(START)).toEqual(before);
  });
});
