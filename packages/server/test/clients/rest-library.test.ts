/** postgrest-js, the library that programs use with this kind of API, against the service. */
import { PostgrestClient } from "@supabase/postgrest-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SailedBoat, sailedBoat } from "./sailed-boat.ts";

let boat: SailedBoat;
let person: PostgrestClient;
let vessel: PostgrestClient;
/** The last request that left. */
let sent: Request;

const clientOf = (token: string) =>
  new PostgrestClient(boat.service.apiUrl, {
    headers: { Authorization: `Bearer ${token}` },
    fetch: (input, init) => {
      sent = new Request(input, init);
      return fetch(input, init);
    },
  });

beforeAll(async () => {
  boat = await sailedBoat();
  person = clientOf(boat.sailor.userToken);
  vessel = clientOf(boat.sailor.vesselToken);
});
afterAll(() => boat.stop());

describe("reading", () => {
  test("rows, chosen columns, filters and order", async () => {
    const { data, error } = await person
      .from("logs_view")
      .select("id, from, distance")
      .gt("distance", 1)
      .like("from", "Hel%")
      .order("id", { ascending: false });
    expect(error).toBeNull();
    expect(data).toEqual([{ id: 1, from: "Helsinki", distance: expect.any(Number) }]);
    const either = await person.from("logs_view").select("id").or("distance.gt.1000,from.eq.Helsinki");
    expect(either.data).toEqual([{ id: 1 }]);
    const listed = await person.from("moorages").select("name").in("name", ["Helsinki", "a, (b)"]);
    expect(listed.data).toEqual([{ name: "Helsinki" }]);
    const json = await person.from("logbook").select("id, state:extra->observations->seaState").limit(1);
    expect(json.data?.[0]).toEqual({ id: expect.any(Number), state: -1 });
  });

  test("ranges, which it sends as offset and limit", async () => {
    const { data, count, status } = await person
      .from("metrics")
      .select("time", { count: "exact" })
      .order("time")
      .range(10, 19);
    expect(sent.headers.get("range")).toBeNull();
    expect([data?.length, count, status]).toEqual([10, 210, 206]);
  });

  test("a count alone, by HEAD", async () => {
    const { data, count, error } = await person.from("stays").select("*", { count: "exact", head: true });
    expect(sent.method).toBe("HEAD");
    expect([data, count, error]).toEqual([null, 3, null]);
    const absent = await person.from("nowhere").select("*", { count: "exact", head: true });
    expect([absent.data, absent.count]).toEqual([null, null]);
  });

  test("a single row, and what it says where there is not exactly one", async () => {
    const one = await person.from("vessels_view").select("name").single();
    expect(one.data).toEqual({ name: "Kapla" });
    const two = await person.from("logs_view").select("id").single();
    expect([two.status, two.error?.code]).toEqual([406, "PGRST116"]);
    const none = await person.from("logs_view").select("id").eq("id", -1).maybeSingle();
    expect([none.data, none.error]).toEqual([null, null]);
    const some = await person.from("logs_view").select("id").eq("id", 1).maybeSingle();
    expect(some.data).toEqual({ id: 1 });
  });

  test("rows without their empty fields", async () => {
    const all = await person.from("stays").select("id, departed").is("departed", null);
    expect(all.data?.[0]).toHaveProperty("departed", null);
    const stripped = await person.from("stays").select("id, departed").is("departed", null).stripNulls();
    expect(stripped.error).toBeNull();
    expect(stripped.data?.[0]).not.toHaveProperty("departed");
    const single = await person
      .from("stays")
      .select("id, departed")
      .is("departed", null)
      .stripNulls()
      .single();
    expect(single.data).toEqual({ id: 3 });
  });

  test("CSV and GeoJSON", async () => {
    const csv = await person.from("stays_at").select("stay_code, description").order("stay_code").csv();
    expect(csv.data?.split("\n").slice(0, 2)).toEqual(["stay_code,description", "1,Unknown"]);
    const geojson = await person.from("moorages").select("name, geog").order("id").geojson();
    expect(geojson.error).toBeNull();
    expect(geojson.data).toEqual({
      type: "FeatureCollection",
      features: [
        {
          type: "Feature",
          geometry: { type: "Point", coordinates: [24.957, 60.1518] },
          properties: { name: "Helsinki" },
        },
        expect.objectContaining({ properties: { name: "4 NM S of Koukkuniemi" } }),
      ],
    });
    const none = await person.from("moorages").select("name, geog").eq("id", -1).geojson();
    expect(none.data).toEqual({ type: "FeatureCollection", features: [] });
    const fix = await person.from("monitoring_view").select("time, geojson").geojson();
    expect(fix.data).toMatchObject({ features: [{ geometry: { type: "Point" } }] });
    const plain = await person.from("stays_at").select("stay_code").limit(1).geojson();
    expect(plain.data).toMatchObject({ features: [{ geometry: null, properties: { stay_code: 1 } }] });
  });

  test("a plan is refused as a media type that is not made", async () => {
    const { error, status } = await person.from("logs_view").select("*").explain();
    expect([406, 415]).toContain(status);
    expect(error).toMatchObject({ code: "PGRST107", message: expect.any(String) });
  });

  test("related rows, where a key relates them", async () => {
    const { data, error } = await person.from("stays").select("id, moorages(name)").order("id").limit(1);
    expect(error).toBeNull();
    expect(data).toEqual([{ id: 1, moorages: { name: "Helsinki" } }]);
  });
});

describe("writing", () => {
  test("one row, and several with the columns that it quotes", async () => {
    const one = await person
      .from("eventlogs_view")
      .insert({ channel: "note", payload: "saw a whale" })
      .select("channel, payload");
    expect(one.data).toEqual([{ channel: "note", payload: "saw a whale" }]);
    const time = (minute: number) => new Date(Date.now() - 1_200_000 + minute * 60_000).toISOString();
    const rows = [0, 1].map((minute) => ({
      time: time(minute),
      latitude: 60.1518,
      longitude: 24.957,
      speedoverground: 0,
      status: "moored",
    }));
    const several = await vessel.from("metrics").insert(rows).select("time");
    expect(decodeURIComponent(sent.url)).toContain('columns="time","latitude"');
    expect([several.status, several.error]).toEqual([201, null]);
    expect(several.data?.map((row) => new Date(row.time).toISOString())).toEqual(rows.map((row) => row.time));
    expect((await vessel.from("metrics").insert(rows)).status).toBe(201);
  });

  test("an upsert of the vessel's description, in the names of existing software too", async () => {
    for (const version of ["2.33.0", "2.34.0"]) {
      const { data, error } = await vessel
        .from("metadata")
        .upsert([{ name: "Kapla", plugin_version: "0.6.0", signalk_version: version }], {
          onConflict: "vessel_id",
        })
        .select("name, signalk_version")
        .single();
      expect(error).toBeNull();
      expect(data).toEqual({ name: "Kapla", signalk_version: version });
    }
    expect((await vessel.from("metadata").select("id", { count: "exact", head: true })).count).toBe(1);
  });

  test("an update and a delete, with what they touched", async () => {
    const updated = await person
      .from("moorages")
      .update({ notes: "good" })
      .eq("name", "Helsinki")
      .select("notes");
    expect(updated.data).toEqual([{ notes: "good" }]);
    expect((await person.from("moorages").update({ notes: "better" }).eq("name", "Helsinki")).status).toBe(
      204,
    );
    const gone = await person
      .from("eventlogs_view")
      .delete({ count: "exact" })
      .eq("channel", "note")
      .select("payload");
    expect([gone.data, gone.count]).toEqual([[{ payload: "saw a whale" }], 1]);
  });

  test("a refusal carries code, message, details and hint", async () => {
    const { error, status } = await person.from("metadata").update({ mmsi: 1 }).eq("id", 1);
    expect(status).toBe(403);
    expect(error).toMatchObject({ code: "42501", message: expect.stringContaining("metadata") });
    const unknown = await person.from("logs_view").select("no_such_column");
    expect([unknown.status, unknown.error?.code]).toEqual([400, "42703"]);
  });
});

describe("procedures", () => {
  test("by POST, by GET and by HEAD", async () => {
    const posted = await person.rpc("stats_logs_fn", { start_date: "2020-01-01" });
    expect(posted.data.stats.count).toBe(2);
    const got = await person.rpc("logs_by_month_fn", {}, { get: true });
    expect(sent.method).toBe("GET");
    expect(Object.keys(got.data.charts)).toHaveLength(12);
    const filtered = await person.rpc("badges_fn").eq("name", "Helmsman").select("name");
    expect(filtered.data).toEqual([{ name: "Helmsman" }]);
    expect((await person.rpc("badges_fn", {}, { head: true, count: "exact" })).count).toBe(4);
    expect((await person.rpc("no_such_fn")).error?.code).toBe("PGRST202");
  });
});
