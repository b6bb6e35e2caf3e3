/** A service that reads from a replica, and sailors to ask it; for the tests of the file that calls this. */
import { setTimeout as sleep } from "node:timers/promises";
import { TIME_LIMITS } from "@wakelog/data-api/http/time-limits.ts";
import { ignoreAll } from "@wakelog/kit/observe.ts";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { type Client, client, newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { TEST_SECRET } from "../../../../../test/support/server.ts";
import { type Service, startService } from "../../../src/service/service.ts";
import { readConfig } from "../../../src/settings/config.ts";
import { hasPrograms, type Streaming, startStreaming } from "./streaming.ts";

/** Longer than a write, or a new token, keeps its caller from the replica. */
const SILENCE_MS = 7_500;
export const PATIENCE = { timeout: 30_000, interval: 100 };
export const SAILORS = 6;

export interface ReplicaService {
  readonly servers: Streaming;
  readonly service: Service;
  readonly api: Client;
  readonly sailors: readonly Sailor[];
  sailor(n: number): Sailor;
  /** How many reads each has answered. */
  answered(place: "primary" | "replica"): Promise<number>;
  /** Counts the replica's reads during some work. */
  byReplica(work: () => Promise<unknown>): Promise<number>;
  /** The name of the user's boat, as they read it. */
  nameOf(n: number): Promise<string>;
  /** Waits until the replica has caught up and serves everyone. */
  settled(): Promise<void>;
}

/** Starts it before the tests, where this machine has the programs. */
export function replicaForTests(): ReplicaService {
  let servers: Streaming | null = null;
  let service: Service | null = null;
  let sailors: readonly Sailor[] = [];
  const there = <T>(one: T | null): T => {
    if (one === null) throw new Error("it is started by the first hook, and not yet there");
    return one;
  };
  const api = client(() => there(service).apiUrl);

  beforeAll(async () => {
    if (!hasPrograms) return;
    servers = await startStreaming();
    service = await startService(
      readConfig({
        DATABASE_URL: servers.url,
        DATABASE_REPLICA_URL: servers.replicaUrl,
        WAKELOG_JWT_SECRET: TEST_SECRET,
        WAKELOG_API_PORT: "0",
        WAKELOG_WEB_PORT: "0",
        WAKELOG_ADMIN_PORT: "0",
        WAKELOG_RATE_LIMITS: "off",
        WAKELOG_PARTS: "api",
      }),
      ignoreAll,
      TIME_LIMITS,
      { N: 256, r: 8, p: 1 },
    );
    const signedUp: Sailor[] = [];
    for (let n = 0; n < SAILORS; n++) signedUp.push(await newSailor(api, `Boat ${n}`));
    sailors = signedUp;
  }, 180_000);

  afterAll(async () => {
    await service?.stop();
    await servers?.stop();
  });

  const sailor = (n: number): Sailor => {
    const found = sailors[n];
    if (found === undefined) throw new Error(`there is no sailor ${n}`);
    return found;
  };
  const answered: ReplicaService["answered"] = async (place) => {
    const text = await (await fetch(`${there(service).adminUrl}/metrics`)).text();
    return Number(new RegExp(`^wakelog_reads_total\\{place="${place}"\\} (\\d+)$`, "m").exec(text)?.[1] ?? 0);
  };
  const byReplica: ReplicaService["byReplica"] = async (work) => {
    const before = await answered("replica");
    await work();
    return (await answered("replica")) - before;
  };
  const nameOf: ReplicaService["nameOf"] = async (n) => {
    const answer = await api.get("/vessels_view?select=name", { token: sailor(n).userToken });
    expect(answer.status, answer.text).toBe(200);
    return answer.json[0].name;
  };
  return {
    get servers() {
      return there(servers);
    },
    get service() {
      return there(service);
    },
    api,
    get sailors() {
      return sailors;
    },
    sailor,
    answered,
    byReplica,
    nameOf,
    async settled() {
      await there(servers).caughtUp();
      await sleep(SILENCE_MS);
      await vi.waitFor(async () => expect(await byReplica(() => nameOf(0))).toBe(1), PATIENCE);
    },
  };
}
