/** The chat bot v0.3.0: how it signs in for a messenger's user, and every call that it then makes. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SailedBoat, sailedBoat } from "./sailed-boat.ts";

const HEADERS = {
  Accept: "application/json",
  "Content-Type": "application/json",
  "User-Agent": "postgsail.telegram.bot v0.3.0",
};
const CHAT = {
  from: { id: 4711, is_bot: false, first_name: "Aino", language_code: "en" },
  chat: { id: 4711, type: "private" },
  date: 1_700_000_000,
};

let boat: SailedBoat;
let token: string;

beforeAll(async () => {
  boat = await sailedBoat({ WAKELOG_MESSENGER_OPEN: "true" });
});
afterAll(() => boat.stop());

const post = (name: string, body: unknown, more = {}) =>
  boat.api.post(`/rpc/${name}`, body, { headers: HEADERS, ...more });
const get = (path: string, headers = {}) =>
  boat.api.get(path, { headers: { ...HEADERS, ...headers }, token });

describe("signing in", () => {
  test("an unlinked user gets JSON without a token", async () => {
    const answer = await post("telegram", { user_id: 4711 });
    expect(answer.headers.get("content-type")).toContain("application/json");
    expect(answer.json?.token ?? null).toBeNull();
  });

  test("a code is mailed and not told, and links the chat, sent as an object or as its text", async () => {
    for (const sent of [CHAT, JSON.stringify(CHAT)]) {
      const asked = await post("telegram_otp_fn", { email: boat.sailor.email });
      expect(asked.status).toBe(200);
      expect(asked.json).toHaveProperty("code", null);
      const code = await boat.code(boat.sailor.email, "messenger_otp");
      expect(code).toMatch(/^\d{8}$/);
      const linked = await post("telegram_fn", { token: code, telegram_obj: sent });
      expect([linked.status, linked.json]).toEqual([200, true]);
    }
    const { settings } = (await boat.api.get("/rpc/settings_fn", { token: boat.sailor.userToken })).json;
    expect(settings.preferences.telegram).toEqual(CHAT);
  });

  test("the linked user gets a token; one that is no longer valid is answered 401, upon which it signs in again", async () => {
    ({ token } = (await post("telegram", { user_id: 4711 })).json);
    expect(token).toMatch(/^ey/);
    const old = { headers: HEADERS, token: `${token}x` };
    expect((await boat.api.get("/vessels_view", old)).status).toBe(401);
  });

  test("where the operator keeps the door shut, the bot needs its own token", async () => {
    const shut = await sailedBoat();
    try {
      expect((await shut.api.post("/rpc/telegram", { user_id: 4711 }, { headers: HEADERS })).status).toBe(
        401,
      );
    } finally {
      await shut.stop();
    }
  });
});

describe("what it tells", () => {
  test.each([
    "/vessels_view",
    "/logs_view?limit=10",
    "/moorages_view?limit=10",
    "/stays_view?limit=10",
    "/monitoring_view",
    "/monitoring_live",
    "/rpc/badges_fn",
  ])("GET %s: a list", async (path) => {
    const answer = await get(path);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.length).toBeGreaterThan(0);
  });

  test("the total stands in Content-Range when it is asked for", async () => {
    const answer = await get("/logs_view?limit=1", { Prefer: "count=exact" });
    expect([200, 206]).toContain(answer.status);
    expect(answer.headers.get("content-range")).toBe("0-0/2");
    expect(
      (await get("/moorages_view?limit=10", { Prefer: "count=exact" })).headers.get("content-range"),
    ).toBe("0-1/2");
  });

  test("logs by date, distance and duration", async () => {
    const count = async (query: string) => (await get(`/logs_view?limit=10&${query}`)).json.length;
    expect(await count("duration=gte.PT1H")).toBe(2);
    expect(await count("duration=gte.PT3H")).toBe(0);
    expect(await count("distance=gte.5")).toBe(2);
    expect(await count("distance=gte.50")).toBe(0);
    expect(await count("started=gte.2020-01-01&ended=lte.2020-12-31")).toBe(0);
    const today = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    expect(await count(`started=gte.2020-01-01&ended=lte.${today}`)).toBe(2);
  });

  test("logs by tag, in brackets that are not encoded", async () => {
    const [log] = (await get("/logs_view?limit=1")).json;
    await boat.api.post(
      "/rpc/update_logbook_observations_fn",
      { _id: log.id, observations: '{"tags":["race","night"]}' },
      { token: boat.sailor.userToken },
    );
    for (const [tags, found] of [
      ['[["race"]]', [log.id]],
      ['[["race","night"]]', [log.id]],
      ['["night"]', [log.id]],
      ['[["calm"]]', []],
    ] as const) {
      const answer = await get(`/logs_view?limit=10&tags=cs.${tags}`);
      expect(answer.status, answer.text).toBe(200);
      expect(
        answer.json.map((row: { id: number }) => row.id),
        tags,
      ).toEqual(found);
    }
    expect((await get("/rpc/logs_tags_fn")).json).toEqual(["night", "race"]);
  });

  test("moorages and stays by kind, stays by date and duration", async () => {
    expect((await get("/moorages_view?limit=10&default_stay_id=eq.2")).json).toHaveLength(1);
    expect((await get("/stays_view?limit=10&stayed_at_id=eq.2")).json).toHaveLength(1);
    expect((await get("/stays_view?limit=10&duration=gte.PT12H")).json).toHaveLength(1);
    expect((await get("/stays_view?limit=10&arrived=gte.2020-01-01&departed=lte.2020-12-31")).json).toEqual(
      [],
    );
  });

  test("the vessel, the account and what happened lately", async () => {
    expect((await get("/rpc/vessel_fn")).json.vessel.name).toBe("Kapla");
    const { profile } = (await get("/rpc/profile_fn")).json;
    expect(profile).toMatchObject({ email: boat.sailor.email, has_vessel: true });
    expect(profile.preferences).not.toHaveProperty("messenger");
    const activity = (await get("/rpc/vessel_activity_fn")).json;
    expect(activity.logs).toEqual({ total: 2, last_30d: 2, delta: 2, pct: null });
    expect(activity.moorages).toMatchObject({ total: 2, new_last_30d: 2, countries_total: 1 });
  });

  test("statistics with the first of each kind, and measurements over time", async () => {
    const { stats } = (await get("/rpc/stats_fn")).json;
    expect(stats.stats_logs.count).toBe(2);
    expect(stats.logs_top_distance.map((top: { distance: number }) => top.distance)).toHaveLength(2);
    expect(stats.logs_top_distance[0].distance).toBeGreaterThanOrEqual(stats.logs_top_distance[1].distance);
    expect(stats.moorages_top_arrivals[0]).toMatchObject({ ref_count: 1 });
    expect(stats.moorages_top_duration[0].dur).toMatch(/^PT2\dH/);
    const { history } = (await get("/rpc/monitoring_history_fn")).json;
    expect(history.length).toBeGreaterThan(10);
    expect(history[0]).toMatchObject({ watertemperature: 288.45, outsidepressure: 101420 });
    const coarse = (await get("/rpc/monitoring_history_fn?time_interval=48")).json.history;
    expect(coarse.length).toBeLessThan(history.length);
  });

  test("departures by day, week, month and year for its charts", async () => {
    for (const [part, keys] of [
      ["day", 7],
      ["week", 53],
      ["month", 12],
      ["year", null],
    ] as const) {
      const { charts } = (await get(`/rpc/graph_logs_by_${part}_fn`)).json;
      if (keys !== null) expect(Object.keys(charts), part).toHaveLength(keys);
      const total = Object.values<number>(charts).reduce((a, b) => a + b, 0);
      expect(total, part).toBe(2);
    }
  });

  test("a log's documents, by the names of its trips", async () => {
    const [{ id }] = (await get("/logs_view?limit=1")).json;
    const [log] = (await get(`/log_view?id=eq.${id}`)).json;
    expect(log.geojson.features[0].geometry.type).toBe("LineString");
    const body = { _id: String(id) };
    const geojson = await post("export_logbook_geojson_trip_fn", body, { token });
    expect(geojson.json.type).toBe("FeatureCollection");
    for (const kind of ["gpx", "kml"]) {
      const xml = await post(`export_logbook_${kind}_trip_fn`, body, {
        token,
        headers: { ...HEADERS, Accept: "text/xml" },
      });
      expect(xml.headers.get("content-type")).toContain("text/xml");
      expect(xml.text).toContain(`<${kind}`);
    }
  });

  test("an unknown procedure is an honest 404", async () => {
    expect((await get("/rpc/pois_fn")).status).toBe(404);
  });
});
