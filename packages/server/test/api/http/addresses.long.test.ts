/** The service's address in links and its OpenAPI document, and the callers in its log. */

import { SERVICE_RELEASE } from "@wakelog/data-api/announced-releases.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { releaseOf } from "@wakelog/data-api/engine/release/release.ts";
import type { Observation } from "@wakelog/kit/observe.ts";
import { afterAll, describe, expect, it } from "vitest";
import { client, newSailor } from "../../../../../test/support/client.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { freePort } from "../../../src/database/postgres-server/free-port.ts";

const running: TestService[] = [];
const started = async (...how: Parameters<typeof startService>): Promise<TestService> => {
  const service = await startService(...how);
  running.push(service);
  return service;
};
afterAll(() => Promise.all(running.map((one) => one.stop())));

const hostOf = async (service: TestService, headers: Record<string, string> = {}): Promise<unknown> => {
  const { json } = await client(service.apiUrl).get("/", { headers });
  return [json.schemes, json.host, json.basePath];
};

describe("links to the dashboard", () => {
  it("use the port that it listens on", async () => {
    const service = await started();
    const sailor = await newSailor(client(service.apiUrl));
    await service.drainJobs();
    const mails = await service.database.owner.transaction((tx) =>
      tx.query(sql`select body from app.deliveries where recipient = ${sailor.email} and kind = 'email_otp'`),
    );
    expect(service.webUrl).toMatch(/^http:\/\/localhost:\d+$/);
    expect(mails).toEqual([{ body: expect.stringContaining(`${service.webUrl}/boat`) }]);
    const link = await client(service.apiUrl).post(
      "/rpc/push_subscribe_link_fn",
      {},
      { token: sailor.userToken },
    );
    expect(decodeURIComponent(link.json.push_link.link)).toContain(`${service.webUrl}/push?token=`);
  });
});

describe("the description", () => {
  it("names the address at which it was asked", async () => {
    const service = await started();
    expect(await hostOf(service)).toEqual([["http"], new URL(service.apiUrl).host, "/"]);
    // Without a proxy, its headers do not count.
    const forwarded = { "X-Forwarded-Host": "log.example.org", "X-Forwarded-Proto": "https" };
    expect(await hostOf(service, forwarded)).toEqual([["http"], new URL(service.apiUrl).host, "/"]);
  });

  it("names the proxy's address behind a proxy that is trusted", async () => {
    const service = await started({ WAKELOG_TRUST_PROXY: "1" });
    const forwarded = { "X-Forwarded-Host": "log.example.org", "X-Forwarded-Proto": "https" };
    expect(await hostOf(service, forwarded)).toEqual([["https"], "log.example.org:443", "/"]);
    for (const nonsense of ["a b", "x/y", "x:notaport", "<b>", ""]) {
      const answer = await client(service.apiUrl).get("/", { headers: { "X-Forwarded-Host": nonsense } });
      expect([nonsense, answer.status]).toEqual([nonsense, 200]);
    }
  });

  it("names the address that is set to every caller", async () => {
    const port = await freePort();
    await started({
      WAKELOG_API_URL: "https://api.example.org:8443/log/",
      WAKELOG_API_PORT: String(port),
    });
    const { json } = await client(`http://127.0.0.1:${port}`).get("/");
    expect([json.schemes, json.host, json.basePath]).toEqual([["https"], "api.example.org:8443", "/log"]);
  });
});

describe("the release that is announced", () => {
  it("is the same one everywhere, and the data API's own where that stands alone", async () => {
    const service = await started();
    const api = client(service.apiUrl);
    const root = await api.get("/");
    expect(root.json.info.version).toMatch(
      new RegExp(`^${SERVICE_RELEASE.replaceAll(".", "\\.")} \\(wakelog `),
    );
    expect(root.headers.get("server")).toMatch(`restserver/${SERVICE_RELEASE} `);
    const versions = await api.get("/versions_view?select=restserver");
    expect(versions.json).toEqual([{ restserver: `Wakelog ${SERVICE_RELEASE}` }]);
    expect(releaseOf().announced).not.toBe(SERVICE_RELEASE);
  });
});

describe("the log of requests", () => {
  it("says who asked, where that is known", async () => {
    const observed: Observation[] = [];
    const service = await started({}, (one) => observed.push(one));
    const api = client(service.apiUrl);
    const sailor = await newSailor(api);
    observed.length = 0;
    await api.get("/stays_at", { token: sailor.userToken });
    await api.get("/nothing_here", { token: sailor.vesselToken });
    await api.get("/versions_view");
    await api.get("/logbook", { token: "not a token" });
    const roles = observed.flatMap((one) =>
      one.kind === "answered" ? [[one.path, one.status, one.role]] : [],
    );
    expect(roles).toEqual([
      ["/stays_at", 200, "user_role"],
      ["/nothing_here", 404, "vessel_role"],
      ["/versions_view", 200, "anonymous"],
      ["/logbook", 401, null],
    ]);
  });
});
