/** What the two addresses answer otherwise: a boat's own rows, asked at both. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TEST_SECRET } from "../../../../../test/support/server.ts";
import { tokenIssuer } from "../../../src/people/accounts/tokens.ts";
import { type SailedBoat, sailedBoat } from "../../clients/sailed-boat.ts";

let boat: SailedBoat;
beforeAll(async () => {
  boat = await sailedBoat();
});
afterAll(() => boat.stop());

type Headers = Readonly<Record<string, string>>;
const asked = (path: string, headers: Headers = {}) =>
  boat.api.get(path, { token: boat.sailor.userToken, headers });

/** What the root and `/v2` answer. */
async function both(path: string, headers: Headers = {}) {
  const answers = [await asked(path, headers), await asked(`/v2${path}`, headers)] as const;
  for (const { status, text } of answers) expect([200, text]).toEqual([status, text]);
  return answers;
}

/** The rows that the root and `/v2` answer. */
async function rows(path: string) {
  const [first, second] = await both(path);
  return [first.json, second.json] as const;
}

describe("a log", () => {
  test("has run times as durations, and its polar diagram beside `extra` (rows 1, 16)", async () => {
    const [{ id, extra }] = (await asked("/log_view?select=id,extra&limit=1")).json;
    const times = { "propulsion.main.runTime": 240, "propulsion.port.runTime": 0, "navigation.log": 12.5 };
    const changed = { ...extra, metrics: times, polar: "twa/tws;6" };
    const patched = await boat.api.patch(
      `/v2/logbook?id=eq.${id}`,
      { extra: changed },
      {
        token: boat.sailor.userToken,
      },
    );
    expect(patched.status).toBe(204);
    const asText = {
      "propulsion.main.runTime": "PT4M",
      "propulsion.port.runTime": "PT0S",
      "navigation.log": 12.5,
    };
    for (const view of ["logbook", "log_view"]) {
      const [[first], [second]] = await rows(`/${view}?id=eq.${id}`);
      expect(first.extra).toEqual(changed);
      // Of the wind: logs.test.ts.
      const { avg_wind_speed } = second.extra;
      const { polar, ...others } = { ...changed, metrics: asText, avg_wind_speed };
      expect(second.extra).toEqual(view === "logbook" ? { ...others, polar } : others);
      // All columns include the texts over time at /v2 alone.
      const shared = Object.entries(second).filter(([name]) => name in first);
      const differing = { extra: null, max_wind_speed: null, geojson: null, track_geojson: null };
      expect({ ...Object.fromEntries(shared), ...differing }).toEqual({ ...first, ...differing });
    }
  });

  test("embeds and is embedded at both addresses", async () => {
    for (const path of ["/logbook?select=id,metadata(name)", "/metadata?select=name,logbook(id)"]) {
      const [first, second] = [await asked(path), await asked(`/v2${path}`)];
      expect([path, second.status, second.json]).toEqual([path, first.status, first.json]);
    }
  });
});

describe("a place", () => {
  test("counts departures and arrivals, the longest visited first (row 3)", async () => {
    const [first, second] = await rows("/moorages_view");
    const logs = (await asked("/logbook?select=_from_moorage_id,_to_moorage_id&_to_time=not.is.null")).json;
    const ends = logs.flatMap((log: Readonly<Record<string, number>>) => [
      log._from_moorage_id,
      log._to_moorage_id,
    ]);
    type Place = { readonly id: number; readonly arrivals_departures: number };
    const count = ({ id }: Place) => ends.filter((end: number) => end === id).length;
    expect(second.map((one: Place) => one.arrivals_departures)).toEqual(second.map(count));
    expect(first.map((one: Place) => one.id).toSorted()).toEqual(
      second.map((one: Place) => one.id).toSorted(),
    );
    const longest = (await asked("/moorages_view?select=id&order=total_duration.desc,id")).json;
    expect((await asked("/v2/moorages_view?select=id")).json).toEqual(longest);
  });

  test("has the stays that ended (row 5)", async () => {
    for (const view of ["stays_view", "stay_view", "moorages_stays_view"]) {
      const [first, second] = await rows(`/${view}`);
      const ended = first.filter(({ departed }: { departed: string | null }) => departed !== null);
      expect(second).toEqual(ended);
      expect(ended.length).toBeGreaterThan(0);
      if (view !== "moorages_stays_view") expect(first.length).toBe(ended.length + 1);
    }
  });

  test("was away from home for one duration in all (row 4)", async () => {
    const [home] = (await asked("/moorages?select=id&limit=1")).json;
    await boat.api.patch(`/moorages?id=eq.${home.id}`, { home_flag: true }, { token: boat.sailor.userToken });
    const [first, second] = (await rows("/rpc/stats_stays_fn")).map(({ stats }) => stats);
    expect(Array.isArray(first.time_spent_away)).toBe(true);
    expect(second.time_spent_away).toMatch(/^P/);
    const seconds = (iso: string) => {
      const parts = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/.exec(iso)?.slice(1) ?? [];
      const [days, hours, minutes, rest] = parts.map((part) => Number(part ?? 0));
      return (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (rest ?? 0);
    };
    const away = seconds(second.sum_stay_duration) - seconds(second.time_at_home_ports);
    expect(Math.abs(seconds(second.time_spent_away) - away)).toBeLessThan(0.01);
    const all = (await asked("/v2/rpc/stats_fn")).json.stats;
    expect(all.stats_moorages.time_spent_away).toMatch(/^P/);
    expect(Object.keys(all)).toEqual(
      expect.arrayContaining(["stats_logs", "logs_top_speed", "moorages_top_duration"]),
    );
  });
});

describe("an event", () => {
  test("is shown once it was worked off, the newest first, and names the moorage (row 6)", async () => {
    const [first, second] = await rows("/eventlogs_view");
    type Event = {
      readonly id: number;
      readonly channel: string;
      readonly payload: string;
      processed: string | null;
    };
    const shown = first
      .filter(({ channel, processed }: Event) => processed !== null && channel !== "new_stay")
      .toReversed();
    const stays = (await asked("/stays?select=id,moorage_id")).json;
    const moorage = (payload: string) =>
      stays.find(({ id }: { id: number }) => String(id) === payload)?.moorage_id?.toString() ?? null;
    expect(second).toEqual(
      shown.map((event: Event) =>
        event.channel === "new_moorage" ? { ...event, payload: moorage(event.payload) } : event,
      ),
    );
    expect(second.some(({ channel }: Event) => channel === "new_moorage")).toBe(true);
  });
});

describe("a measurement", () => {
  test("of the wind is the true one, or else over ground (row 7)", async () => {
    const send = async (metrics: object) => {
      const row = { time: new Date().toISOString(), latitude: 60, longitude: 23, metrics };
      await boat.api.post("/metrics", [row], { token: boat.sailor.vesselToken });
      const [[first], [second]] = await rows("/monitoring_view?select=windspeedoverground");
      return [first.windspeedoverground, second.windspeedoverground];
    };
    const ground = { "environment.wind.speedOverGround": 4 };
    expect(await send({ ...ground, "environment.wind.speedTrue": 5.5 })).toEqual([4, 5.5]);
    expect(await send(ground)).toEqual([4, 4]);
  });

  test("is explored as text (row 14)", async () => {
    const metrics = { a: 12.8, b: "on", c: { d: [1] }, e: true };
    const row = { time: new Date().toISOString(), latitude: 60, longitude: 23, metrics };
    await boat.api.post("/metrics", [row], { token: boat.sailor.vesselToken });
    const [first, second] = await rows("/metrics_explore_view?select=key,value&key=in.(a,b,c,e)");
    const pairs = (all: readonly { key: string; value: unknown }[]) =>
      all.map(({ key, value }) => [key, value]);
    expect(pairs(first)).toEqual(Object.entries(metrics));
    expect(pairs(second)).toEqual([
      ["a", "12.8"],
      ["b", "on"],
      ["c", '{"d": [1]}'],
      ["e", "true"],
    ]);
  });
});

describe("the vessel", () => {
  test("has its radio identity as a text of nine digits (row 9)", async () => {
    const of = async (path: string, mmsi: string | null) => {
      const ask = { token: boat.sailor.vesselToken, headers: { Prefer: "resolution=merge-duplicates" } };
      await boat.api.post("/metadata?on_conflict=vessel_id", { mmsi }, ask);
      return (await rows(path)).map((json) => (json.vessel ?? json[0]).mmsi);
    };
    for (const path of ["/metadata?select=mmsi", "/vessel_view?select=mmsi", "/rpc/vessel_fn"]) {
      expect(await of(path, "230099999")).toEqual([230099999, "230099999"]);
      expect(await of(path, null)).toEqual([null, null]);
    }
    await of("/vessel_view", "230099999");
    const [registered, same] = await rows("/vessels_view?select=mmsi");
    expect(same).toEqual(registered);
    expect((await asked("/v2/vessel_view?mmsi=eq.230099999")).json).toHaveLength(1);
  });

  test("has earned badges, in an object (row 8)", async () => {
    const [first, second] = await rows("/rpc/badges_fn");
    expect(Array.isArray(first)).toBe(true);
    expect(second).toEqual({ badges: first });
    expect(first.length).toBeGreaterThan(0);
  });
});

describe("an upsert", () => {
  const upsert = { Prefer: "resolution=merge-duplicates" };

  test("that inserts nothing is 201, at /v2 200; a PUT that inserts is 200, at /v2 201 (row 12)", async () => {
    const send = async (base: string) => {
      const ask = { token: boat.sailor.vesselToken, headers: upsert };
      return (await boat.api.post(`${base}/metadata?on_conflict=vessel_id`, { name: "Kapla" }, ask)).status;
    };
    expect([await send(""), await send("/v2")]).toEqual([201, 200]);
    const operator = await tokenIssuer(TEST_SECRET, 1).operator("admin_role", 60);
    const put = async (base: string, code: number) => {
      const answer = await boat.api.send("PUT", `${base}/stays_at?stay_code=eq.${code}`, {
        token: operator,
        headers: { Prefer: "return=representation" },
        body: { stay_code: code, description: "Dry" },
      });
      return answer.status;
    };
    expect([await put("", 8), await put("/v2", 9), await put("", 8), await put("/v2", 9)]).toEqual([
      200, 201, 200, 200,
    ]);
  });
});

describe("the description", () => {
  test("has the second generation's names and place (row 13)", async () => {
    const [first, second] = (await both("/")).map(({ json }) => json);
    expect([first.basePath, second.basePath]).toEqual(["/", "/v2"]);
    const names = ["telegram", "telegram_otp_fn", "telegram_fn", "pushover_fn", "pushover_subscribe_link_fn"];
    const twins = ["messenger", "messenger_otp_fn", "messenger_fn", "push_fn", "push_subscribe_link_fn"];
    const of = (all: readonly string[], { paths }: { paths: object }) =>
      all.filter((name) => Object.hasOwn(paths, `/rpc/${name}`));
    expect([of(twins, first), of(names, first)]).toEqual([twins, []]);
    expect([of(twins, second), of(names, second)]).toEqual([[], names]);
    const columns = (document: typeof first, name: string) =>
      Object.keys(document.definitions[name].properties);
    expect(columns(second, "versions_view")).toEqual([
      "api_version",
      "sys_version",
      "timescaledb",
      "postgis",
      "postgrest",
    ]);
    expect(columns(second, "metadata")).toContain("signalk_version");
    expect(columns(second, "metadata")).not.toContain("navdata_version");
    expect(JSON.stringify(second.paths["/rpc/telegram_fn"])).toContain("telegram_obj");
    expect(Object.keys(second.parameters)).toContain("rowFilter.metadata.signalk_version");
    expect(JSON.stringify(second)).not.toContain('navdata_version"');
  });

  test("refers only to what it holds", async () => {
    const { json, text } = await asked("/v2/");
    const referred = [...text.matchAll(/"\$ref":"#\/(\w+)\/([^"]+)"/g)];
    expect(referred.length).toBeGreaterThan(100);
    for (const [, part = "", name = ""] of referred) expect(Object.keys(json[part])).toContain(name);
  });

  test("tells strangers what they may call", async () => {
    const { paths } = (await boat.api.get("/v2/")).json;
    const told = ["signup", "login", "reset", "recover", "pushover_fn", "telegram_fn", "telegram_otp_fn"];
    for (const name of [...told, "telegram", "email_fn", "ispublic_fn"])
      expect(Object.keys(paths)).toContain(`/rpc/${name}`);
  });
});

describe("a document", () => {
  test("is JSON by default, at /v2 itself (row 17)", async () => {
    const [{ id }] = (await asked("/logs_view?select=id&limit=1")).json;
    for (const path of [`/rpc/export_logbook_gpx_fn?_id=${id}`, "/rpc/export_logbooks_kml_fn"]) {
      for (const headers of [{}, { Accept: "*/*" }]) {
        const [first, second] = await both(path, headers);
        expect(first.headers.get("content-type")).toBe("application/json; charset=utf-8");
        expect(second.headers.get("content-type")).toBe("text/xml; charset=utf-8");
        expect(second.text).toBe(first.json);
      }
      const [first, second] = await both(path, { Accept: "application/json" });
      expect(second.text).toBe(first.text);
    }
  });
});
