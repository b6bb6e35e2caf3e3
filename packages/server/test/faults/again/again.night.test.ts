/** Others in the way of any statement: requests and jobs are done again as a whole, once, without a visible fault. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { TIME_LIMITS } from "@wakelog/data-api/http/time-limits.ts";
import type { Observation } from "@wakelog/kit/observe.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Answer,
  type Client,
  client,
  newSailor,
  type Sailor,
} from "../../../../../test/support/client.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { TEST_SECRET } from "../../../../../test/support/server.ts";
import { type Service, startService } from "../../../src/service/service.ts";
import { readConfig } from "../../../src/settings/config.ts";
import { openWay, type WayWithOthers } from "./way-with-others.ts";

describe("others in the way", { timeout: 120_000 }, () => {
  let database: TestDatabase;
  let way: WayWithOthers;
  let service: Service;
  let api: Client;
  let sailor: Sailor;
  const seen: Observation[] = [];

  beforeAll(async () => {
    database = await cloneDatabase();
    way = await openWay(database.url);
    service = await startService(
      readConfig({
        DATABASE_URL: way.url,
        WAKELOG_JWT_SECRET: TEST_SECRET,
        WAKELOG_API_PORT: "0",
        WAKELOG_WEB_PORT: "0",
        WAKELOG_ADMIN_PORT: "0",
        WAKELOG_RATE_LIMITS: "off",
        WAKELOG_PARTS: "api",
      }),
      (one) => seen.push(one),
      TIME_LIMITS,
      { N: 256, r: 8, p: 1 },
    );
    api = client(service.apiUrl);
    sailor = await newSailor(api);
    await service.drain();
  }, 60_000);

  afterAll(async () => {
    await service?.stop();
    await way?.close();
    await database?.drop();
  });

  /**
   * Sends a request once for each of its statements, each time with that statement failing by a conflict.
   * @param most where the service uses such connections for other things too
   * @returns the number of statements
   */
  const atEveryStatement = async (
    applicationName: string,
    code: string,
    send: (n: number) => Promise<Answer>,
    check: (answer: Answer, n: number) => void,
    most = Number.POSITIVE_INFINITY,
  ): Promise<number> => {
    for (let n = 1; ; n++) {
      way.watch(applicationName, (statement) => statement === n, code);
      const answer = await send(n);
      const failed = way.failed();
      way.watch("", () => false);
      check(answer, n);
      if (failed === 0 || n > most) return n - 1;
    }
  };

  const count = async (table: "metrics" | "log_entries"): Promise<number> => {
    const path = table === "metrics" ? "/metrics?select=count" : "/log_entries?select=count";
    return (await api.get(path, { token: sailor.userToken })).json[0].count;
  };

  const now = Date.now();
  const rowAt = (minute: number) =>
    passage(now - 3_600_000 + minute * 60_000, [{ stay: "moored", minutes: 1 }]).slice(0, 1);

  it.each(["40001", "40P01"])("a boat's rows are stored once each (%s)", async (code) => {
    const before = await count("metrics");
    const tried = await atEveryStatement(
      "wakelog requests",
      code,
      (n) => api.post("/metrics", rowAt(n + (code === "40001" ? 0 : 30)), { token: sailor.vesselToken }),
      ({ status, text }, n) => expect(status, `statement ${n}: ${text}`).toBe(201),
    );
    expect(tried).toBeGreaterThan(4);
    expect((await count("metrics")) - before).toBe(tried + 1);
  });

  it("reads, changes, procedures and writes with a key are answered as if undisturbed", async () => {
    const token = sailor.userToken;
    const wholes: readonly (readonly [string, (n: number) => Promise<Answer>, number])[] = [
      ["GET /vessels_view", () => api.get("/vessels_view?select=name", { token }), 200],
      [
        "GET, its rows counted",
        () => api.get("/metrics?select=time&limit=1", { token, headers: { Prefer: "count=exact" } }),
        206,
      ],
      [
        "a procedure",
        (n) => api.post("/rpc/update_user_preferences_fn", { key: "{mark}", value: `${n}` }, { token }),
        200,
      ],
      [
        "a write with a key",
        (n) =>
          api.post(
            "/rpc/update_user_preferences_fn",
            { key: "{keyed}", value: `${n}` },
            { token, headers: { "Idempotency-Key": `key ${n}` } },
          ),
        200,
      ],
      ["an export", () => api.get("/rpc/export_moorages_gpx_fn", { token }), 200],
    ];
    for (const [what, send, status] of wholes) {
      const undisturbed = await send(0);
      expect(undisturbed.status, `${what}: ${undisturbed.text}`).toBe(status);
      const tried = await atEveryStatement("wakelog requests", "40001", send, (answer, n) => {
        expect([answer.status, answer.text], `${what}, statement ${n}`).toEqual([status, undisturbed.text]);
      });
      expect(tried, what).toBeGreaterThan(1);
    }
    // A key keeps the final response, never a failed attempt's.
    const body = { key: "{keyed}", value: "1" };
    const replayed = await api.post("/rpc/update_user_preferences_fn", body, {
      token,
      headers: { "Idempotency-Key": "key 1" },
    });
    expect([replayed.status, replayed.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
  });

  it("signing up and in does not fail either", async () => {
    const password = "fair winds 7";
    // Another account each time, because tries to sign in are counted.
    const person = (n: number) => ({ email: `again${n}@example.org`, pass: password });
    const signedUp = await atEveryStatement(
      "wakelog service",
      "40P01",
      (n) => api.post("/rpc/signup", { ...person(n), firstname: "Aino", lastname: "Meri" }),
      ({ status, text }) => expect(status, text).toBe(200),
      15,
    );
    const signedIn = await atEveryStatement(
      "wakelog service",
      "40001",
      (n) => api.post("/rpc/login", person(1 + (n % signedUp))),
      ({ status, text }) => expect(status, text).toBe(200),
      15,
    );
    expect(signedUp).toBeGreaterThan(4);
    expect(signedIn).toBeGreaterThan(4);
  });

  it("a permanent conflict is reported after a few tries, and nothing is written", async () => {
    const before = await count("metrics");
    way.watch("wakelog requests", (n) => n % 3 === 0);
    const answer = await api.post("/metrics", rowAt(70), { token: sailor.vesselToken });
    const tries = way.failed();
    way.watch("", () => false);
    expect(answer.status).toBe(500);
    expect(answer.json.code).toBe("40001");
    expect(tries).toBe(5);
    expect(await count("metrics")).toBe(before);
  });

  it("jobs finish a logbook that equals an undisturbed one, and count no failure", async () => {
    const figures = async (one: Sailor): Promise<unknown> =>
      (
        await api.get("/logbook?select=name,distance,duration,avg_speed&order=_from_time", {
          token: one.userToken,
        })
      ).json;
    const trip = passage(now - 86_400_000, DAY_TRIP);
    const undisturbed = await newSailor(api, "Undisturbed");
    const disturbed = await newSailor(api, "Disturbed");
    expect((await api.post("/metrics", trip, { token: undisturbed.vesselToken })).status).toBe(201);
    await service.drain();
    seen.length = 0;
    // The worker begins at once, so others are there before its work is. Its lanes are counted together: soon there are more
    // statements between two failures than one transaction has in all its lanes' company, and none fails five times.
    let next = 2;
    way.watch("wakelog jobs", (n) => {
      if (n < next) return false;
      next = n + 2 + Math.floor(n / 4);
      return true;
    });
    expect((await api.post("/metrics", trip, { token: disturbed.vesselToken })).status).toBe(201);
    await service.drain();
    expect(way.failed()).toBeGreaterThan(10);
    way.watch("", () => false);
    await service.drain();
    expect(seen.filter(({ kind }) => kind === "job-failed" || kind === "fault")).toEqual([]);
    expect(await figures(disturbed)).toEqual(await figures(undisturbed));
    const rows = await database.owner.transaction((tx) =>
      tx.query(sql`select count(*)::int as n from app.events where attempts > 1`),
    );
    expect(rows).toEqual([{ n: 0 }]);
  });
});
