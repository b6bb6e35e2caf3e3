/**
 * A database that falls silent because its machine freezes or the network drops everything: every request is answered
 * within ten seconds, with 503 or 504 and Retry-After, and after its return everything is served within five, without
 * a restart. Acknowledged data is there.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { TIME_LIMITS } from "@wakelog/data-api/http/time-limits.ts";
import { ignoreAll } from "@wakelog/kit/observe.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, type Client, client, newSailor, type Sailor } from "../../../../test/support/client.ts";
import { type Freezable, freezable } from "../../../../test/support/freezable.ts";
import { TEST_SECRET } from "../../../../test/support/server.ts";
import { type EmbeddedServer, startEmbedded } from "../../src/database/postgres-server/embedded.ts";
import { type Service, startService } from "../../src/service/service.ts";
import { readConfig } from "../../src/settings/config.ts";
import { childrenOf, signal } from "./processes.ts";

/** Promised in docs/promises.md. */
const LONGEST_ANSWER_MS = 10_000;
const LONGEST_RECOVERY_MS = 5_000;
/** Excludes the time to hash a password on a busy machine. */
const CHEAP = { N: 256, r: 8, p: 1 };
/** Long enough for queues behind queues. */
const FROZEN_MS = 30_000;
const START = Date.UTC(2026, 5, 1);

/** A request and its outcome. */
interface Asked {
  readonly what: string;
  /** When, and for how long, in milliseconds. */
  readonly at: number;
  readonly took: number;
  readonly status: number | undefined;
  readonly retryAfter: string | null | undefined;
}

let folder: string;
let server: EmbeddedServer;
let network: Freezable;
let service: Service;
let api: Client;
let boats: Sailor[];
let rows = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "wakelog-frozen-"));
  server = await startEmbedded({ dataDir: folder, port: "auto", durable: false });
  network = await freezable(server.url);
  const settings = {
    DATABASE_URL: network.url,
    WAKELOG_JWT_SECRET: TEST_SECRET,
    WAKELOG_API_PORT: "0",
    WAKELOG_WEB_PORT: "0",
    WAKELOG_ADMIN_PORT: "0",
    WAKELOG_RATE_LIMITS: "off",
  };
  service = await startService(readConfig(settings), ignoreAll, TIME_LIMITS, CHEAP);
  api = client(service.apiUrl);
  boats = [await newSailor(api, "Ice"), await newSailor(api, "Floe")];
});
afterAll(async () => {
  await service?.stop();
  network?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Every process of the server. */
async function signalAll(name: NodeJS.Signals): Promise<void> {
  const all = [server.pid(), ...(await childrenOf(server.pid()))];
  for (const pid of all) signal(pid, name);
}

const row = (n: number) => ({
  time: new Date(START + n * 1000).toISOString(),
  latitude: 60,
  longitude: 24,
  speedoverground: 0,
  status: "moored",
});

/** Typical requests of users and boats, several of each kind at once: more than a caller's share of connections. */
const KINDS: Readonly<Record<string, { readonly atOnce: number; ask(): Promise<Answer> }>> = {
  "a page": { atOnce: 6, ask: () => api.get("/logs_view", { token: boats[0]?.userToken ?? "" }) },
  "a boat's rows": {
    atOnce: 6,
    ask: () => api.post("/metrics", [row(rows++)], { token: boats[0]?.vesselToken ?? "" }),
  },
  "another boat's": {
    atOnce: 1,
    ask: () => api.post("/metrics", [row(rows++)], { token: boats[1]?.vesselToken ?? "" }),
  },
  "signing in": {
    atOnce: 2,
    ask: () => api.post("/rpc/login", { email: boats[0]?.email, pass: boats[0]?.password }),
  },
  "a stranger's": { atOnce: 3, ask: () => api.get("/") },
  "an export": {
    atOnce: 1,
    ask: () => api.post("/rpc/export_logbooks_gpx_fn", {}, { token: boats[1]?.userToken ?? "" }),
  },
};

describe.each([
  {
    how: "its machine stands still",
    freeze: () => signalAll("SIGSTOP"),
    thaw: () => signalAll("SIGCONT"),
  },
  {
    how: "the network swallows everything",
    freeze: async () => network.freeze(),
    thaw: async () => network.thaw(),
  },
])("a database that falls silent because $how", ({ freeze, thaw }) => {
  it("leaves no request unanswered, and is used again as soon as it is back", {
    timeout: 300_000,
  }, async () => {
    const asked: Asked[] = [];
    let isOver = false;
    const go = async (what: string, ask: () => Promise<Answer>): Promise<void> => {
      while (!isOver) {
        const at = performance.now();
        const answer = await ask().catch(() => null);
        const took = performance.now() - at;
        const retryAfter = answer?.headers.get("retry-after");
        asked.push({ what, at, took, status: answer?.status, retryAfter });
        await sleep(100);
      }
    };
    const going = Object.entries(KINDS).flatMap(([what, { atOnce, ask }]) =>
      Array.from({ length: atOnce }, () => go(what, ask)),
    );
    // Attempts to sign in are counted in the database, so that a refusal for too many was answered by it as well.
    const isServed = ({ status = 500 }: Asked): boolean => status < 500;
    const served = (what: string, since: number) =>
      asked.some((one) => one.what === what && one.at >= since && isServed(one));
    await expect.poll(() => Object.keys(KINDS).filter((what) => !served(what, 0))).toEqual([]);

    await freeze();
    await sleep(FROZEN_MS);
    const ready = await fetch(`${service.adminUrl}/ready`);
    expect(ready.status).toBe(503);
    await thaw();
    const back = performance.now();
    const isBack = () => Object.keys(KINDS).filter((what) => !served(what, back));
    await expect.poll(isBack, { timeout: 30_000, interval: 50 }).toEqual([]);
    const recovery = Object.keys(KINDS).map((what) => {
      const first = asked.find((one) => one.what === what && one.at >= back && isServed(one));
      return { what, took: (first?.at ?? Number.NaN) + (first?.took ?? Number.NaN) - back };
    });
    isOver = true;
    await Promise.all(going);

    const late = asked.filter(({ took }) => took > LONGEST_ANSWER_MS);
    expect(late).toEqual([]);
    const wrong = asked.filter(
      (one) => !isServed(one) && !([503, 504].includes(one.status ?? 0) && Number(one.retryAfter) > 0),
    );
    expect(wrong).toEqual([]);
    expect(
      asked.some((one) => !isServed(one)),
      "no request was affected",
    ).toBe(true);
    expect(recovery.filter(({ took }) => !(took < LONGEST_RECOVERY_MS))).toEqual([]);
    const acknowledged = asked.filter((one) => one.what.includes("boat") && isServed(one)).length;
    const counts = await Promise.all(
      boats.map(async ({ userToken: token }) => {
        const answer = await api.send("HEAD", "/metrics?select=time", {
          token,
          headers: { Prefer: "count=exact" },
        });
        return Number(answer.headers.get("content-range")?.split("/")[1]);
      }),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(acknowledged);
  });
});
