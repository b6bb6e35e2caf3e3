import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";

const file = resolve(import.meta.dirname, "../../../../../../shared/data/plugin-traffic.json");
const Recording = z.object({
  requests: z.array(
    z.object({
      method: z.enum(["GET", "POST"]),
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.unknown(),
    }),
  ),
});

describe.skipIf(!existsSync(file))(
  "a vessel plugin's recorded traffic (skipped where ../shared/data is absent)",
  () => {
    const service = serviceForTests();
    const { api } = service;
    let sailor: Sailor;

    beforeAll(async () => {
      sailor = await newSailor(api, "Harness");
    });

    /** Replays a recorded request with this boat's token. */
    const replay = (request: z.infer<typeof Recording>["requests"][number]) => {
      const { host: _host, connection: _connection, "content-length": _length, ...headers } = request.headers;
      return api.send(request.method, request.url, {
        headers: { ...headers, Authorization: `Bearer ${sailor.vesselToken}` },
        ...(request.body === null ? {} : { body: request.body }),
      });
    };

    it("is answered throughout as the plugin accepts it", async () => {
      const { requests } = Recording.parse(JSON.parse(readFileSync(file, "utf8")));
      for (const request of requests) {
        const answer = await replay(request);
        if (request.method === "GET") {
          expect(answer.status).toBe(200);
          expect(Array.isArray(answer.json)).toBe(true);
        } else if (request.url.startsWith("/metadata")) {
          expect(answer.status).toBe(201);
          expect(answer.text).toBe("");
          expect(answer.headers.get("content-length")).toBe("0");
          expect(answer.headers.get("content-type")).toBeNull();
        } else {
          const sent = z.array(z.looseObject({ time: z.string() })).parse(request.body);
          expect(answer.status).toBe(201);
          const returned: string[] = answer.json.map((row: { time: string }) => row.time);
          // The plugin deletes its rows up to the last time it gets back: same order, same milliseconds, with a zone.
          expect(returned.map((time) => new Date(time).toISOString())).toEqual(sent.map((row) => row.time));
          for (const time of returned) expect(time).toMatch(/(Z|[+-]\d\d:\d\d)$/);
        }
      }
    });

    it("may be sent again, as after a lost answer, and is accepted again", async () => {
      const { requests } = Recording.parse(JSON.parse(readFileSync(file, "utf8")));
      const batch = requests.find((request) => request.url.startsWith("/metrics"));
      if (batch === undefined) throw new Error("the recording has no metrics");
      const answer = await replay(batch);
      expect(answer.status).toBe(201);
      expect(answer.json).toHaveLength(z.array(z.unknown()).parse(batch.body).length);
    });

    it("finds its metadata and the configuration that a person chose", async () => {
      const metadata = await api.get("/metadata?select=name,signalk_version,configuration", {
        token: sailor.vesselToken,
      });
      expect(metadata.json).toEqual([{ name: "Harness", signalk_version: "2.32.0", configuration: null }]);
    });
  },
);

describe("what a plugin must be able to rely on", () => {
  const service = serviceForTests();
  const { api } = service;
  let sailor: Sailor;
  const row = (minute: number, more: Record<string, unknown> = {}) => ({
    time: new Date(Date.now() - 7_200_000 + minute * 60_000).toISOString(),
    latitude: 59.9 + minute / 1000,
    longitude: 23.4,
    speedoverground: 5.1,
    courseovergroundtrue: 3,
    windspeedapparent: 12,
    anglespeedapparent: -30,
    status: "sailing",
    metrics: {},
    ...more,
  });

  beforeAll(async () => {
    sailor = await newSailor(api, "Plugin");
  });

  const post = (rows: unknown, path = "/metrics?select=time") =>
    api.post(path, rows, { token: sailor.vesselToken, headers: { Prefer: "return=representation" } });

  it("one bad row never costs the batch its good ones, and is kept with a reason", async () => {
    const answer = await post([row(0), row(1, { latitude: 95 }), row(2, { time: "yesterday" }), row(3)]);
    expect(answer.status).toBe(201);
    expect(answer.json).toHaveLength(2);
    const rejected = await service.database.owner.transaction((tx) =>
      tx.query(sql`select reason from app.metrics_rejected`),
    );
    expect(rejected).toHaveLength(2);
  });

  it("a batch of nothing but bad rows is answered 201 and an empty list, so that it is not sent for ever", async () => {
    const answer = await post([row(4, { latitude: 0, longitude: 0 })]);
    expect([answer.status, answer.text]).toEqual([201, "[]"]);
  });

  it("a repeated upsert of metadata answers 201 each time", async () => {
    const upsert = () =>
      api.post(
        "/metadata?on_conflict=vessel_id",
        {
          name: "Plugin",
          mmsi: null,
          plugin_version: "0.2.0",
          signalk_version: "2.0.0",
          time: new Date().toISOString(),
        },
        { token: sailor.vesselToken, headers: { Prefer: "return=headers-only,resolution=merge-duplicates" } },
      );
    expect([(await upsert()).status, (await upsert()).status]).toEqual([201, 201]);
  });

  it("metadata with words for numbers and with keys of a later release is taken, without them", async () => {
    const odd = {
      name: "Odd",
      mmsi: "none",
      length: "11.5",
      beam: "wide",
      plugin_version: "9.0",
      battery_brand: "Volta",
    };
    const answer = await api.post("/metadata?on_conflict=vessel_id", odd, {
      token: sailor.vesselToken,
      headers: { Prefer: "missing=default,return=headers-only,resolution=merge-duplicates" },
    });
    expect([answer.status, answer.text]).toEqual([201, ""]);
    const stored = await api.get("/metadata?select=name,mmsi,length,beam", { token: sailor.vesselToken });
    expect(stored.json).toEqual([{ name: "Odd", mmsi: null, length: 11.5, beam: null }]);
  });

  it("rows before any metadata are taken", async () => {
    const fresh = await newSailor(api, "Early");
    const answer = await api.post("/metrics?select=time", [row(0)], {
      token: fresh.vesselToken,
      headers: { Prefer: "return=representation" },
    });
    expect([answer.status, answer.json.length]).toEqual([201, 1]);
  });
});
