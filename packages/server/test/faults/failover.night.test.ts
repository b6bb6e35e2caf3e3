/**
 * A PostgreSQL cluster that loses its primary, by the recipes of deploy/patroni and with the real programs: killed,
 * frozen for longer than its TTL, and switched over, while boats keep sending like plugins through two API processes.
 * Each is acknowledged again within half a minute, every acknowledged row is stored once, and each logbook equals an
 * undisturbed boat's. One round of the three here; `npm run faults` for ten. With WAKELOG_TEST_ETCDS=3 each machine
 * has its own etcd, which is lost with it, and another round loses only the primary's etcd.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ConnectionError } from "@wakelog/data-api/db/database.ts";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Running, runCli } from "../../../../test/support/cli.ts";
import { type Client, client, newSailor } from "../../../../test/support/client.ts";
import { urlIn } from "../../../../test/support/installation.ts";
import { TEST_SECRET } from "../../../../test/support/server.ts";
import { type Cluster, missingPrograms, type Node, startCluster } from "./cluster.ts";
import { expectAsCalm, rowsOf, type Sending, season, sendOn } from "./plugin.ts";

/** A round takes minutes rather than seconds. */
const ROUNDS = Math.ceil(Number(process.env.WAKELOG_FAULT_ROUNDS ?? 1) / 10);
const ETCDS = process.env.WAKELOG_TEST_ETCDS === "3" ? 3 : 1;
const BOATS = 4;
const DAYS = 40 * ROUNDS;
const START = Date.UTC(2026, 5, 1) - DAYS * 86_400_000;
const PACE = { batch: 5, pauseMs: 200 };
/** Promised in docs/failover.md. */
const MOST_SILENCE_MS = 30_000;
/** Longer than Patroni's `ttl` and every client's time-out. */
const FROZEN_MS = 32_000;
const PATIENCE = { timeout: 60_000, interval: 200 };

/** The primary's fault, and its repair. */
const FAULTS: Readonly<Record<string, (cluster: Cluster, primary: Node) => Promise<() => Promise<void>>>> = {
  async "killed with its Patroni"(_, primary) {
    primary.etcd?.signal("SIGKILL");
    await primary.signal("SIGKILL");
    return async () => {
      primary.etcd?.start();
      primary.start();
    };
  },
  async "frozen with its Patroni"(_, primary) {
    const since = performance.now();
    primary.etcd?.signal("SIGSTOP");
    await primary.signal("SIGSTOP");
    return async () => {
      await sleep(Math.max(0, since + FROZEN_MS - performance.now()));
      primary.etcd?.signal("SIGCONT");
      await primary.signal("SIGCONT");
    };
  },
  async "switched over"(cluster, primary) {
    primary.etcd?.signal("SIGKILL");
    await cluster.switchover();
    return async () => primary.etcd?.start();
  },
};

const isSkipped = missingPrograms.length > 0;

describe.skipIf(isSkipped)(isSkipped ? `skipped: no ${missingPrograms.join(", ")}` : "under Patroni", () => {
  let cluster: Cluster;
  let folder: string;
  const services: Running[] = [];
  const apis: Client[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "wakelog-failover-"));
    cluster = await startCluster(ETCDS);
    for (const name of ["one", "two"]) {
      const service = runCli(["start"], {
        DATABASE_URL: cluster.url,
        WAKELOG_JWT_SECRET: TEST_SECRET,
        WAKELOG_DATA_DIR: join(folder, name),
        WAKELOG_API_PORT: "0",
        WAKELOG_WEB_PORT: "0",
        WAKELOG_ADMIN_PORT: "0",
        WAKELOG_RATE_LIMITS: "off",
        WAKELOG_PARTS: "api",
        WAKELOG_PROCESSES: "1",
      });
      services.push(service);
      apis.push(client(await urlIn(service, "API")));
    }
  }, 240_000);

  afterAll(async () => {
    for (const one of services) one.process.kill("SIGTERM");
    await Promise.all(services.map((one) => one.ended));
    await cluster?.stop();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  /** The longest time, in milliseconds, that a boat went without an acknowledgement since an instant. */
  const silence = ({ acknowledgedAt }: Sending, since: number): number => {
    const first = Math.max(
      0,
      acknowledgedAt.findLastIndex((at) => at <= since),
    );
    const times = acknowledgedAt.slice(first);
    return Math.max(...times.slice(1).map((at, n) => at - (times[n] ?? at)));
  };

  /** Waits until another node is the primary and every boat was acknowledged by it. */
  const answeredByAnother = async (former: Node, boats: readonly Sending[]): Promise<void> => {
    const patience = { timeout: MOST_SILENCE_MS * 3, interval: 100 };
    await vi.waitFor(async () => {
      const primary = await cluster.primary();
      expect(primary).not.toBeNull();
      expect(primary?.name).not.toBe(former.name);
    }, patience);
    const since = performance.now();
    await vi.waitFor(
      () => expect(boats.filter((boat) => (boat.acknowledgedAt.at(-1) ?? 0) < since)).toEqual([]),
      patience,
    );
  };

  it("writes go to the primary and reads to a replica", async () => {
    expect(await cluster.ask("primary", "select pg_is_in_recovery()")).toBe("f");
    expect(await cluster.ask("replica", "select pg_is_in_recovery()")).toBe("t");
    expect(
      await cluster.ask("primary", "select count(*) from pg_stat_replication where sync_state = 'sync'"),
    ).toBe("1");
  });

  // HAProxy routes to a replica as soon as it has the leader's key, before it can write.
  it("a write that finds a replica gets an error that asks for a retry", async () => {
    const replica = connectPostgres({ url: cluster.replicasUrl });
    try {
      expect(await replica.transaction((tx) => tx.query(sql`select 1 as one`))).toEqual([{ one: 1 }]);
      const write = sql`create table written (at int)`;
      await expect(replica.transaction((tx) => tx.run(write))).rejects.toBeInstanceOf(ConnectionError);
      await expect(replica.pipeline([{ statement: write }])).rejects.toBeInstanceOf(ConnectionError);
      expect(await replica.transaction((tx) => tx.query(sql`select 1 as one`))).toEqual([{ one: 1 }]);
    } finally {
      await replica.close();
    }
  });

  it("a primary that is lost costs half a minute at most, and no row", {
    timeout: 120_000 + ROUNDS * 360_000,
  }, async () => {
    const [first] = apis;
    if (first === undefined) throw new Error("no service");
    const rows = season(DAYS, START);
    let isOver = false;
    const boats: Sending[] = [];
    for (let n = 0; n < BOATS; n++) {
      const api = apis[n % apis.length] ?? first;
      const sailor = await newSailor(api, `Failover ${n}`);
      boats.push(
        sendOn(
          () => api,
          sailor,
          rows,
          () => isOver,
          PACE,
        ),
      );
    }
    const silences: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (const [fault, befall] of Object.entries(FAULTS)) {
        const primary = await cluster.primary();
        if (primary === null) throw new Error(`no primary:\n${cluster.logs()}`);
        const since = performance.now();
        const mend = await befall(cluster, primary);
        await Promise.race([
          answeredByAnother(primary, boats),
          // It is not over, so they can only fail.
          ...boats.map((boat) => boat.acknowledged),
        ]);
        const longest = Math.max(...boats.map((boat) => silence(boat, since)));
        silences.push(`${fault}: ${(longest / 1000).toFixed(1)} s`);
        await mend();
        await cluster.whole();
        for (const boat of boats) {
          const acknowledged = boat.acknowledgedAt.length * PACE.batch;
          expect(await rowsOf(first, boat.sailor), `rows after: ${silences}`).toBeGreaterThanOrEqual(
            acknowledged,
          );
        }
      }
    }
    isOver = true;
    const acknowledged = await Promise.all(boats.map((boat) => boat.acknowledged));
    const measured = `${silences.join(", ")}; ${acknowledged} rows`;
    expect(Math.max(...acknowledged), "the boats had rows to send all the time").toBeLessThan(rows.length);
    expect(
      boats.filter((boat) => boat.unanswered === 0),
      "no fault was felt",
    ).toEqual([]);
    for (const line of silences) {
      expect(Number(/: ([\d.]+) s/.exec(line)?.[1]) * 1000, measured).toBeLessThan(MOST_SILENCE_MS);
    }
    await expectAsCalm(first, boats, rows, measured, PATIENCE);
  });
});
