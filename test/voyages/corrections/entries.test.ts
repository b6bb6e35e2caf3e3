/** Logs and stays that people enter by hand: finished like any other, and refused where they cannot be. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { distanceM } from "../../../src/geo/distance.ts";
import { type Answer, type Client, client } from "../../support/client.ts";
import { DAY_TRIP, passage } from "../../support/passage.ts";
import { startService, type TestService } from "../../support/service.ts";
import { newSkipper, type Skipper } from "../../support/skipper.ts";

const START = Date.UTC(2026, 5, 1, 6);
const ROWS = passage(START, DAY_TRIP);
const DAY = 24 * 60;
const at = (minute: number) => new Date(START + minute * 60_000).toISOString();

function miles(from: readonly [number, number], to: readonly [number, number]): number {
  const [a, b] = [from, to].map(([latitude, longitude]) => ({ latitude, longitude }));
  return a === undefined || b === undefined ? 0 : Math.round((distanceM(a, b) / 1852) * 1e4) / 1e4;
}

let service: TestService;
let api: Client;
let skipper: Skipper;
beforeAll(async () => {
  service = await startService();
  api = client(service.apiUrl);
});
afterAll(() => service.stop());
beforeEach(async () => {
  skipper = await newSkipper(service);
});

const asUser = () => ({ token: skipper.sailor.userToken });
const post = (path: string, body: object): Promise<Answer> =>
  api.post(path, body, { ...asUser(), headers: { Prefer: "return=representation" } });

/** Enters a row, lets the jobs run, and gives its id. */
async function enter(path: string, body: object): Promise<number> {
  const answer = await post(path, body);
  expect(answer.status, answer.text).toBe(201);
  await service.drainJobs();
  return answer.json[0].id;
}
async function change(path: string, body: object): Promise<void> {
  const answer = await api.patch(path, body, asUser());
  expect(answer.status, answer.text).toBe(204);
  await service.drainJobs();
}
const log = async (id: number) => (await skipper.rows(`/logbook?id=eq.${id}`))[0];
const lineOf = (row: { track_geom: { coordinates: unknown } }) => row.track_geom.coordinates;

const ENDS = { _from_lat: 59.5, _from_lng: 22.5, _to_lat: 59.6, _to_lng: 22.7 };
/** Of the geodesic between them, nautical miles. */
const STRAIGHT = miles([59.5, 22.5], [59.6, 22.7]);

describe.each([
  ["of a boat that never sent anything", [], 0],
  ["before the first row", ROWS, -2 * DAY],
  ["in a stay of the recorded time", ROWS, 130],
  ["after the last row", ROWS, 2 * DAY],
])("a log entered by hand, %s", (_, rows, minute) => {
  const times = { _from_time: at(minute), _to_time: at(minute + 90) };
  beforeEach(() => (rows.length > 0 ? skipper.send(rows) : undefined));

  it("with positions has places, distance, duration, speed and track", async () => {
    const id = await enter("/logbook", { ...ENDS, ...times });
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
    const id = await enter("/logbook", { ...times, track_geom: { type: "LineString", coordinates: line } });
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
    const id = await enter("/logs_view", { started: times._from_time, ended: times._to_time, to: "Örö" });
    const before = await log(id);
    expect(before).toMatchObject({ duration: "PT1H30M", voyage_id: id, _to: "Örö", distance: null });
    expect(before.name).toMatch(/Örö$/);
    await change(`/logbook?id=eq.${id}`, ENDS);
    const after = await log(id);
    expect(after).toMatchObject({ _to: "Örö", distance: STRAIGHT });
    expect(after.name).toBe(`${after._from} to Örö`);
    // And when its times and places turn out to be different.
    await change(`/logbook?id=eq.${id}`, { _to_time: at(minute + 60), _to_lat: 59.5, _to_lng: 22.6 });
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

describe("what a person says of a log entered by hand", () => {
  it("is kept: name, miles, speeds", async () => {
    const id = await enter("/log_view", {
      ...{ name: "Night crossing", started: at(0), ended: at(600) },
      ...{ distance: 55.5, avg_speed: 5.4, max_speed: 8.1, max_wind_speed: 22, notes: "Stars" },
    });
    const said = {
      name: "Night crossing",
      distance: 55.5,
      avg_speed: 5.4,
      max_speed: 8.1,
      max_wind_speed: 22,
    };
    expect(await log(id)).toMatchObject({ ...said, notes: "Stars" });
    await change(`/logbook?id=eq.${id}`, ENDS);
    expect(await log(id)).toMatchObject(said);
  });

  it("links it to the moorages at its ends, and names it after them", async () => {
    await skipper.send(ROWS);
    const [home] = await skipper.rows("/moorages?order=id");
    await change(`/moorages?id=eq.${home.id}`, { name: "Home" });
    const id = await enter("/logbook", {
      ...{ _from_time: at(-300), _to_time: at(-200), _to_lat: home.latitude, _to_lng: home.longitude },
      ...{ _from_lat: 59.5, _from_lng: 22.5 },
    });
    expect(await log(id)).toMatchObject({ _to: "Home", _to_moorage_id: home.id, _from_moorage_id: null });
    const near = await skipper.call("find_log_to_moorage_fn", { _id: home.id });
    expect(
      near.json.geojson.features.map((one: { properties: { id: number } }) => one.properties.id),
    ).toContain(id);
  });

  it("tells nobody of a new log", async () => {
    await enter("/logbook", { ...ENDS, _from_time: at(0), _to_time: at(60) });
    const events = await skipper.rows("/eventlogs_view?channel=in.(new_logbook,log_finished)&select=channel");
    expect(events).toEqual([{ channel: "new_logbook" }]);
  });
});

describe("splitting a drawn log", () => {
  it("gives each part its share of the line and of the miles; undoing it and deleting it too", async () => {
    await skipper.send(ROWS);
    const before = await skipper.logs(START);
    const line = [
      [22.5, 59.5],
      [22.5, 59.6],
      [22.5, 59.7],
    ];
    const id = await enter("/logbook", {
      ...{ _from_time: at(-600), _to_time: at(-480), distance: 12 },
      track_geom: { type: "LineString", coordinates: line },
    });
    const split = await skipper.call("split_logbook_fn", { _id: id, split_time: at(-570) });
    expect(split.status, split.text).toBe(200);
    await service.drainJobs();
    const [first, second] = await Promise.all(split.json.logs.map(log));
    expect([first.id, first.distance, second.distance]).toEqual([id, 3, 9]);
    expect(lineOf(first)).toEqual([
      [22.5, 59.5],
      [expect.closeTo(22.5, 6), expect.closeTo(59.55, 4)],
    ]);
    expect(lineOf(second)).toHaveLength(3);
    expect((await skipper.call("undo_edit_fn", { _id: split.json.edit })).json).toBe(true);
    await service.drainJobs();
    expect(await log(id)).toMatchObject({ distance: 12, duration: "PT2H" });
    expect(lineOf(await log(id))).toEqual(line);
    expect((await skipper.call("delete_logbook_fn", { _id: id })).json).toBe(true);
    await service.drainJobs();
    expect(await skipper.logs(START)).toEqual(before);
  });
});

describe("a stay entered by hand", () => {
  it("has its length, its moorage, and counts as a visit there", async () => {
    await skipper.send(ROWS);
    const [home] = await skipper.rows("/moorages?order=id");
    await change(`/moorages?id=eq.${home.id}`, { name: "Home" });
    const [before] = await skipper.rows(`/moorage_view?id=eq.${home.id}`);
    const id = await enter("/stays", {
      ...{ latitude: home.latitude, longitude: home.longitude },
      ...{ arrived: at(-500), departed: at(-380) },
    });
    const [stay] = await skipper.rows(`/stays?id=eq.${id}`);
    expect(stay).toMatchObject({ name: "Home", moorage_id: home.id, duration: "PT2H" });
    const [after] = await skipper.rows(`/moorage_view?id=eq.${home.id}`);
    expect(after.arrivals_departures).toBe(before.arrivals_departures + 1);
    await change(`/stays?id=eq.${id}`, { departed: at(-440) });
    expect((await skipper.rows(`/stays?id=eq.${id}`))[0].duration).toBe("PT1H");
    expect((await api.delete(`/stays?id=eq.${id}`, asUser())).status).toBe(204);
    await service.drainJobs();
    expect((await skipper.rows(`/moorage_view?id=eq.${home.id}`))[0].arrivals_departures).toBe(
      before.arrivals_departures,
    );
  });

  it("makes a moorage where there was not one, and may be given by its moorage alone", async () => {
    const id = await enter("/stays", {
      latitude: 59,
      longitude: 22,
      stay_code: 3,
      arrived: at(0),
      departed: at(60),
    });
    const [made] = await skipper.rows("/moorages");
    expect(made).toMatchObject({ stay_code: 3, reference_count: 1, stay_id: id });
    const again = await enter("/stays", { moorage_id: made.id, arrived: at(100), departed: at(160) });
    expect((await skipper.rows(`/stays?id=eq.${again}`))[0]).toMatchObject({
      moorage_id: made.id,
      latitude: 59,
      stay_code: 3,
    });
  });
});

describe("what cannot be", () => {
  const TIMES = { _from_time: at(-300), _to_time: at(-200) };
  it.each<[string, string, object, RegExp]>([
    [
      "a log that ends before it begins",
      "/logbook",
      { _from_time: at(60), _to_time: at(0) },
      /not after its beginning/,
    ],
    ["a log that never ends", "/logbook", { _from_time: at(0), _to_time: "infinity" }, /needs real times/],
    [
      "a log off the earth",
      "/logbook",
      { ...TIMES, ...ENDS, _to_lat: 91 },
      /^The position 91, 22.7 is not on the earth$/,
    ],
    [
      "a log in the web view that overlaps one",
      "/log_view",
      { started: at(100), ended: at(120) },
      /^The log overlaps log \d+, which lasts from 2026-06-01 07:00 UTC to 2026-06-01 07:50 UTC$/,
    ],
    ["a log around one", "/logbook", { _from_time: at(-10), _to_time: at(500) }, /overlaps log/],
    [
      "a log of a vessel that is not named",
      "/logbook",
      { vessel_id: null, _from_time: at(-10), _to_time: at(500) },
      /overlaps log/,
    ],
    [
      "a stay that ends before it begins",
      "/stays",
      { arrived: at(60), departed: at(0) },
      /^The stay would end at/,
    ],
    ["a stay off the earth", "/stays", { latitude: 1, longitude: 181, arrived: at(-60) }, /not on the earth/],
    [
      "a stay that overlaps one",
      "/stays",
      { latitude: 1, longitude: 1, arrived: at(-60), departed: at(30) },
      /^The stay overlaps stay \d+/,
    ],
  ])("is refused with a sentence: %s", async (_, path, body, message) => {
    await skipper.send(ROWS);
    const answer = await post(path, body);
    expect([answer.status, answer.json.code]).toEqual([400, "22023"]);
    expect(answer.json.message).toMatch(message);
    expect(answer.json.hint).toMatch(/\.$/);
    expect(answer.json.details).toBeNull();
  });

  it("is refused when it is changed so, too; and a recorded log's times are the measurements'", async () => {
    await skipper.send(ROWS);
    const [recorded] = await skipper.rows("/logbook?order=_from_time");
    const id = await enter("/logbook", { ...ENDS, ...TIMES });
    const patch = (path: string, body: object) => api.patch(path, body, asUser());
    expect((await patch(`/logbook?id=eq.${id}`, { _to_time: at(70) })).json.message).toMatch(/overlaps log/);
    expect((await patch(`/logbook?id=eq.${id}`, { _to_time: at(-400) })).json.message).toMatch(/not after/);
    const refused = await patch(`/logbook?id=eq.${recorded.id}`, { _to_time: at(105) });
    expect([refused.status, refused.json.message]).toEqual([
      400,
      `Log ${recorded.id} was recorded, so its times and positions follow from the measurements`,
    ]);
    const [stay] = await skipper.rows("/stays?order=arrived");
    expect((await patch(`/stays?id=eq.${stay.id}`, { departed: at(-1) })).json.message).toMatch(/not after/);
  });

  it("does not stop a log beside another, a log within a stay, or a stay after all that is recorded", async () => {
    await skipper.send(ROWS);
    await enter("/logbook", { ...ENDS, _from_time: at(110), _to_time: at(130) });
    await enter("/logbook", { ...ENDS, _from_time: at(130), _to_time: at(150) });
    expect((await skipper.logs(START)).map(([, from, to]) => [from, to])).toEqual([
      [60, 110],
      [110, 130],
      [130, 150],
      [230, 278],
    ]);
    await enter("/stays", { latitude: 58, longitude: 22, arrived: at(2 * DAY), departed: at(3 * DAY) });
  });

  it("says nothing of another boat's logs", async () => {
    const first = skipper;
    await first.send(ROWS);
    skipper = await newSkipper(service);
    await enter("/logbook", { ...ENDS, _from_time: at(60), _to_time: at(110) });
    expect(await skipper.logs(START)).toHaveLength(1);
    expect(await first.logs(START)).toHaveLength(2);
  });
});
