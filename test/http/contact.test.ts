/** When a boat was heard from last, of one that only sends rows: by this server's clock, whatever its rows say. */
import { expect, test } from "vitest";
import { newSailor, type Sailor } from "../support/client.ts";
import { serviceForTests } from "../support/service.ts";

const MINUTE = 60_000;
const service = serviceForTests();
const { api } = service;

const send = async (boat: Sailor, minutesAgo: number) => {
  const time = new Date(Date.now() - minutesAgo * MINUTE).toISOString();
  const row = { time, latitude: 59.8, longitude: 22.9 };
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
  expect(vessel).toMatchObject({ name: "Bare", length: null, plugin_version: null });
  expect(vessel.geojson.geometry.coordinates).toEqual([22.9, 59.8]);
  expect((await api.get("/rpc/vessel_details_fn", { token })).json).toMatchObject({ ship_type: null });
});
