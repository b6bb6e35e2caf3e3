/** The web client v0.0.7: maps, exports and changes. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asks, HEADERS, type WebClient, webClient } from "./web-client.ts";

let web: WebClient;

beforeAll(async () => {
  web = await webClient();
});
afterAll(() => web.boat.stop());

describe("maps and exports", () => {
  test("a time-lapse of all, of some by number and of some by date", async () => {
    const lines = async (body: object) =>
      (await web.call("timelapse_fn", body)).json.geojson.features[0].geometry?.coordinates.length ?? 0;
    expect(await lines({})).toBe(2);
    expect(await lines({ start_log: web.logId })).toBe(1);
    expect(await lines({ start_log: web.logId, end_log: web.logId })).toBe(1);
    expect(await lines({ end_log: web.logId - 1 })).toBe(1);
    expect(await lines({ start_date: "2020-01-01", end_date: "2020-01-02" })).toBe(0);
    expect(await lines({ start_date: "2020-01-01", end_date: new Date().toISOString().slice(0, 10) })).toBe(
      2,
    );
    expect(await lines({ start_log: web.logId, start_date: "2020-01-01", end_date: "2020-01-02" })).toBe(0);
  });

  test("logs that begin or end at a moorage", async () => {
    for (const { id } of (await web.get("/moorages_view")).json) {
      for (const name of ["find_log_from_moorage_fn", "find_log_to_moorage_fn"]) {
        const { geojson } = (await web.call(name, { _id: String(id) })).json;
        expect(geojson.features, name).toHaveLength(1);
        expect(geojson.features[0].geometry.type).toBe("LineString");
      }
    }
  });

  test("one log as GeoJSON, GPX and KML, its number sent as a text", async () => {
    const { geojson } = (await web.call("export_logbook_geojson_fn", { _id: String(web.logId) })).json;
    expect(geojson.type).toBe("FeatureCollection");
    for (const [name, root] of [
      ["export_logbook_gpx_fn", "<gpx"],
      ["export_logbook_kml_fn", "<kml"],
    ] as const) {
      const xml = await web.boat.api.post(`/rpc/${name}`, { _id: String(web.logId) }, asXml());
      expect(xml.headers.get("content-type")).toMatch(/^text\/xml/);
      expect(xml.text).toContain(root);
      expect((await web.call(name, { _id: String(web.logId) })).json).toContain(root);
    }
  });

  test("several logs as GPX and KML, moorages as GeoJSON and GPX", async () => {
    for (const [name, part] of [
      ["export_logbooks_gpx_fn", "<trk>"],
      ["export_logbooks_kml_fn", "<Placemark"],
    ] as const) {
      const both = (await web.boat.api.post(`/rpc/${name}`, {}, asXml())).text;
      expect(both.split(part).length - 1, name).toBeGreaterThanOrEqual(2);
      const one = (
        await web.boat.api.post(`/rpc/${name}`, { start_log: web.logId, end_log: web.logId }, asXml())
      ).text;
      expect(one.length).toBeLessThan(both.length);
    }
    expect((await web.call("export_moorages_geojson_fn")).json.geojson.features).toHaveLength(2);
    const gpx = await web.boat.api.get("/rpc/export_moorages_gpx_fn", asXml());
    expect(gpx.headers.get("content-type")).toMatch(/^text\/xml/);
    expect(gpx.text.split("<wpt").length - 1).toBe(2);
  });

  const asXml = () => ({ ...web.signedIn(), headers: { ...HEADERS, Accept: "text/xml" } });
});

describe("changes", () => {
  test("names and notes of a log, a moorage and a stay", async () => {
    const [moorage] = (await web.get("/moorages_view")).json;
    const [stay] = (await web.get("/stays_view")).json;
    for (const [path, body] of [
      [`/logbook?id=eq.${web.logId}`, { name: "Home again", notes: "calm" }],
      [`/moorages?id=eq.${moorage.id}`, { name: "Club", notes: "good", stay_code: 4, home_flag: true }],
      [`/stays?id=eq.${stay.id}`, { name: "Night", notes: "quiet", stay_code: 2 }],
    ] as const) {
      const answer = await web.boat.api.patch(path, body, web.signedIn());
      expect([answer.status, answer.text], path).toEqual([204, ""]);
      expect((await web.get(path)).json[0]).toMatchObject(body);
    }
    expect((await web.get(`/log_view?id=eq.${web.logId}`)).json[0]).toMatchObject({
      name: "Home again",
      notes: "calm",
    });
  });

  test("a log is published, and visitors can see that", async () => {
    await web.call("update_user_preferences_fn", { key: "{public_logs}", value: true });
    const told = await web.call("ispublic_fn", { id: web.logId, _type: "public_logs" }, asks());
    expect([told.status, told.json]).toEqual([200, true]);
    const byName = (boatName: string, _id: number) =>
      web.call("ispublic_fn", { boat: boatName, _type: "public_logs", _id }, asks());
    expect((await byName("kapla", web.logId)).json).toBe(true);
    expect((await byName("kapla", web.logId + 100)).json).toBe(false);
    expect((await byName("another", web.logId)).json).toBe(false);
    expect((await web.call("ispublic_fn", { boat: "Kapla", _type: "public_stats" }, asks())).json).toBe(
      false,
    );
    const page = Buffer.from(`Kapla,public_logs,${web.logId}`).toString("base64");
    const seen = await web.boat.api.get(`/log_view?id=eq.${web.logId}`, {
      headers: { ...HEADERS, "x-is-public": page },
    });
    expect(seen.json[0].name).toBe("Home again");
  });

  test("a log, a stay and a moorage are deleted", async () => {
    const [stay] = (await web.get("/stays_view")).json;
    for (const path of [`/logbook?id=eq.${web.logId}`, `/stays?id=eq.${stay.id}`]) {
      expect((await web.boat.api.delete(path, web.signedIn())).status, path).toBe(204);
      expect((await web.get(path)).json).toEqual([]);
    }
    await web.boat.api.post("/moorages", { name: "By hand", latitude: 61, longitude: 22 }, web.signedIn());
    expect((await web.boat.api.delete("/moorages?name=eq.By hand", web.signedIn())).status).toBe(204);
  });

  test("a token that is none is answered 401, so that it signs out", async () => {
    expect((await web.boat.api.get("/rpc/settings_fn", asks("ey.not.one"))).status).toBe(401);
  });
});
