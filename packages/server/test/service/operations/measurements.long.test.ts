/** The operators' measurements at `/metrics`, parsed by the format's rules. */

import { startDataApi } from "@wakelog/data-api/command/server.ts";
import { readSettings } from "@wakelog/data-api/command/settings.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { TEST_SECRET } from "../../../../../test/support/server.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { tokenIssuer } from "../../../src/people/accounts/tokens.ts";
import { type Family, readExposition, seriesIn, total } from "./exposition.ts";

const service = serviceForTests({ WAKELOG_POOL_SIZE: "3" });
const { api } = service;
let sailor: Sailor;
beforeAll(async () => {
  sailor = await newSailor(api, "Measure");
});

async function measured(adminUrl = service.adminUrl): Promise<ReadonlyMap<string, Family>> {
  const answer = await fetch(`${adminUrl}/metrics`);
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  return readExposition(await answer.text());
}

const seconds = async (route: string, status: string) =>
  total(await measured(), "wakelog_request_seconds_count", { route, status });

describe("the measurements of the service", () => {
  it("count every request by its method and status, and time it by what it is for", async () => {
    const token = sailor.userToken;
    const row = { time: new Date().toISOString(), latitude: 60, longitude: 24 };
    const cases: readonly [string, string, () => Promise<{ status: number }>][] = [
      ["read", "2xx", () => api.get("/stays_at", { token })],
      ["read", "4xx", () => api.get("/no_such_thing", { token })],
      ["rpc", "2xx", () => api.post("/rpc/vessel_fn", {}, { token })],
      ["ingest", "2xx", () => api.post("/metrics", [row], { token: sailor.vesselToken })],
      ["write", "4xx", () => api.patch("/no_such_thing", {}, { token })],
      ["document", "2xx", () => api.get("/", { token })],
      ["other", "2xx", () => api.send("OPTIONS", "/stays_at", { token })],
    ];
    for (const [route, status, send] of cases) {
      const [before, requests] = [
        await seconds(route, status),
        total(await measured(), "wakelog_requests_total"),
      ];
      const answer = await send();
      expect([route, `${Math.floor(answer.status / 100)}xx`]).toEqual([route, status]);
      expect([route, await seconds(route, status)]).toEqual([route, before + 1]);
      expect(total(await measured(), "wakelog_requests_total")).toBe(requests + 1);
    }
  });

  it("count what is refused before the API looks at it", async () => {
    const before = await seconds("read", "4xx");
    expect((await api.get(`/stays_at?id=in.(${"1,".repeat(33_000)}1)`)).status).toBe(414);
    expect(await seconds("read", "4xx")).toBe(before + 1);
  });

  it("do not grow with what people ask for: whatever the path, the same series", async () => {
    const segment = fc.stringMatching(/^[a-z0-9_]{8,20}$/);
    const ask = async (path: string) => {
      await api.get(`/${path}?id=eq.${Math.random()}`);
      await api.post(`/rpc/${path}`, {});
    };
    await ask("first");
    const before = seriesIn(await measured());
    await fc.assert(fc.asyncProperty(segment, ask), { numRuns: 30 });
    expect(seriesIn(await measured())).toBe(before);
  });

  it("show the pools, the process and the event loop", async () => {
    const families = await measured();
    expect(total(families, "wakelog_pool_size", { pool: "requests" })).toBe(3);
    for (const pool of ["requests", "service"]) {
      const open = total(families, "wakelog_pool_connections", { pool });
      expect(open).toBeGreaterThan(0);
      expect(open).toBeLessThanOrEqual(total(families, "wakelog_pool_size", { pool }));
      expect(total(families, "wakelog_pool_waiting", { pool })).toBe(0);
    }
    for (const name of ["process_resident_memory_bytes", "nodejs_eventloop_lag_p99_seconds"]) {
      expect(families.get(name)?.samples[0]?.value).toBeGreaterThan(0);
    }
  });

  it("show a pool whose connections are all taken, and who waits for them", async () => {
    const { owner } = service.database;
    // No other caller may hold all of them.
    const operator = await tokenIssuer(TEST_SECRET, 1).operator("admin_role", 60);
    const during = await owner.transaction(async (tx) => {
      await tx.run(sql`lock table api.metrics in access exclusive mode`);
      // Not requested before: reads known to be quick share connections.
      const reads = ["time", "latitude", "longitude", "status", "metrics"].map((column) =>
        api.get(`/metrics?select=${column}&limit=1`, { token: operator }),
      );
      let families = await measured();
      // Until all connections are open, their future users wait too.
      for (let tries = 0; tries < 200; tries++) {
        if (total(families, "wakelog_pool_waiting", { pool: "requests" }) === 2) break;
        families = await measured();
      }
      return { reads, families };
    });
    const { families } = during;
    expect(total(families, "wakelog_pool_connections", { pool: "requests", state: "in_use" })).toBe(3);
    expect(total(families, "wakelog_pool_waiting", { pool: "requests" })).toBe(2);
    expect((await Promise.all(during.reads)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it("show jobs done and failed, and what waits: without a mail server, every mail", async () => {
    await service.drainJobs();
    const families = await measured();
    expect(total(families, "wakelog_jobs_total", { outcome: "done" })).toBeGreaterThan(0);
    expect(total(families, "wakelog_jobs_total", { outcome: "failed" })).toBe(0);
    expect(total(families, "wakelog_queue_pending", { queue: "jobs" })).toBe(0);
    expect(total(families, "wakelog_queue_oldest_seconds", { queue: "jobs" })).toBe(0);
    expect(total(families, "wakelog_queue_pending", { queue: "email" })).toBeGreaterThan(0);
    expect(total(families, "wakelog_queue_oldest_seconds", { queue: "email" })).toBeGreaterThan(0);
    expect(total(families, "wakelog_queue_pending", { queue: "push" })).toBe(0);
  });
});

it("the measurements of the data API are readable too, also while its database is away", async () => {
  const file = new Map([
    ["db-uri", "postgresql://unknown@127.0.0.1:1/nothing"],
    ["server-host", "127.0.0.1"],
    ["server-port", "0"],
    ["admin-server-port", "0"],
  ]);
  const dataApi = await startDataApi(
    () => readSettings({ file }),
    () => {},
  );
  try {
    await fetch(`${dataApi.where}/sites`);
    const families = await measured(dataApi.adminUrl ?? "");
    expect(total(families, "wakelog_requests_total", { status: "503" })).toBe(1);
    expect(total(families, "wakelog_pool_size", { pool: "requests" })).toBe(10);
  } finally {
    await dataApi.stop();
  }
});
