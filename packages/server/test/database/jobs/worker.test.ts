import type { Tx } from "@wakelog/data-api/db/database.ts";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import type { Observation } from "@wakelog/kit/observe.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import type { JobHandler } from "../../../src/database/jobs/handlers.ts";
import { type Event, enqueue } from "../../../src/database/jobs/queue.ts";
import { backoffSeconds } from "../../../src/database/jobs/turns.ts";
import { createWorker, type Worker } from "../../../src/database/jobs/worker.ts";

let database: TestDatabase;
let seen: Observation[];
const undo: (() => Promise<void>)[] = [];

beforeEach(async () => {
  database = await cloneDatabase();
  seen = [];
});

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
  await database.drop();
});

function workerWith(handlers: Record<string, JobHandler>, on = database.owner): Worker {
  const worker = createWorker({
    database: on,
    handlers: new Map(Object.entries(handlers)),
    schedule: [],
    observe: (o) => seen.push(o),
  });
  undo.push(() => worker.stop());
  return worker;
}

const put = (channel: string, payload = "1", refId = "vessel"): Promise<void> =>
  database.owner.transaction((tx) => enqueue(tx, { channel, payload, refId }));

const rows = (statement: Sql): Promise<readonly Readonly<Record<string, unknown>>[]> =>
  database.owner.transaction((tx) => tx.query(statement));

const note = (tx: Tx, text: string): Promise<unknown> =>
  tx.run(sql`insert into app.metrics_rejected (vessel_id, reason, metric) values ('vessel', ${text}, '{}')`);

const notes = async (): Promise<unknown[]> => {
  const noted = await rows(sql`select reason from app.metrics_rejected order by rejected_at, reason`);
  return noted.map(({ reason }) => reason);
};

describe("an event", () => {
  test("is handed to its channel's handler, oldest first, and is processed with what the handler wrote", async () => {
    for (const payload of ["1", "2", "3"]) await put("new_logbook", payload);
    const handled: Event[] = [];
    await workerWith({
      new_logbook: async (event, tx) => {
        handled.push(event);
        await note(tx, event.payload);
      },
    }).drain();
    expect(handled.map((event) => event.payload)).toEqual(["1", "2", "3"]);
    expect(handled[0]).toEqual({
      id: expect.any(Number),
      channel: "new_logbook",
      payload: "1",
      refId: "vessel",
      attempts: 0,
    });
    expect(await notes()).toEqual(["1", "2", "3"]);
    expect(await rows(sql`select from app.events where processed is null`)).toEqual([]);
  });

  test("is handled as the worker's role", async () => {
    await put("new_logbook");
    const roles: unknown[] = [];
    await workerWith({
      new_logbook: async (_, tx) =>
        void roles.push(...(await tx.query(sql`select current_user::text as role`))),
    }).drain();
    expect(roles).toEqual([{ role: "wakelog_worker" }]);
  });

  test("of a channel without a handler is processed as it is", async () => {
    await put("note");
    await workerWith({}).drain();
    expect(await rows(sql`select processed is not null as done, attempts from app.events`)).toEqual([
      { done: true, attempts: 0 },
    ]);
  });

  test("that a handler stores is worked off in the same drain", async () => {
    await put("first");
    const order: string[] = [];
    await workerWith({
      first: async (event, tx) => {
        order.push("first");
        await enqueue(tx, { ...event, channel: "second" });
      },
      second: async () => void order.push("second"),
    }).drain();
    expect(order).toEqual(["first", "second"]);
  });
});

describe("a handler that fails", () => {
  const failing: JobHandler = async (event, tx) => {
    await note(tx, event.payload);
    throw new Error("no wind");
  };

  test("leaves nothing behind, keeps the reason, and comes again later", async () => {
    await put("sad");
    const worker = workerWith({ sad: failing });
    await worker.drain();
    expect(await notes()).toEqual([]);
    const [event] = await rows(sql`select *, extract(epoch from due - now())::int as later from app.events`);
    expect(event).toMatchObject({ attempts: 1, failure: "no wind", dead: false, processed: null });
    expect(event?.later).toBeGreaterThan(5);
    expect(event?.later).toBeLessThanOrEqual(10);
    expect(seen).toContainEqual(expect.objectContaining({ kind: "job-failed", channel: "sad", attempts: 1 }));
  });

  test("does not hold up the others", async () => {
    await put("sad");
    await put("glad");
    await workerWith({ sad: failing, glad: async (_, tx) => void (await note(tx, "glad")) }).drain();
    expect(await notes()).toEqual(["glad"]);
  });

  test("is given up after eight attempts, visibly", async () => {
    await put("sad");
    const worker = workerWith({ sad: failing });
    for (let attempt = 1; attempt <= 9; attempt++) {
      await worker.drain();
      await rows(sql`update app.events set due = now() where not dead`);
    }
    expect(await rows(sql`select attempts, dead, failure, processed from app.events`)).toEqual([
      { attempts: 8, dead: true, failure: "no wind", processed: null },
    ]);
  });

  test("by swallowing a failed statement is not taken for done", async () => {
    await put("sly");
    await workerWith({
      sly: async (_, tx) => void (await tx.run(sql`select 1 / 0`).catch(() => {})),
    }).drain();
    expect(await rows(sql`select processed, attempts, failure from app.events`)).toEqual([
      { processed: null, attempts: 1, failure: expect.stringContaining("current transaction is aborted") },
    ]);
  });

  test("waits longer each time, up to an hour", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8].map(backoffSeconds)).toEqual([10, 30, 90, 270, 810, 2430, 3600, 3600]);
  });
});

describe("what a handler returns", () => {
  test("runs after its transaction has committed, and drain waits for it", async () => {
    await put("announced");
    const visible: unknown[] = [];
    await workerWith({
      announced: async (event, tx) => {
        await note(tx, event.payload);
        return async () => void visible.push(...(await notes()));
      },
    }).drain();
    expect(visible).toEqual(["1"]);
  });

  test("does not run when the transaction fails", async () => {
    await put("announced");
    let ran = false;
    await database.owner.transaction((tx) =>
      tx.run(
        sql`create function app.refuse() returns trigger language plpgsql as 'begin raise exception ''late''; end'`,
      ),
    );
    await database.owner.transaction((tx) =>
      tx.run(sql`
        create constraint trigger late after insert on app.metrics_rejected deferrable initially deferred
        for each row execute function app.refuse()`),
    );
    await workerWith({
      announced: async (event, tx) => {
        await note(tx, event.payload);
        return async () => {
          ran = true;
        };
      },
    }).drain();
    expect(ran).toBe(false);
    const [event] = await rows(sql`select attempts, failure from app.events`);
    expect(event).toEqual({ attempts: 1, failure: "late" });
  });

  test("is observed when it fails, and the event stays processed", async () => {
    await put("announced");
    await workerWith({
      announced: async () => async () => {
        throw new Error("no network");
      },
    }).drain();
    expect(await rows(sql`select processed is not null as done from app.events`)).toEqual([{ done: true }]);
    expect(seen).toContainEqual(
      expect.objectContaining({
        kind: "job-failed",
        cause: expect.objectContaining({ message: "no network" }),
      }),
    );
  });
});

describe("several workers on one database", () => {
  test("handle each event once, and never two of one vessel and channel at a time", async () => {
    for (let i = 0; i < 48; i++) await put("new_logbook", String(i), `vessel ${i % 4}`);
    const atWork = new Set<string>();
    const done: string[] = [];
    let [overlaps, most] = [0, 0];
    const handler: JobHandler = async (event, tx) => {
      if (atWork.has(event.refId)) overlaps++;
      atWork.add(event.refId);
      most = Math.max(most, atWork.size);
      await tx.run(sql`select pg_sleep(0.005)`);
      done.push(event.payload);
      atWork.delete(event.refId);
    };
    const pools = [0, 1, 2].map(() => connectPostgres({ url: database.url }));
    const workers = pools.map((pool) => workerWith({ new_logbook: handler }, pool));
    for (let round = 0; done.length < 48 && round < 20; round++) {
      await Promise.all(workers.map((worker) => worker.drain()));
    }
    await Promise.all(workers.map((worker) => worker.stop()));
    await Promise.all(pools.map((pool) => pool.close()));
    expect(overlaps).toBe(0);
    expect(most).toBeGreaterThan(1);
    expect(done.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 48 }, (_, i) => i));
  });
});

describe("a started worker", () => {
  test("hears of an event when it commits", async () => {
    const handled: string[] = [];
    await workerWith({ news: async (event) => void handled.push(event.payload) }).start();
    for (const payload of ["1", "2", "3"]) {
      await put("news", payload);
      await expect.poll(() => handled.at(-1), { timeout: 20_000, interval: 5 }).toBe(payload);
    }
  });

  test("comes back to a postponed event when it is due", async () => {
    await put("news");
    await rows(sql`update app.events set due = now() + interval '600 milliseconds'`);
    const handled: number[] = [];
    const started = performance.now();
    await workerWith({ news: async () => void handled.push(performance.now() - started) }).start();
    await expect.poll(() => handled.length).toBe(1);
    expect(handled[0]).toBeGreaterThan(300);
  });

  test("blames no event for a lost database, and works on when it is back", async () => {
    const handled: string[] = [];
    const worker = workerWith({
      fragile: async (event, tx) => {
        if (handled.push(event.payload) === 1) {
          await rows(sql`
            select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()`);
        }
        await note(tx, event.payload);
      },
    });
    await worker.start();
    await put("fragile");
    await expect.poll(notes, { timeout: 10_000 }).toEqual(["1"]);
    const [event] = await rows(sql`select attempts, failure from app.events`);
    expect(event).toEqual({ attempts: 1, failure: null });
    await put("fragile", "2");
    await expect.poll(notes, { timeout: 10_000 }).toEqual(["1", "2"]);
    expect(handled).toEqual(["1", "1", "2"]);
  });

  test("finishes the event in hand before it stops", async () => {
    let entered = (): void => {};
    const inside = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const worker = workerWith({
      slow: async (_, tx) => {
        entered();
        await tx.run(sql`select pg_sleep(0.2)`);
        await note(tx, "finished");
      },
    });
    await worker.start();
    await put("slow");
    await inside;
    await worker.stop();
    expect(await notes()).toEqual(["finished"]);
  });
});
