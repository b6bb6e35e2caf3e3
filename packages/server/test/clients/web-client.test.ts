/** The web client v0.0.7: every call of it, with the headers it sends, and the fields that it reads. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prove } from "../../../../test/support/proven.ts";
import { asks, type WebClient, webClient } from "./web-client.ts";

let web: WebClient;

beforeAll(async () => {
  web = await webClient();
});
afterAll(() => web.boat.stop());

const ISO_DURATION = /^P(?!$)(\d+Y)?(\d+M)?(\d+D)?(T(\d+H)?(\d+M)?([\d.]+S)?)?$/;
const isTime = (value: unknown) => typeof value === "string" && !Number.isNaN(new Date(value).getTime());

describe("before signing in", () => {
  test("every call is preflighted, and all that it wants to send is allowed", async () => {
    const answer = await web.boat.api.send("OPTIONS", "/rpc/settings_fn", {
      headers: {
        Origin: "http://localhost:8080",
        "Access-Control-Request-Method": "PATCH",
        "Access-Control-Request-Headers":
          "authorization,content-type,accept,cache-control,pragma,x-is-public",
      },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("access-control-allow-origin")).toBe("http://localhost:8080");
    for (const method of ["GET", "POST", "PATCH", "DELETE", "OPTIONS"])
      expect(answer.headers.get("access-control-allow-methods")).toContain(method);
    for (const name of ["authorization", "content-type", "accept", "cache-control", "pragma", "x-is-public"])
      expect(answer.headers.get("access-control-allow-headers")?.toLowerCase()).toContain(name);
  });

  test("signup, login, recover and reset", async () => {
    const email = "web@example.org";
    const person = { email, pass: "fair winds 7", firstname: "Aino", lastname: "Meri" };
    expect((await web.call("signup", person, asks())).json.token).toMatch(/^ey/);
    expect((await web.call("login", { email, pass: person.pass }, asks())).json.token).toMatch(/^ey/);
    expect((await web.call("login", { email, pass: "wrong" }, asks())).status).toBe(401);
    await prove(web.boat.service, email);
    const recovered = await web.call("recover", { email }, asks());
    expect([recovered.status, recovered.json]).toEqual([200, true]);
    const token = await web.boat.code(email, "email_reset");
    const uuid = claim((await web.call("login", { email, pass: person.pass }, asks())).json.token, "uid");
    const reset = await web.call("reset", { pass: "fairer winds 8", token, uuid }, asks());
    expect([reset.status, reset.json]).toEqual([200, true]);
    expect((await web.call("login", { email, pass: "fairer winds 8" }, asks())).status).toBe(200);
  });

  test("a person without a vessel may do what leads to one, and gets 551 elsewhere", async () => {
    const person = { email: "no.boat@example.org", pass: "fair winds 7", firstname: "No", lastname: "Boat" };
    const { token } = (await web.call("signup", person, asks())).json;
    expect((await web.boat.api.get("/rpc/settings_fn", asks(token))).json.settings.has_vessel).toBe(false);
    expect((await web.boat.api.get("/rpc/versions_fn", asks(token))).status).toBe(200);
    expect((await web.boat.api.get("/logs_view", asks(token))).status).toBe(551);
  });
});

const claim = (token: string, name: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())[name];

describe("settings", () => {
  test("an address is proved, and the router then finds what it waits for", async () => {
    await web.call("login", { email: web.boat.sailor.email, pass: web.boat.sailor.password }, asks());
    const code = await web.boat.code(web.boat.sailor.email, "email_otp");
    const proved = await web.call("email_fn", { token: code });
    expect([proved.status, proved.json]).toEqual([200, true]);
    const { settings } = (await web.get("/rpc/settings_fn")).json;
    expect(settings).toMatchObject({ first: "Aino", last: "Meri", username: "A Meri", has_vessel: true });
    expect(settings.preferences.email_valid).toBe(true);
    expect(settings.public_id).toBeGreaterThan(0);
    expect(isTime(settings.created_at)).toBe(true);
  });

  test("preferences are set to whatever JSON they hold", async () => {
    for (const [key, value] of [
      ["use_imperial_units", true],
      ["preferred_homepage", 2],
      ["website", "example.org"],
      ["alerting", { enabled: true, low_water_depth_threshold: 1.5 }],
      ["telegram_test", "x"],
    ] as const) {
      const answer = await web.call("update_user_preferences_fn", { key: `{${key}}`, value });
      expect([answer.status, answer.json], key).toEqual([200, true]);
      expect((await web.get("/rpc/settings_fn")).json.settings.preferences[key], key).toEqual(value);
    }
  });

  test("the push service is linked under its own name", async () => {
    const { pushover_link: link } = (await web.call("pushover_subscribe_link_fn")).json;
    const token = /3D(\d+)&/.exec(link.link)?.[1];
    const linked = await web.call("pushover_fn", { token, pushover_user_key: "u1" });
    expect([linked.status, linked.json]).toEqual([200, true]);
    const { preferences } = (await web.get("/rpc/settings_fn")).json.settings;
    expect(preferences).toMatchObject({ pushover_user_key: "u1", phone_notifications: true });
  });

  test("a code for the messenger, and the vessel's token once more", async () => {
    expect((await web.call("generate_otp_fn", { email: web.boat.sailor.email })).json).toMatch(/^\d{8}$/);
    const vessel = { vessel_name: "Kapla", vessel_mmsi: "", vessel_email: web.boat.sailor.email };
    const again = await web.call("register_vessel", vessel);
    expect(claim(again.json.token, "vid")).toBe(claim(web.boat.sailor.vesselToken, "vid"));
  });

  test("the box about the service finds the versions under the names that it shows", async () => {
    const versions = (await web.get("/rpc/versions_fn")).json;
    for (const key of ["api_version", "sys_version", "timescaledb", "postgis", "postgrest"])
      expect(versions[key], key).toEqual(expect.any(String));
  });
});

describe("lists and pages", () => {
  const NAMES: Readonly<Record<string, readonly string[]>> = {
    vessels_view: ["name", "last_contact", "offline"],
    logs_view: ["id", "name", "from", "started", "to", "ended", "distance", "duration"],
    moorages_view: ["id", "moorage", "default_stay", "total_stay", "arrivals_departures"],
    stays_view: ["id", "name", "moorage", "stayed_at", "duration", "arrived"],
    stays_at: ["stay_code", "description"],
    monitoring_view: ["time", "offline", "geojson", "watertemperature", "outsidepressure", "batteryvoltage"],
    monitoring_view2: ["key", "value"],
    total_info_view: ["logs", "stays", "moorages"],
    stats_logs_view: ["name", "first", "last", "number_of_log_entries", "total_distance"],
    stats_moorages_view: ["home_ports", "unique_moorages", "time_spent_away"],
    eventlogs_view: ["id", "channel", "payload", "stored"],
    badges_view: ["name", "description"],
  };

  test.each(Object.entries(NAMES))(
    "GET %s is a list whose rows have no empty place where it looks",
    async (view, names) => {
      const answer = await web.get(`/${view}`);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
      expect(answer.json.length).toBeGreaterThan(0);
      for (const row of answer.json)
        for (const name of names) expect(row[name], `${view}.${name}`).not.toBeNull();
      for (const name of names) expect(answer.json[0], `${view}.${name}`).toHaveProperty([name]);
    },
  );

  test("times and durations are as it parses them, distances numbers", async () => {
    for (const log of (await web.get("/logs_view")).json) {
      expect(isTime(log.started) && isTime(log.ended)).toBe(true);
      expect(log.duration).toMatch(ISO_DURATION);
      expect(log.distance).toBeGreaterThan(1);
    }
    for (const stay of (await web.get("/stays_view")).json) expect(stay.duration).toMatch(ISO_DURATION);
  });

  test("the page of a log has its track, its figures and its observations", async () => {
    const saved = await web.call("update_logbook_observations_fn", {
      _id: String(web.logId),
      observations: JSON.stringify({ observations: { seaState: 2, cloudCoverage: 1, visibility: 8 } }),
    });
    expect([saved.status, saved.json]).toEqual([200, true]);
    const [log] = (await web.get(`/log_view?id=eq.${web.logId}`)).json;
    expect(log.geojson.features[0].geometry.type).toBe("LineString");
    expect(log.geojson.features.length).toBeGreaterThan(10);
    expect(log.extra.observations).toEqual({ seaState: 2, cloudCoverage: 1, visibility: 8 });
    expect(log.extra.metrics["propulsion.main.runTime"]).toBeDefined();
    expect(log.avg_speed).toBeLessThanOrEqual(log.max_speed);
  });

  test("the pages of a moorage and of a stay", async () => {
    const moorages = (await web.get("/moorages_view")).json;
    const stays = (await web.get("/stays_view")).json;
    expect([moorages.length, stays.length]).toEqual([2, 3]);
    const [moorage] = (await web.get(`/moorage_view?id=eq.${moorages[0].id}`)).json;
    expect(moorage).toMatchObject({
      name: expect.any(String),
      default_stay: expect.any(String),
      home: false,
    });
    const [stay] = (await web.get(`/stay_view?id=eq.${stays[0].id}`)).json;
    expect(stay).toMatchObject({ moorage: expect.any(String), moorage_id: expect.any(Number) });
  });

  test("monitoring has numbers in SI units and the place as GeoJSON", async () => {
    const [now] = (await web.get("/monitoring_view")).json;
    expect(now).toMatchObject({
      name: "Kapla",
      offline: false,
      watertemperature: 288.45,
      outsidepressure: 101420,
    });
    expect(now.geojson.geometry.type).toBe("Point");
  });

  test("the vessel", async () => {
    const { vessel } = (await web.get("/rpc/vessel_fn")).json;
    expect(vessel).toMatchObject({
      name: "Kapla",
      mmsi: 230099999,
      length: 11.5,
      beam: 3.6,
      height: 17,
      ship_type: "Sailing",
      country: "Finland",
      alpha_2: "FI",
      plugin_version: "0.6.0",
    });
    expect(isTime(vessel.last_contact)).toBe(true);
    expect(vessel.geojson.geometry.coordinates).toHaveLength(2);
  });
});

describe("statistics", () => {
  test("of logs, with an empty body and between dates", async () => {
    const { stats } = (await web.call("stats_logs_fn")).json;
    expect(stats).toMatchObject({ name: "Kapla", count: 2 });
    expect(stats.sum_distance).toBeGreaterThan(stats.max_distance);
    for (const key of ["max_duration", "sum_duration"]) expect(stats[key]).toMatch(ISO_DURATION);
    const [newest] = (await web.get("/logs_view?select=started&order=started.desc&limit=1")).json;
    const before = new Date(Date.parse(newest.started) - 86_400_000).toISOString().slice(0, 10);
    const first = (await web.call("stats_logs_fn", { start_date: "2020-01-01", end_date: before })).json
      .stats;
    expect(first.count).toBeLessThan(2);
    const none = (await web.call("stats_logs_fn", { start_date: "2020-01-01", end_date: "2020-12-31" })).json;
    expect(none.stats.count).toBe(0);
  });

  test("of stays, and departures by day and month", async () => {
    const { stats } = (await web.call("stats_stays_fn")).json;
    expect(stats).toMatchObject({ home_ports: 0, unique_moorage: 2 });
    expect(stats.sum_stay_duration).toMatch(ISO_DURATION);
    const { charts } = (await web.get("/rpc/logs_by_month_fn")).json;
    expect(Object.keys(charts)).toHaveLength(12);
    expect(sum(charts)).toBe(2);
    expect(sum((await web.get("/rpc/logs_by_day_fn")).json.charts)).toBe(2);
  });

  const sum = (charts: Record<string, number>) => Object.values(charts).reduce((a, b) => a + b, 0);
});
