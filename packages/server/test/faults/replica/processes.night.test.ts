/** Several processes that read from a replica: each sees what any of them wrote. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Running, runCli } from "../../../../../test/support/cli.ts";
import { type Client, client, newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { urlIn } from "../../../../../test/support/installation.ts";
import { TEST_SECRET } from "../../../../../test/support/server.ts";
import { ask } from "../../service/processes/spread.ts";
import { hasPrograms, type Streaming, startStreaming } from "./streaming.ts";

/** Longer than a new token keeps its bearer from the replica. */
const SILENCE_MS = 7_500;

describe(hasPrograms ? "processes with a replica" : "skipped: no PostgreSQL 15", { timeout: 120_000 }, () => {
  let servers: Streaming;
  let service: Running;
  let api: Client;
  let apiUrl: string;
  let adminUrl: string;
  let sailor: Sailor;

  beforeAll(async () => {
    if (!hasPrograms) return;
    servers = await startStreaming();
    service = runCli(["start"], {
      DATABASE_URL: servers.url,
      DATABASE_REPLICA_URL: servers.replicaUrl,
      WAKELOG_JWT_SECRET: TEST_SECRET,
      WAKELOG_API_PORT: "0",
      WAKELOG_WEB_PORT: "0",
      WAKELOG_ADMIN_PORT: "0",
      WAKELOG_RATE_LIMITS: "off",
      WAKELOG_PARTS: "api",
      WAKELOG_PROCESSES: "2",
    });
    apiUrl = await urlIn(service, "API");
    adminUrl = await urlIn(service, "Operations");
    api = client(apiUrl);
    sailor = await newSailor(api);
  }, 240_000);

  afterAll(async () => {
    service?.process.kill("SIGTERM");
    await service?.ended;
    await servers?.stop();
  });

  const fromReplica = async (): Promise<number> => {
    const text = await (await fetch(`${adminUrl}/metrics`)).text();
    return Number(/^wakelog_reads_total\{place="replica"\} (\d+)$/m.exec(text)?.[1] ?? 0);
  };

  it.skipIf(!hasPrograms)("whichever process takes the write, and whichever the read", async () => {
    const token = sailor.userToken;
    const settled = async (): Promise<void> => {
      await servers.caughtUp();
      await sleep(SILENCE_MS);
      const before = await fromReplica();
      await vi.waitFor(
        async () => {
          await ask(apiUrl, "GET", "/vessels_view", { token });
          expect(await fromReplica()).toBeGreaterThan(before + 3);
        },
        { timeout: 30_000, interval: 50 },
      );
    };
    for (let round = 0; round < 2; round++) {
      await settled();
      await servers.pause();
      try {
        const body = { key: "{mark}", value: `round ${round}` };
        const written = await ask(apiUrl, "POST", "/rpc/update_user_preferences_fn", { token, body });
        expect(written.status, written.text).toBe(200);
        const before = await fromReplica();
        const reads = await Promise.all(
          Array.from({ length: 40 }, () => ask(apiUrl, "GET", "/rpc/settings_fn", { token })),
        );
        for (const { text } of reads) expect(text).toContain(`round ${round}`);
        expect(await fromReplica()).toBe(before);
      } finally {
        await servers.resume();
      }
    }
  });
});
