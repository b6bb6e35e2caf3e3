/** The web client v0.0.7: every call of it, with the headers it sends, and the fields that it reads. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prove } from "../support/proven.ts";
import { type SailedBoat, sailedBoat } from "./sailed-boat.ts";

let boat: SailedBoat;
let logId: number;

beforeAll(async () => {
  boat = await sailedBoat({ WAKELOG_PUSH_TOKEN: "app", WAKELOG_PUSH_URL: "https://push.example/subscribe" });
  logId = (await get("/logs_view")).json[0].id;
});
afterAll(() => boat.stop());

/** What it sends with every call, GET included. */
const HEADERS = { Accept: "application/json", "Content-Type": "application/json" };
const asks = (token?: string) => ({ headers: HEADERS, ...(token === undefined ? {} : { token }) });
const signedIn = () => asks(boat.sailor.userToken);
const get = (path: string) => boat.api.get(path, signedIn());
const call = (name: string, body: unknown = undefined, ask = signedIn()) =>
  boat.api.send("POST", `/rpc/${name}`, { ...ask, ...(body === undefined ? {} : { body }) });

const ISO_DURATION = /^P(?!$)(\d+Y)?(\d+M)?(\d+D)?(T(\d+H)?(\d+M)?([\d.]+S)?)?$/;
const isTime = (value: unknown) => typeof value === "string" && !Number.isNaN(new Date(value).getTime());

describe("before signing in", () => {
  test("every call is preflighted, and all that it wants to send is allowed", async () => {
    const answer = await boat.api.send("OPTIONS", "/rpc/settings_fn", {
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
    expect((await call("signup", person, asks())).json.token).toMatch(/^ey/);
    expect((await call("login", { email, pass: person.pass }, asks())).json.token).toMatch(/^ey/);
    expect((await call("login", { email, pass: "wrong" }, asks())).status).toBe(401);
    await prove(boat.service, email);
    const recovered = await call("recover", { email }, asks());
    expect([recovered.status, recovered.json]).toEqual([200, true]);
    const token = await boat.code(email, "email_reset");
    const uuid = claim((await call("login", { email, pass: person.pass }, asks())).json.token, "uid");
    const reset = await call("reset", { pass: "fairer winds 8", token, uuid }, asks());
    expect([reset.status, reset.json]).toEqual([200, true]);
    expect((await call("login", { email, pass: "fairer winds 8" }, asks())).status).toBe(200);
  });

  test("a person without a vessel may do what leads to one, and gets 551 elsewhere", async () => {
    const person = { email: "no.boat@example.org", pass: "fair winds 7", firstname: "No", lastname: "Boat" };
    const { token } = (await call("signup", person, asks())).json;
    expect((await boat.api.get("/rpc/settings_fn", asks(token))).json.settings.has_vessel).toBe(false);
    expect((await boat.api.get("/rpc/versions_fn", asks(token))).status).toBe(200);
    expect((await boat.api.get("/logs_view", asks(token))).status).toBe(551);
  });
});

const claim = (token: string, name: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())[name];

describe("settings", () => {
  test("an address is proved, and the router then finds what it waits for", async () => {
    await call("login", { email: boat.sailor.email, pass: boat.sailor.password }, asks());
    const code = await boat.code(boat.sailor.email, "email_otp");
    const proved = await call("email_fn", { token: code });
    expect([proved.status, proved.json]).toEqual([200, true]);
    const { settings } = (await get("/rpc/settings_fn")).json;
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
      const answer = await call("update_user_preferences_fn", { key: `{${key}}`, value });
      expect([answer.status, answer.json], key).toEqual([200, true]);
      expect((await get("/rpc/settings_fn")).json.settings.preferences[key], key).toEqual(value);
    }
  });

  test("the push service is linked under its own name", async () => {
    const { pushover_link: link } = (await call("pushover_subscribe_link_fn")).json;
    const token = /3D(\d+)&/.exec(link.link)?.[1];
    const linked = await call("pushover_fn", { token, pushover_user_key: "u1" });
    expect([linked.status, linked.json]).toEqual([200, true]);
    const { preferences } = (await get("/rpc/settings_fn")).json.settings;
    expect(preferences).toMatchObject({ pushover_user_key: "u1", phone_notifications: true });
  });

  test("a code for the messenger, and the vessel's token once more", async () => {
    expect((await call("generate_otp_fn", { email: boat.sailor.email })).json).toMatch(/^\d{8}$/);
    const vessel = { vessel_name: "Kapla", vessel_mmsi: "", vessel_email: boat.sailor.email };
    const again = await call("register_vessel", vessel);
    expect(claim(again.json.token, "vid")).toBe(claim(boat.sailor.vesselToken, "vid"));
  });

  test("the box about the service finds the versions under the names that it shows", async () => {
    const versions = (await get("/rpc/versions_fn")).json;
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
      const answer = await get(`/${view}`);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
      expect(answer.json.length).toBeGreaterThan(0);
      for (const row of answer.json)
        for (const name of names) expect(row[name], `${view}.${name}`).not.toBeNull();
      for (const name of names) expect(answer.json[0], `${view}.${name}`).toHaveProperty([name]);
    },
  );

  test("times and durations are as it parses them, distances numbers", async () => {
    for (const log of (await get("/logs_view")).json) {
      expect(isTime(log.started) && isTime(log.ended)).toBe(true);
      expect(log.duration).toMatch(ISO_DURATION);
      expect(log.distance).toBeGreaterThan(1);
    }
    for (const stay of (await get("/stays_view")).json) expect(stay.duration).toMatch(ISO_DURATION);
  });

  test("the page of a log has its track, its figures and its observations", async () => {
    const saved = await call("update_logbook_observations_fn", {
      _id: String(logId),
      observations: JSON.stringify({ observations: { seaState: 2, cloudCoverage: 1, visibility: 8 } }),
    });
    expect([saved.status, saved.json]).toEqual([200, true]);
    const [log] = (await get(`/log_view?id=eq.${logId}`)).json;
    expect(log.geojson.features[0].geometry.type).toBe("LineString");
    expect(log.geojson.features.length).toBeGreaterThan(10);
    expect(log.extra.observations).toEqual({ seaState: 2, cloudCoverage: 1, visibility: 8 });
    expect(log.extra.metrics["propulsion.main.runTime"]).toBeDefined();
    expect(log.avg_speed).toBeLessThanOrEqual(log.max_speed);
  });

  test("the pages of a moorage and of a stay", async () => {
    const moorages = (await get("/moorages_view")).json;
    const stays = (await get("/stays_view")).json;
    expect([moorages.length, stays.length]).toEqual([2, 3]);
    const [moorage] = (await get(`/moorage_view?id=eq.${moorages[0].id}`)).json;
    expect(moorage).toMatchObject({
      name: expect.any(String),
      default_stay: expect.any(String),
      home: false,
    });
    const [stay] = (await get(`/stay_view?id=eq.${stays[0].id}`)).json;
    expect(stay).toMatchObject({ moorage: expect.any(String), moorage_id: expect.any(Number) });
  });

  test("monitoring has numbers in SI units and the place as GeoJSON", async () => {
    const [now] = (await get("/monitoring_view")).json;
    expect(now).toMatchObject({
      name: "Kapla",
      offline: false,
      watertemperature: 288.45,
      outsidepressure: 101420,
    });
    expect(now.geojson.geometry.type).toBe("Point");
  });

  test("the vessel", async () => {
    const { vessel } = (await get("/rpc/vessel_fn")).json;
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
    const { stats } = (await call("stats_logs_fn")).json;
    expect(stats).toMatchObject({ name: "Kapla", count: 2 });
    expect(stats.sum_distance).toBeGreaterThan(stats.max_distance);
    for (const key of ["max_duration", "sum_duration"]) expect(stats[key]).toMatch(ISO_DURATION);
    const [newest] = (await get("/logs_view?select=started&order=started.desc&limit=1")).json;
    const before = new Date(Date.parse(newest.started) - 86_400_000).toISOString().slice(0, 10);
    const first = (await call("stats_logs_fn", { start_date: "2020-01-01", end_date: before })).json.stats;
    expect(first.count).toBeLessThan(2);
    const none = (await call("stats_logs_fn", { start_date: "2020-01-01", end_date: "2020-12-31" })).json;
    expect(none.stats.count).toBe(0);
  });

  test("of stays, and departures by day and month", async () => {
    const { stats } = (await call("stats_stays_fn")).json;
    expect(stats).toMatchObject({ home_ports: 0, unique_moorage: 2 });
    expect(stats.sum_stay_duration).toMatch(ISO_DURATION);
    const { charts } = (await get("/rpc/logs_by_month_fn")).json;
    expect(Object.keys(charts)).toHaveLength(12);
    expect(sum(charts)).toBe(2);
    expect(sum((await get("/rpc/logs_by_day_fn")).json.charts)).toBe(2);
  });

  const sum = (charts: Record<string, number>) => Object.values(charts).reduce((a, b) => a + b, 0);
});

describe("maps and exports", () => {
  test("a time-lapse of all, of some by number and of some by date", async () => {
    const lines = async (body: object) =>
      (await call("timelapse_fn", body)).json.geojson.features[0].geometry?.coordinates.length ?? 0;
    expect(await lines({})).toBe(2);
    expect(await lines({ start_log: logId })).toBe(1);
    expect(await lines({ start_log: logId, end_log: logId })).toBe(1);
    expect(await lines({ end_log: logId - 1 })).toBe(1);
    expect(await lines({ start_date: "2020-01-01", end_date: "2020-01-02" })).toBe(0);
    expect(await lines({ start_date: "2020-01-01", end_date: new Date().toISOString().slice(0, 10) })).toBe(
      2,
    );
    expect(await lines({ start_log: logId, start_date: "2020-01-01", end_date: "2020-01-02" })).toBe(0);
  });

  test("logs that begin or end at a moorage", async () => {
    for (const { id } of (await get("/moorages_view")).json) {
      for (const name of ["find_log_from_moorage_fn", "find_log_to_moorage_fn"]) {
        const { geojson } = (await call(name, { _id: String(id) })).json;
        expect(geojson.features, name).toHaveLength(1);
        expect(geojson.features[0].geometry.type).toBe("LineString");
      }
    }
  });

  test("one log as GeoJSON, GPX and KML, its number sent as a text", async () => {
    const { geojson } = (await call("export_logbook_geojson_fn", { _id: String(logId) })).json;
    expect(geojson.type).toBe("FeatureCollection");
    for (const [name, root] of [
      ["export_logbook_gpx_fn", "<gpx"],
      ["export_logbook_kml_fn", "<kml"],
    ] as const) {
      const xml = await boat.api.post(`/rpc/${name}`, { _id: String(logId) }, asXml());
      expect(xml.headers.get("content-type")).toMatch(/^text\/xml/);
      expect(xml.text).toContain(root);
      expect((await call(name, { _id: String(logId) })).json).toContain(root);
    }
  });

  test("several logs as GPX and KML, moorages as GeoJSON and GPX", async () => {
    for (const [name, part] of [
      ["export_logbooks_gpx_fn", "<trk>"],
      ["export_logbooks_kml_fn", "<Placemark"],
    ] as const) {
      const both = (await boat.api.post(`/rpc/${name}`, {}, asXml())).text;
      expect(both.split(part).length - 1, name).toBeGreaterThanOrEqual(2);
      const one = (await boat.api.post(`/rpc/${name}`, { start_log: logId, end_log: logId }, asXml())).text;
      expect(one.length).toBeLessThan(both.length);
    }
    expect((await call("export_moorages_geojson_fn")).json.geojson.features).toHaveLength(2);
    const gpx = await boat.api.get("/rpc/export_moorages_gpx_fn", asXml());
    expect(gpx.headers.get("content-type")).toMatch(/^text\/xml/);
    expect(gpx.text.split("<wpt").length - 1).toBe(2);
  });

  const asXml = () => ({ ...signedIn(), headers: { ...HEADERS, Accept: "text/xml" } });
});

describe("changes", () => {
  test("names and notes of a log, a moorage and a stay", async () => {
    const [moorage] = (await get("/moorages_view")).json;
    const [stay] = (await get("/stays_view")).json;
    for (const [path, body] of [
      [`/logbook?id=eq.${logId}`, { name: "Home again", notes: "calm" }],
      [`/moorages?id=eq.${moorage.id}`, { name: "Club", notes: "good", stay_code: 4, home_flag: true }],
      [`/stays?id=eq.${stay.id}`, { name: "Night", notes: "quiet", stay_code: 2 }],
    ] as const) {
      const answer = await boat.api.patch(path, body, signedIn());
      expect([answer.status, answer.text], path).toEqual([204, ""]);
      expect((await get(path)).json[0]).toMatchObject(body);
    }
    expect((await get(`/log_view?id=eq.${logId}`)).json[0]).toMatchObject({
      name: "Home again",
      notes: "calm",
    });
  });

  test("a log is published, and a visitor is told so", async () => {
    await call("update_user_preferences_fn", { key: "{public_logs}", value: true });
    const told = await call("ispublic_fn", { id: logId, _type: "public_logs" }, asks());
    expect([told.status, told.json]).toEqual([200, true]);
    const byName = (boatName: string, _id: number) =>
      call("ispublic_fn", { boat: boatName, _type: "public_logs", _id }, asks());
    expect((await byName("kapla", logId)).json).toBe(true);
    expect((await byName("kapla", logId + 100)).json).toBe(false);
    expect((await byName("another", logId)).json).toBe(false);
    expect((await call("ispublic_fn", { boat: "Kapla", _type: "public_stats" }, asks())).json).toBe(false);
    const page = Buffer.from(`Kapla,public_logs,${logId}`).toString("base64");
    const seen = await boat.api.get(`/log_view?id=eq.${logId}`, {
      headers: { ...HEADERS, "x-is-public": page },
    });
    expect(seen.json[0].name).toBe("Home again");
  });

  test("a log, a stay and a moorage are deleted", async () => {
    const [stay] = (await get("/stays_view")).json;
    for (const path of [`/logbook?id=eq.${logId}`, `/stays?id=eq.${stay.id}`]) {
      expect((await boat.api.delete(path, signedIn())).status, path).toBe(204);
      expect((await get(path)).json).toEqual([]);
    }
    await boat.api.post("/moorages", { name: "By hand", latitude: 61, longitude: 22 }, signedIn());
    expect((await boat.api.delete("/moorages?name=eq.By hand", signedIn())).status).toBe(204);
  });

  test("a token that is none is answered 401, so that it signs out", async () => {
    expect((await boat.api.get("/rpc/settings_fn", asks("ey.not.one"))).status).toBe(401);
  });
});
