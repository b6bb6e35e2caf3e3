import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Client, client, newSailor, type Sailor } from "../../../../test/support/client.ts";
import { startService, type TestService } from "../../../../test/support/service.ts";

const file = resolve(import.meta.dirname, "../../../../../shared/data/metrics-kapla.json");
const Sample = z.object({ metrics: z.array(z.looseObject({ time: z.string() })) });
const MINUTE = 60_000;

/** A boat's rows: row i is at two hours ago + i minutes; the last one keeps its distance to the one before. */
function rowsFrom(start: number): readonly Record<string, unknown>[] {
  const { metrics } = Sample.parse(JSON.parse(readFileSync(file, "utf8")));
  return metrics.map((row, i) => {
    const late = i === metrics.length - 1;
    return {
      ...row,
      time: new Date(start + (late ? i - 2 : i) * MINUTE + (late ? 30_000 : 0)).toISOString(),
    };
  });
}

describe.skipIf(!existsSync(file))(
  "the sample voyage over HTTP (skipped where ../shared/data is absent)",
  () => {
    let service: TestService;
    let api: Client;

    beforeAll(async () => {
      service = await startService();
      api = client(service.apiUrl);
    });
    afterAll(() => service.stop());

    const start = Math.floor((Date.now() - 2 * 3_600_000) / 1000) * 1000;

    const send = async (sailor: Sailor, batches: readonly (readonly unknown[])[]): Promise<void> => {
      for (const batch of batches) {
        const answer = await api.post("/metrics?select=time", batch, {
          token: sailor.vesselToken,
          headers: { Prefer: "return=representation" },
        });
        expect(answer.status).toBe(201);
      }
      await service.drainJobs();
    };

    /** Logs and stays, without ids. */
    const logbook = async (sailor: Sailor) => {
      const logs = await api.get(
        "/logbook?select=_from_time,_to_time,distance,duration,avg_speed,max_speed,max_wind_speed,name,active,extra&order=_from_time",
        { token: sailor.userToken },
      );
      const stays = await api.get(
        "/stays?select=latitude,longitude,arrived,departed,duration,active,stay_code&order=arrived",
        {
          token: sailor.userToken,
        },
      );
      return { logs: logs.json, stays: stays.json };
    };
    const at = (minute: number): string => new Date(start + minute * MINUTE).toISOString();
    const iso = (time: string): string => new Date(time).toISOString();

    it("gives its two logs and three stays, with their boundaries, distances and averages", async () => {
      const sailor = await newSailor(api);
      const rows = rowsFrom(start);
      await send(sailor, [rows.slice(0, 31), rows.slice(31)]);
      const { logs, stays } = await logbook(sailor);
      expect(
        logs.map((l: { _from_time: string; _to_time: string }) => [iso(l._from_time), iso(l._to_time)]),
      ).toEqual([
        [at(2), at(27)],
        [at(30), at(48)],
      ]);
      const [first, second] = logs;
      expect(Math.abs(first.distance - 7.1875) / 7.1875).toBeLessThan(0.003);
      expect(Math.abs(second.distance - 8.708) / 8.708).toBeLessThan(0.003);
      expect([first.duration, second.duration]).toEqual(["PT25M", "PT18M"]);
      expect(first.avg_speed).toBeCloseTo(3.6961538461538455, 9);
      expect(second.avg_speed).toBeCloseTo(6.026315789473684, 9);
      expect([first.max_speed, second.max_speed, first.max_wind_speed, second.max_wind_speed]).toEqual([
        6.1, 6.5, 22.1, 37.2,
      ]);
      expect(stays).toHaveLength(3);
      const places = [
        [60.0776667, 23.5308667],
        [59.9768833, 23.4321],
        [59.86, 23.3657667],
      ] as const;
      stays.forEach((stay: { latitude: number; longitude: number }, i: number) => {
        expect(stay.latitude).toBeCloseTo(places[i]?.[0] ?? 0, 3);
        expect(stay.longitude).toBeCloseTo(places[i]?.[1] ?? 0, 3);
      });
      expect(stays.map((s: { duration: string | null }) => s.duration).slice(0, 2)).toEqual(["PT2M", "PT3M"]);
      expect(stays.map((s: { active: boolean }) => s.active)).toEqual([false, false, true]);
      expect(stays[2].stay_code).toBe(2);
      const moorages = await api.get("/moorages_view", { token: sailor.userToken });
      expect(moorages.json.length).toBeGreaterThanOrEqual(2);
    });

    it("is the same logbook however its rows come: reversed, shuffled, one by one, twice", async () => {
      const rows = rowsFrom(start);
      const shuffled = rows
        .map((row, i) => ({ row, key: ((i * 7919) % 104_729) % 101 }))
        .sort((a, b) => a.key - b.key);
      const ways: Record<string, readonly (readonly unknown[])[]> = {
        "in order": [rows],
        reversed: [[...rows].reverse()],
        shuffled: [shuffled.slice(0, 20).map((s) => s.row), shuffled.slice(20).map((s) => s.row)],
        "one by one": rows.map((row) => [row]),
        twice: [rows, rows],
      };
      const books: Record<string, unknown> = {};
      for (const [way, batches] of Object.entries(ways)) {
        const sailor = await newSailor(api, `Kapla ${way}`);
        await send(sailor, batches);
        books[way] = await logbook(sailor);
      }
      for (const way of Object.keys(ways)) expect(books[way], way).toEqual(books["in order"]);
    });

    it("leaves the events of its arrivals and departures", async () => {
      const sailor = await newSailor(api, "Ledger");
      await send(sailor, [rowsFrom(start)]);
      const events = await api.get("/eventlogs_view?select=channel&order=id", { token: sailor.userToken });
      const counts = new Map<string, number>();
      for (const { channel } of events.json) counts.set(channel, (counts.get(channel) ?? 0) + 1);
      expect([counts.get("new_stay"), counts.get("new_moorage"), counts.get("new_logbook")]).toEqual([
        3, 2, 2,
      ]);
    });

    it("exports as GPX, KML and GeoJSON", async () => {
      const sailor = await newSailor(api, "Exporter");
      await send(sailor, [rowsFrom(start)]);
      const [log] = (await api.get("/logs_view?order=started&limit=1", { token: sailor.userToken })).json;
      const gpx = await api.post(
        "/rpc/export_logbook_gpx_fn",
        { _id: String(log.id) },
        {
          token: sailor.userToken,
          headers: { Accept: "text/xml" },
        },
      );
      expect(gpx.headers.get("content-type")).toContain("text/xml");
      expect(gpx.text.match(/<trkpt /g)).toHaveLength(26);
      const asJson = await api.post(
        "/rpc/export_logbook_gpx_fn",
        { _id: log.id },
        { token: sailor.userToken },
      );
      expect(asJson.json).toBe(gpx.text);
      const kml = await api.get(`/rpc/export_logbook_kml_fn?_id=${log.id}`, {
        token: sailor.userToken,
        headers: { Accept: "application/vnd.google-earth.kml+xml" },
      });
      expect(kml.text).toContain("<kml");
      const geojson = await api.post(
        "/rpc/export_logbook_geojson_fn",
        { _id: log.id },
        { token: sailor.userToken },
      );
      expect(geojson.json.geojson.features[0].geometry.type).toBe("LineString");
    });
  },
);
