/** Reads from a replica that streams from the primary, through the front door: what may be late, and what never is. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readConfig } from "../../../src/config.ts";
import { sql } from "../../../src/db/sql.ts";
import { TIME_LIMITS } from "../../../src/http/time-limits.ts";
import { ignoreAll } from "../../../src/observe.ts";
import { type Service, startService } from "../../../src/service.ts";
import { type Client, client, newSailor, type Sailor } from "../../support/client.ts";
import { DAY_TRIP, passage } from "../../support/passage.ts";
import { TEST_SECRET } from "../../support/server.ts";
import { hasPrograms, type Streaming, startStreaming } from "./streaming.ts";

/** Longer than a write, or a new token, keeps its caller from the replica. */
const SILENCE_MS = 7_500;
const PATIENCE = { timeout: 30_000, interval: 100 };
const SAILORS = 6;

describe(hasPrograms ? "reads from a replica" : "skipped: no PostgreSQL 15", { timeout: 120_000 }, () => {
  let servers: Streaming;
  let service: Service;
  let api: Client;
  let sailors: readonly Sailor[];

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
    api = client(service.apiUrl);
    const signedUp: Sailor[] = [];
    for (let n = 0; n < SAILORS; n++) signedUp.push(await newSailor(api, `Boat ${n}`));
    sailors = signedUp;
    const rows = passage(Date.now() - 86_400_000, DAY_TRIP);
    expect((await api.post("/metrics", rows, { token: sailor(0).vesselToken })).status).toBe(201);
    await service.drain();
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

  /** How many reads each has answered. */
  const answered = async (place: "primary" | "replica"): Promise<number> => {
    const text = await (await fetch(`${service.adminUrl}/metrics`)).text();
    return Number(new RegExp(`^wakelog_reads_total\\{place="${place}"\\} (\\d+)$`, "m").exec(text)?.[1] ?? 0);
  };

  /** What the replica answered in the course of some work. */
  const byReplica = async (work: () => Promise<unknown>): Promise<number> => {
    const before = await answered("replica");
    await work();
    return (await answered("replica")) - before;
  };

  const nameOf = async (n: number): Promise<string> => {
    const answer = await api.get("/vessels_view?select=name", { token: sailor(n).userToken });
    expect(answer.status, answer.text).toBe(200);
    return answer.json[0].name;
  };

  /** Waits until the replica has everything and answers everybody. */
  const settled = async (): Promise<void> => {
    await servers.caughtUp();
    await sleep(SILENCE_MS);
    await vi.waitFor(async () => expect(await byReplica(() => nameOf(0))).toBe(1), PATIENCE);
  };

  /** Renames a boat behind everybody's back. */
  const rename = (n: number, name: string): Promise<unknown> =>
    servers.primary.transaction((tx) =>
      tx.run(sql`
        update app.vessels v set name = ${name} from app.memberships m
        join app.accounts a using (account_id)
        where m.vessel_id = v.vessel_id and a.email = ${sailor(n).email}`),
    );

  it.skipIf(!hasPrograms)("are of views, of procedures that change nothing, and of exports", async () => {
    await settled();
    const token = sailor(0).userToken;
    const paths = [
      "/logs_view?select=id,name&order=id",
      "/metrics?select=time,latitude&limit=5&order=time",
      "/rpc/settings_fn",
      "/rpc/export_logbooks_gpx_fn",
      "/rpc/export_logbook_kml_fn?_id=1",
    ];
    const late: string[] = [];
    const count = await byReplica(async () => {
      for (const path of paths) late.push((await api.get(path, { token })).text);
      const head = await api.send("HEAD", "/logs_view", { token });
      expect(head.status).toBe(200);
    });
    expect(count).toBe(paths.length + 1);
    expect(late[3]).toContain("<trkpt");
    // After a write of the same caller the primary answers, and answers alike.
    expect(
      (await api.post("/rpc/update_user_preferences_fn", { key: "{a}", value: "1" }, { token })).status,
    ).toBe(200);
    const own = await byReplica(async () => {
      for (const [n, path] of paths.entries()) {
        const { status, text } = await api.get(path, { token });
        expect(status, text).toBe(200);
        if (path !== "/rpc/settings_fn") expect(text, path).toBe(late[n]);
      }
    });
    expect(own).toBe(0);
    // Others are not kept from the replica by that.
    expect(await byReplica(() => nameOf(1))).toBe(1);
  });

  it.skipIf(!hasPrograms)("never miss what their caller wrote, nor what is five seconds old", async () => {
    await settled();
    let stale = 0;
    for (let round = 0; round < 4 && (round < 2 || stale === 0); round++) {
      await settled();
      await servers.pause();
      try {
        const writers = sailors.map((_, n) => n).filter(() => Math.random() < 0.5);
        const renamed = sailors.map((_, n) => `Round ${round} ${n}`);
        await Promise.all(renamed.map((name, n) => rename(n, name)));
        const committed = performance.now();
        await Promise.all(
          sailors.map(async (one, n) => {
            for (let turn = 0; performance.now() - committed < 7_000; turn++) {
              const isWriting = writers.includes(n) && Math.random() < 0.5;
              const value = `${round} ${turn}`;
              if (isWriting) {
                const body = { key: "{mark}", value };
                const token = one.userToken;
                expect((await api.post("/rpc/update_user_preferences_fn", body, { token })).status).toBe(200);
                const read = await api.get("/rpc/settings_fn", { token });
                expect(read.text).toContain(value);
                expect(await nameOf(n), "after a write everything is there").toBe(renamed[n]);
              } else {
                const asked = performance.now();
                const seen = await nameOf(n);
                if (seen !== renamed[n]) {
                  stale++;
                  expect(asked - committed, "late by more than five seconds").toBeLessThanOrEqual(5_000);
                }
              }
              await sleep(Math.random() * 60);
            }
          }),
        );
        // Now it is too far behind for everybody.
        expect(await byReplica(() => Promise.all(sailors.map((_, n) => nameOf(n))))).toBe(0);
      } finally {
        await servers.resume();
      }
    }
    expect(stale, "the replica was late, and was read").toBeGreaterThan(0);
  });

  it.skipIf(!hasPrograms)("see a boat's own rows at once", async () => {
    await settled();
    await servers.pause();
    try {
      for (let n = 1; n < SAILORS; n++) {
        const token = sailor(n).vesselToken;
        for (const row of passage(Date.now() - n * 60_000, [{ stay: "moored", minutes: 1 }])) {
          const sent = await api.post("/metrics?select=time", [row], {
            token,
            headers: { Prefer: "return=representation" },
          });
          expect(sent.status, sent.text).toBe(201);
          const [{ time }] = sent.json;
          const read = await api.get(`/metrics?select=time&time=eq.${encodeURIComponent(time)}`, { token });
          expect(read.json).toEqual([{ time }]);
        }
      }
    } finally {
      await servers.resume();
    }
  });

  it.skipIf(!hasPrograms)(
    "show nobody the rows of others, and a token that has ended shows nothing",
    async () => {
      await settled();
      const count = await byReplica(async () => {
        const names = await Promise.all(Array.from({ length: 60 }, (_, n) => nameOf(n % SAILORS)));
        expect(new Set(names).size).toBe(SAILORS);
        for (let n = 0; n < 60; n++) expect(names[n]).toBe(names[n % SAILORS]);
        const rows = await api.get("/logs_view", { token: sailor(1).userToken });
        expect(rows.json).toEqual([]);
      });
      expect(count).toBe(61);
      expect((await api.get("/metrics")).status).toBe(404);
      await servers.pause();
      try {
        const token = sailor(SAILORS - 1).userToken;
        expect((await api.post("/rpc/sign_out_everywhere_fn", {}, { token })).status).toBe(200);
        expect((await api.get("/vessels_view", { token })).status).toBe(401);
      } finally {
        await servers.resume();
      }
    },
  );

  it.skipIf(!hasPrograms)(
    "go to the primary for who is new there, and in a conflict with what arrives",
    async () => {
      await settled();
      await servers.pause();
      try {
        const newcomer = await newSailor(api, "New");
        const { status } = await api.get("/vessels_view", { token: newcomer.userToken });
        expect(status).toBe(200);
      } finally {
        await servers.resume();
      }
      await servers.primary.transaction((tx) =>
        tx.script(`
        create function api.long_read_fn() returns integer language plpgsql stable as $$
        declare n integer; begin select count(*) from api.stays into n; perform pg_sleep(1.5); return 7; end $$;
        grant execute on function api.long_read_fn() to user_role;
        notify pgrst, 'reload schema'`),
      );
      const token = sailor(0).userToken;
      await vi.waitFor(
        async () => expect((await api.get("/rpc/long_read_fn", { token })).status).toBe(200),
        PATIENCE,
      );
      await settled();
      const before = await answered("primary");
      const reading = api.get("/rpc/long_read_fn", { token });
      await vi.waitFor(
        async () => {
          const [row] = await servers.replica.transaction((tx) =>
            tx.query(sql`select count(*)::int n from pg_stat_activity where wait_event = 'PgSleep'`),
          );
          expect(row?.n).toBe(1);
        },
        { timeout: 5_000, interval: 10 },
      );
      await servers.primary.transaction((tx) => tx.script("lock table api.stays in access exclusive mode"));
      const answer = await reading;
      expect([answer.status, answer.text]).toEqual([200, "7"]);
      expect(await answered("primary")).toBe(before + 1);
    },
  );

  /** Reads from all sides until it is told to stop. @returns what went wrong */
  const underLoad = async (work: () => Promise<void>): Promise<readonly string[]> => {
    const failed: string[] = [];
    let isOver = false;
    const loops = sailors.slice(0, SAILORS - 1).map(async ({ userToken: token }) => {
      while (!isOver) {
        const answer = await api.get("/vessels_view?select=name", { token });
        if (answer.status !== 200) failed.push(`${answer.status} ${answer.text}`);
        await sleep(5);
      }
    });
    await work();
    isOver = true;
    await Promise.all(loops);
    return failed;
  };
  const isUsed = (): Promise<void> =>
    vi.waitFor(async () => expect(await byReplica(() => sleep(300))).toBeGreaterThan(20), PATIENCE);
  const isUnused = (): Promise<void> =>
    vi.waitFor(async () => {
      const before = await answered("primary");
      expect(await byReplica(() => sleep(300))).toBe(0);
      expect(await answered("primary")).toBeGreaterThan(before + 5);
    }, PATIENCE);

  it.skipIf(!hasPrograms)(
    "do not fail when the replica is killed, frozen or shut down, and go there again",
    async () => {
      await settled();
      const failed = await underLoad(async () => {
        await isUsed();
        await servers.signalReplica("SIGKILL");
        await isUnused();
        await servers.startReplica();
        await isUsed();
        await servers.signalReplica("SIGSTOP");
        await isUnused();
        await servers.signalReplica("SIGCONT");
        await isUsed();
        await servers.signalReplica("SIGINT");
        await isUnused();
        await servers.startReplica();
        await isUsed();
      });
      expect(failed).toEqual([]);
    },
  );
});
