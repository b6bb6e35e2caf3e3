/** The tool server v0.0.7 for assistants: its token check, and the requests of its read-only tools, at both addresses. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SailedBoat, sailedBoat } from "./sailed-boat.ts";

const HEADERS = {
  Accept: "application/json",
  "Content-Type": "application/json",
  "User-Agent": "postgsail.mcp v0.0.7",
};
let boat: SailedBoat;
let token: string;

beforeAll(async () => {
  boat = await sailedBoat();
});
afterAll(() => boat.stop());

describe.each(["", "/v2"])("below %j", (base) => {
  const get = (path: string, headers = {}) =>
    boat.api.get(`${base}${path}`, { headers: { ...HEADERS, ...headers }, token });
  const post = (name: string, body: unknown) =>
    boat.api.post(`${base}/rpc/${name}`, body, { headers: HEADERS, token });

  test("it signs in, and takes a token that returns the vessel as valid", async () => {
    const { email, password } = boat.sailor;
    ({ token } = (
      await boat.api.post(`${base}/rpc/login`, { email, pass: password }, { headers: HEADERS })
    ).json);
    expect((await get("/rpc/vessel_fn")).json.vessel).toMatchObject({ name: "Kapla" });
    expect((await boat.api.get(`${base}/rpc/vessel_fn`, { headers: HEADERS, token: "x.y.z" })).status).toBe(
      401,
    );
  });

  test("a boat that has not been heard of yet is an answer and no refusal", async () => {
    const email = `new.boat${base.length}@example.org`;
    const signedUp = await boat.api.post(`${base}/rpc/signup`, {
      email,
      pass: "fair winds 7",
      firstname: "New",
      lastname: "Boat",
    });
    const ask = { headers: HEADERS, token: signedUp.json.token };
    expect((await boat.api.get(`${base}/rpc/vessel_fn`, ask)).json.message).toBe("Vessel Required");
    await boat.api.post(
      `${base}/rpc/register_vessel`,
      { vessel_name: "New", vessel_mmsi: "", vessel_email: email },
      ask,
    );
    const answer = await boat.api.get(`${base}/rpc/vessel_fn`, ask);
    expect([answer.status, answer.json]).toEqual([200, { vessel: null }]);
  });

  test("lists by page, with the total", async () => {
    const answer = await get("/logs_view?limit=1&offset=1", { Prefer: "count=exact" });
    expect(answer.json).toHaveLength(1);
    expect(answer.headers.get("content-range")).toBe("1-1/2");
    for (const path of [
      "/log_view?limit=1",
      "/vessels_view",
      "/moorage_view",
      "/stays_view",
      "/stay_view",
      "/eventlogs_view",
      "/monitoring_live",
    ]) {
      const list = await get(path);
      expect(list.status, list.text).toBe(200);
      expect(list.json.length, path).toBeGreaterThan(0);
    }
  });

  test("logs, stays and moorages as features", async () => {
    for (const [path, type, number] of [
      [
        "/logs_geojson_view?select=geojson&geojson=not.is.null&order=starttimestamp.desc&limit=100&offset=0",
        "LineString",
        2,
      ],
      ["/stays_geojson_view?select=geojson&geojson=not.is.null&limit=100&offset=0", "Point", 3],
      ["/moorages_geojson_view?select=geojson&geojson=not.is.null&limit=100&offset=0", "Point", 2],
    ] as const) {
      const answer = await get(path);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.json, path).toHaveLength(number);
      for (const { geojson } of answer.json) {
        expect(geojson.type).toBe("Feature");
        expect(geojson.geometry.type).toBe(type);
      }
    }
  });

  test("the logs and stays of a moorage", async () => {
    const [moorage] = (await get("/moorages_view?default_stay_id=eq.2")).json;
    const logs = await get(
      `/logs_view?or=(_from_moorage_id.eq.${moorage.id},_to_moorage_id.eq.${moorage.id})`,
    );
    expect(logs.json).toHaveLength(2);
    const stays = await get(`/moorages_stays_view?id=eq.${moorage.id}`);
    expect(stays.json).toEqual([expect.objectContaining({ id: moorage.id, stayed_at: "Anchor" })]);
  });

  test("how the boat is configured and what it offers", async () => {
    const answer = await get("/metadata?select=configuration,available_keys");
    expect(answer.json).toEqual([
      { configuration: null, available_keys: [{ key: "environment.depth.belowTransducer", unit: "m" }] },
    ]);
  });

  test("badges, profile, and departures by day, week and month", async () => {
    const badges = (await get("/rpc/badges_fn")).json;
    expect(base === "" ? badges : badges.badges).toContainEqual(
      expect.objectContaining({ name: "Helmsman", logbook_id: expect.any(Number) }),
    );
    expect((await get("/rpc/profile_fn")).json.profile.username).toBe("A Meri");
    for (const part of ["day", "week", "month"]) {
      const { charts } = (await get(`/rpc/logs_by_${part}_fn`)).json;
      expect(
        Object.values<number>(charts).reduce((a, b) => a + b, 0),
        part,
      ).toBe(2);
    }
  });

  test("the points of all logs, of none, and one log's document", async () => {
    const points = async (query: string) =>
      (await get(`/rpc/export_logbooks_geojson_point_trips_fn?${query}`)).json.geojson.features;
    const all = await points("start_date=2020-01-01&end_date=2099-01-01");
    expect(all.length).toBeGreaterThan(100);
    expect(all.every((one: { geometry: { type: string } }) => one.geometry.type === "Point")).toBe(true);
    expect(await points("start_date=2020-01-01&end_date=2020-01-02")).toEqual([]);
    const [{ id }] = (await get("/log_view?limit=1")).json;
    expect((await post("export_logbook_gpx_trip_fn", { _id: id })).json).toContain("<gpx");
  });

  test("monitoring, statistics and time-lapse by POST", async () => {
    expect(
      (await post("monitoring_history_fn", { time_interval: "24" })).json.history.length,
    ).toBeGreaterThan(0);
    expect((await post("stats_fn", {})).json.stats.stats_moorages.unique_moorage).toBe(2);
    const none = await post("stats_fn", { start_date: "2020-01-01", end_date: "2020-12-31" });
    expect(none.json.stats.logs_top_speed).toEqual([]);
    const { geojson } = (await post("timelapse_fn", {})).json;
    expect(geojson.features[0].geometry.coordinates).toHaveLength(2);
  });
});
