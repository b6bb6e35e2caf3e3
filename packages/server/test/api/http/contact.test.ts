/** Last contact of a boat that only sends rows: by the server's clock, whatever its rows say. */
import { expect, test } from "vitest";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";

const MINUTE = 60_000;
const service = serviceForTests();
const { api } = service;

const send = async (boat: Sailor, minutesAgo: number) => {
  const time = new Date(Date.now() - minutesAgo * MINUTE).toISOString();
  const row = { time, latitude: 59.8, longitude: 22.9, metrics: { "environment.depth.belowKeel": 4 } };
  expect((await api.post("/metrics", [row], { token: boat.vesselToken })).status).toBe(201);
};
const seen = async (boat: Sailor) => {
  const [view] = (await api.get("/vessels_view", { token: boat.userToken })).json;
  const { vessel } = (await api.get("/rpc/vessel_fn", { token: boat.userToken })).json;
  const ago = (time: string | null) =>
    time === null ? null : Math.round((Date.now() - Date.parse(time)) / MINUTE);
  return {
    view: [ago(view.last_contact), view.offline],
    vessel: vessel && [ago(vessel.last_contact), vessel.offline],
  };
};

test("a row of some minutes ago is contact now, and one of yesterday none; both answers agree", async () => {
  const boat = await newSailor(api);
  expect(await seen(boat)).toEqual({ view: [null, null], vessel: null });
  await send(boat, 24 * 60);
  expect(await seen(boat)).toEqual({ view: [24 * 60, true], vessel: [24 * 60, true] });
  await send(boat, 10);
  expect(await seen(boat)).toEqual({ view: [0, false], vessel: [0, false] });
});

test("a sample voyage is no contact, and does not hide an earlier one", async () => {
  const [silent, heard] = [await newSailor(api), await newSailor(api)];
  await send(heard, 5 * 24 * 60);
  for (const { userToken } of [silent, heard]) {
    expect((await api.post("/rpc/sample_voyage_fn", {}, { token: userToken })).status).toBe(200);
  }
  expect(await seen(silent)).toEqual({ view: [null, null], vessel: [null, null] });
  expect(await seen(heard)).toEqual({ view: [5 * 24 * 60, true], vessel: [5 * 24 * 60, true] });
});

test("a clock that is ten minutes fast makes no difference", async () => {
  const boat = await newSailor(api);
  await send(boat, -10);
  expect(await seen(boat)).toEqual({ view: [0, false], vessel: [0, false] });
});

test("what is known of the boat is shown before it describes itself", async () => {
  const boat = await newSailor(api, "Bare");
  await send(boat, 1);
  const token = boat.userToken;
  const { vessel } = (await api.get("/rpc/vessel_fn", { token })).json;
  expect(vessel).toMatchObject({ name: "Bare", length: null, plugin_version: "unknown" });
  expect(vessel.geojson.geometry.coordinates).toEqual([22.9, 59.8]);
  expect((await api.get("/rpc/vessel_details_fn", { token })).json).toMatchObject({ ship_type: null });
});

test("a first row makes the boat whole, and her own words replace what was assumed", async () => {
  const boat = await newSailor(api, "Whole");
  await send(boat, 1);
  await send(boat, 0);
  const read = async () =>
    (await api.get("/metadata?select=name,active,length", { token: boat.userToken })).json;
  expect(await read()).toEqual([{ name: "Whole", active: true, length: null }]);
  expect((await api.get("/rpc/first_steps_fn", { token: boat.userToken })).json).toMatchObject({
    plugin: true,
  });
  const headers = { Prefer: "resolution=merge-duplicates" };
  const said = { name: "Whole of Hanko", length: 12.5, plugin_version: "1" };
  const token = boat.vesselToken;
  expect((await api.post("/metadata?on_conflict=vessel_id", said, { token, headers })).status).toBe(201);
  expect(await read()).toEqual([{ name: "Whole of Hanko", active: true, length: 12.5 }]);
});

test("a row of tomorrow morning is stored and not shown as the present, wherever that is shown", async () => {
  const boat = await newSailor(api, "Early");
  const token = boat.userToken;
  const present = async () => {
    const read = async (path: string) => (await api.get(path, { token })).json;
    const [[view], [live], values, { position }, { vessel }, [listed]] = await Promise.all([
      read("/monitoring_view?select=time"),
      read("/monitoring_live?select=time"),
      read("/metrics_explore_view?select=time"),
      read("/rpc/live_state_fn"),
      read("/rpc/vessel_fn"),
      read("/vessels_view?select=time:last_metric_time"),
    ]);
    const times = [view, live, ...values, position, vessel?.geojson.properties, listed];
    return times.map((one) =>
      one?.time == null ? null : Math.round((Date.now() - Date.parse(one.time)) / MINUTE),
    );
  };
  await send(boat, 5);
  const before = await present();
  expect(new Set(before)).toEqual(new Set([5]));
  await send(boat, -23 * 60);
  expect(await present()).toEqual(before);
  expect((await api.get("/metrics?select=time", { token })).json).toHaveLength(2);
  // Ten minutes fast is a clock as they are.
  await send(boat, -10);
  expect(new Set(await present())).toEqual(new Set([-10]));
});
