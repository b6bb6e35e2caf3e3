/** Reads from a streaming replica, end to end: what may be late, and what never is. */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { newSailor } from "../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { PATIENCE, replicaForTests, SAILORS } from "./replica-service.ts";
import { hasPrograms } from "./streaming.ts";

describe(hasPrograms ? "reads from a replica" : "skipped: no PostgreSQL 15", { timeout: 120_000 }, () => {
  const on = replicaForTests();
  const { api, sailor, answered, byReplica, nameOf, settled } = on;
  const draws = fc.sample(fc.nat(99), 10_000);
  /** The next of the numbers from 0 to 99 that were drawn. */
  const drawn = (): number => draws.pop() ?? 0;

  beforeAll(async () => {
    if (!hasPrograms) return;
    const rows = passage(Date.now() - 86_400_000, DAY_TRIP);
    expect((await api.post("/metrics", rows, { token: sailor(0).vesselToken })).status).toBe(201);
    await on.service.drain();
  }, 60_000);

  /** Renames a boat outside the service. */
  const rename = (n: number, name: string): Promise<unknown> =>
    on.servers.primary.transaction((tx) =>
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
      await on.servers.pause();
      try {
        const writers = on.sailors.map((_, n) => n).filter(() => drawn() < 50);
        const renamed = on.sailors.map((_, n) => `Round ${round} ${n}`);
        await Promise.all(renamed.map((name, n) => rename(n, name)));
        const committed = performance.now();
        await Promise.all(
          on.sailors.map(async (one, n) => {
            for (let turn = 0; performance.now() - committed < 7_000; turn++) {
              const isWriting = writers.includes(n) && drawn() < 50;
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
              await sleep(drawn() / 2);
            }
          }),
        );
        // Now it is too far behind for every read.
        expect(await byReplica(() => Promise.all(on.sailors.map((_, n) => nameOf(n))))).toBe(0);
      } finally {
        await on.servers.resume();
      }
    }
    expect(stale, "the replica was late, and was read").toBeGreaterThan(0);
  });

  it.skipIf(!hasPrograms)("see a boat's own rows at once", async () => {
    await settled();
    await on.servers.pause();
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
      await on.servers.resume();
    }
  });

  it.skipIf(!hasPrograms)(
    "never show the rows of others, and a token that has ended shows nothing",
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
      await on.servers.pause();
      try {
        const token = sailor(SAILORS - 1).userToken;
        expect((await api.post("/rpc/sign_out_everywhere_fn", {}, { token })).status).toBe(200);
        expect((await api.get("/vessels_view", { token })).status).toBe(401);
      } finally {
        await on.servers.resume();
      }
    },
  );

  it.skipIf(!hasPrograms)(
    "go to the primary for who is new there, and in a conflict with what arrives",
    async () => {
      await settled();
      await on.servers.pause();
      try {
        const newcomer = await newSailor(api, "New");
        const { status } = await api.get("/vessels_view", { token: newcomer.userToken });
        expect(status).toBe(200);
      } finally {
        await on.servers.resume();
      }
      await on.servers.primary.transaction((tx) =>
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
          const [row] = await on.servers.replica.transaction((tx) =>
            tx.query(sql`select count(*)::int n from pg_stat_activity where wait_event = 'PgSleep'`),
          );
          expect(row?.n).toBe(1);
        },
        { timeout: 5_000, interval: 10 },
      );
      await on.servers.primary.transaction((tx) =>
        tx.script("lock table api.stays in access exclusive mode"),
      );
      const answer = await reading;
      expect([answer.status, answer.text]).toEqual([200, "7"]);
      expect(await answered("primary")).toBe(before + 1);
    },
  );
});
