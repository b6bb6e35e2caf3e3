/** Logs, stays and moorages under the names of later clients, from a boat's own rows. */
import { expect, it } from "vitest";
import { passage } from "../../../../../test/support/passage.ts";
import { START } from "../../boat/voyages/corrections/entering.ts";
import { ownerForTests } from "./owner.ts";

const { person, one } = ownerForTests();
const HOUR = 60;

/** Out and on and home, after which the boat stays: three logs, four stays. */
const ROWS = passage(START, [
  { stay: "moored", minutes: 2 * HOUR },
  { sail: 160, knots: 6, minutes: 60 },
  { stay: "anchored", minutes: 3 * HOUR },
  { sail: 160, knots: 6, minutes: 60 },
  { stay: "anchored", minutes: 3 * HOUR },
  { sail: 340, knots: 6, minutes: 60 },
  { stay: "anchored", minutes: 2 * HOUR },
]);

interface Row {
  readonly [column: string]: unknown;
}

/** What neighbours the logbook has, found from its logs and stays alone. */
async function neighbours(): Promise<readonly Row[]> {
  const [logs, stays, moorages] = await Promise.all(
    ["/logbook?_to_time=not.is.null", "/stays", "/moorages"].map((path) => person.skipper.rows(path)),
  );
  const name = (id: unknown) => moorages.find((place: Row) => place.id === id)?.name ?? null;
  return [...stays]
    .sort((a: Row, b: Row) => (String(a.arrived) < String(b.arrived) ? 1 : -1))
    .map((stay: Row) => {
      const after = logs.find((log: Row) => log._from_time === stay.departed);
      const before = logs.find((log: Row) => log._to_time === stay.arrived);
      return {
        id: stay.id,
        arrived_log_id: after?.id ?? null,
        arrived_from_moorage_id: after?._to_moorage_id ?? null,
        arrived_from_moorage_name: name(after?._to_moorage_id),
        departed_log_id: before?.id ?? null,
        departed_to_moorage_id: before?._from_moorage_id ?? null,
        departed_to_moorage_name: name(before?._from_moorage_id),
      };
    });
}

const shown = (view: string) =>
  person.skipper.rows(
    `/${view}?select=id,arrived_log_id,arrived_from_moorage_id,arrived_from_moorage_name,` +
      "departed_log_id,departed_to_moorage_id,departed_to_moorage_name",
  );

/** The views of stays agree with the logbook, and have one row per stay. */
async function agree(): Promise<void> {
  const wanted = await neighbours();
  expect(await shown("stays_view")).toEqual(wanted);
  expect(await shown("stay_view")).toEqual(wanted);
  const logs: readonly Row[] = await person.skipper.rows("/logbook");
  const log = (id: unknown) => logs.find((one) => one.id === id);
  const at = await person.skipper.rows("/moorages_stays_view");
  for (const row of at) {
    const near = wanted.find(({ id }) => id === row.stay_id);
    const [coming, leaving] = [log(near?.departed_log_id), log(near?.arrived_log_id)];
    expect(row).toMatchObject({
      stay_code: row.stayed_at_id,
      ...{ _to_id: coming?.id ?? null, _to_name: coming?.name ?? null, _to_time: coming?._to_time ?? null },
      ...{ _from_id: leaving?.id ?? null, _from_name: leaving?.name ?? null },
      _from_time: leaving?._from_time ?? null,
    });
  }
}

it("stays know the logs before and after them, after a rename, a split, a join and an undo", async () => {
  await person.skipper.send(ROWS.slice(0, 150));
  await agree();
  await person.skipper.send(ROWS.slice(150));
  await agree();
  const logs = await person.skipper.rows("/logbook?select=id,_from_time,_to_time&order=_from_time");
  expect(logs).toHaveLength(3);
  await person.change(`/logbook?id=eq.${logs[0].id}`, { name: "Out" });
  await agree();
  const middle = new Date((Date.parse(logs[1]._from_time) + Date.parse(logs[1]._to_time)) / 2).toISOString();
  expect(
    (await person.skipper.call("split_logbook_fn", { _id: logs[1].id, split_time: middle })).status,
  ).toBe(200);
  await person.service.drainJobs();
  await agree();
  expect(
    (await person.skipper.call("merge_logbook_fn", { id_start: logs[0].id, id_end: logs[1].id })).status,
  ).toBe(200);
  await person.service.drainJobs();
  await agree();
  const edits = await person.skipper.rows("/edits_view?select=id&order=id.desc&limit=2");
  for (const { id } of edits)
    expect((await person.skipper.call("undo_edit_fn", { _id: id })).status).toBe(200);
  await person.service.drainJobs();
  expect(await person.skipper.rows("/logbook")).toHaveLength(3);
  await agree();
});

it("a stay without a log beside it takes the nearest, unless another stay is between", async () => {
  const add = (path: string, body: object) => person.enter(`/${path}`, body);
  const at = (hour: number) => new Date(START + hour * 3_600_000).toISOString();
  const place = { latitude: 59, longitude: 20 };
  const stays = [
    await add("stays", { ...place, arrived: at(0), departed: at(1) }),
    await add("stays", { ...place, arrived: at(5), departed: at(6) }),
    await add("stays", { ...place, arrived: at(10), departed: at(11) }),
  ];
  const log = await add("logbook", { _from_time: at(2), _to_time: at(4) });
  const rows = await person.skipper.rows(
    "/stays_view?select=id,arrived_log_id,departed_log_id&order=arrived",
  );
  expect(rows).toEqual([
    { id: stays[0], arrived_log_id: log, departed_log_id: null },
    { id: stays[1], arrived_log_id: null, departed_log_id: log },
    { id: stays[2], arrived_log_id: null, departed_log_id: null },
  ]);
});

it("moorages count finished logs and ended stays, in rows, features and documents", async () => {
  await person.skipper.send(ROWS);
  const [logs, stays, views] = await Promise.all(
    [
      "/logbook?_to_time=not.is.null",
      "/stays?departed=not.is.null&order=arrived",
      "/moorage_view?order=id",
    ].map((path) => person.skipper.rows(path)),
  );
  expect(views.length).toBeGreaterThan(1);
  const { geojson } = await person.skipper.rows("/rpc/export_moorages_geojson_fn");
  const features = await person.skipper.rows("/moorages_geojson_view?order=id");
  for (const [n, view] of views.entries()) {
    const here = stays.filter((stay: Row) => stay.moorage_id === view.id);
    const facts = {
      logs_count: logs.filter((log: Row) => [log._from_moorage_id, log._to_moorage_id].includes(view.id))
        .length,
      stays_count: here.length,
      stay_first_seen: here[0]?.arrived ?? null,
      stay_last_seen: here.at(-1)?.departed ?? null,
      stay_first_seen_id: here[0]?.id ?? null,
      stay_last_seen_id: here.at(-1)?.id ?? null,
    };
    expect(view).toMatchObject({ ...facts, has_images: false, images: null });
    expect(view.stays_sum_duration).toMatch(/^P/);
    const { stays_sum_duration, name, notes, home, default_stay, default_stay_id, latitude, longitude } =
      view;
    const properties = { ...facts, stays_sum_duration, name, notes, home, default_stay, default_stay_id };
    expect(geojson.features[n].properties).toMatchObject(properties);
    expect(features[n].geojson.properties).toMatchObject({
      ...{ ...properties, latitude, longitude },
      ...{ has_images: false, images: null },
    });
  }
  const kml = await person.skipper.rows("/rpc/export_moorages_kml_fn");
  expect(kml.match(/<Placemark>/g)).toHaveLength(views.length);
  expect(kml).toContain("first seen 2026-06-01T");
  expect(kml).toMatch(/\d logs?\n/);
});

it("a moorage made by hand has no stays", async () => {
  const id = await person.enter("/moorages", { name: "Nowhere", latitude: 59, longitude: 20 });
  expect(await one(`/moorage_view?id=eq.${id}`)).toMatchObject({
    ...{ logs_count: 0, stays_count: 0, stays_sum_duration: "PT0S", stay_first_seen: null },
    ...{ stay_last_seen: null, stay_first_seen_id: null, stay_last_seen_id: null },
  });
  expect(await one(`/moorages?id=eq.${id}&select=overpass,nominatim`)).toEqual({
    overpass: null,
    nominatim: null,
  });
});

it("stays_explore_view has every stay, with its pictures", async () => {
  await person.skipper.send(ROWS);
  const stays = await person.skipper.rows("/stays?order=arrived.desc");
  const images = [{ url: "https://example.org/bay.jpg" }];
  await person.change(`/stays?id=eq.${stays[1].id}`, { user_data: { images }, notes: "Calm" });
  const found = await person.skipper.rows("/stays_explore_view");
  expect(found.map((row: Row) => row.stay_id)).toEqual(stays.map((row: Row) => row.id));
  expect(found[0]).toMatchObject({ has_images: false, images: null, stay_code: stays[0].stay_code });
  expect(found[1]).toMatchObject({
    ...{ moorage_id: stays[1].moorage_id, stay_notes: "Calm", has_images: true, images },
    ...{ latitude: stays[1].latitude, longitude: stays[1].longitude, arrived: stays[1].arrived },
  });
  const features = (await person.skipper.rows("/rpc/export_stays_geojson_fn")).geojson.features;
  expect(features).toHaveLength(stays.length);
  expect(features.toReversed()[1].properties).toMatchObject({ ...found[1], stay_name: found[1].stay_name });
  expect(await one(`/stay_view?id=eq.${stays[1].id}`)).toMatchObject({ has_images: true, images });
});
