/** Several boats whose POSTs wait for one in flight, so that they can go together. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { beforeAll, expect, vi } from "vitest";
import { type Answer, newSailor, type Sailor } from "../../../../../../test/support/client.ts";
import type { ServiceForTests } from "../../../../../../test/support/service.ts";

/** A row of this client waits at a gate; one of another cannot be stored. */
const [WAITS, POISON] = ["waits at gate ", "poison"] as const;

/** The gate of the first POST, and how long the others take to arrive meanwhile, milliseconds. */
const [GATE, ARRIVAL_MS] = [1, 300] as const;

/** A boat that has sent rows just before. */
export interface LiveBoat extends Sailor {
  readonly vesselId: string;
}

/** The result of a POST. */
export interface Outcome {
  readonly answer: Answer;
  readonly ms: number;
  /** The transaction that stored its row; null if none did. */
  readonly stored: string | null;
}

/** What a boat sends, besides an ordinary row. */
export interface Sent {
  readonly rows?: readonly object[];
  readonly select?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Makes boats, and sends for all of them at once. */
export function severalBoats(service: ServiceForTests) {
  let seconds = 0;
  let slowBoats: readonly LiveBoat[] = [];
  const begun = Date.now() - 10 * 60_000;

  /** The next row of any boat: each has its own time. */
  const row = (more: object = {}) => ({
    time: new Date(begun + ++seconds * 1000).toISOString(),
    latitude: 59.8,
    longitude: 22.9,
    speedoverground: 0,
    metrics: { "environment.depth.belowTransducer": 8 },
    ...more,
  });
  const asService = (statement: Sql) =>
    service.database.owner.transaction((tx) => tx.query(statement), { role: "wakelog_worker" });
  const post = (boat: LiveBoat, { rows = [row()], select = "time", headers = {} }: Sent = {}) =>
    service.api.post(`/metrics?select=${select}`, rows, {
      token: boat.vesselToken,
      headers: { Prefer: "return=representation", ...headers },
    });

  const newBoat = async (): Promise<LiveBoat> => {
    const sailor = await newSailor(service.api);
    const claims = Buffer.from(sailor.vesselToken.split(".")[1] ?? "", "base64url").toString();
    const boat = { ...sailor, vesselId: String(JSON.parse(claims).vid) };
    for (let n = 0; n < 3; n++) expect((await post(boat)).status).toBe(201);
    // Jobs lock the boat for a moment.
    await service.drainJobs();
    return boat;
  };
  const storedBy = async (boat: LiveBoat, time: string): Promise<string | null> => {
    const [found] = await asService(
      sql`select xmin::text as id from app.metrics where vessel_id = ${boat.vesselId} and "time" = ${time}::timestamptz`,
    );
    return found === undefined ? null : String(found.id);
  };
  const sending = async (boat: LiveBoat, sent: Sent): Promise<Outcome> => {
    const one = row();
    const start = performance.now();
    const answer = await post(boat, { rows: [one], ...sent });
    const ms = performance.now() - start;
    const [first] = sent.rows ?? [one];
    return { answer, ms, stored: await storedBy(boat, String(Object(first).time)) };
  };
  const atGate = (gate: number) => row({ client_id: `${WAITS}${gate}` });
  /** Runs work while rows wait at a gate. */
  const whileShut = <T>(gate: number, work: () => Promise<T>): Promise<T> =>
    service.database.owner.transaction(async (tx) => {
      await tx.run(sql`select pg_advisory_xact_lock(4711, ${gate})`);
      return work();
    });
  /** Waits until rows wait at a gate. @returns the process of the database that stores the last */
  const asleep = (count = 1) =>
    vi.waitFor(
      async () => {
        const found = await service.database.owner.transaction((tx) =>
          tx.query(sql`
            select pid from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`),
        );
        expect(found).toHaveLength(count);
        return Number(found.at(-1)?.pid);
      },
      { timeout: 3_000, interval: 5 },
    );

  beforeAll(async () => {
    await service.database.owner.transaction((tx) =>
      tx.script(`
        create function app.hinder() returns trigger language plpgsql as $$
        begin
          if new.client_id = '${POISON}' then raise exception 'poison'; end if;
          while not pg_try_advisory_xact_lock(4711, right(new.client_id, 1)::integer) loop perform pg_sleep(0.01); end loop;
          return new;
        end $$;
        create trigger hinder before insert on app.metrics for each row
          when (new.client_id like '${WAITS}%' or new.client_id = '${POISON}') execute function app.hinder()`),
    );
    slowBoats = [await newBoat(), await newBoat()];
  });

  return {
    newBoat,
    row,
    post,
    asService,
    asleep,
    atGate,
    whileShut,
    poisonRow: () => row({ client_id: POISON }),
    /** Sends for all boats while another's POST is in flight. @returns the result for each, in order */
    async together(posts: readonly (readonly [LiveBoat, Sent?])[]): Promise<readonly Outcome[]> {
      const sent = await whileShut(GATE, async () => {
        // The first goes alone and is not waited for; the second has a transaction for several boats.
        const first = Promise.all(slowBoats.map((boat) => post(boat, { rows: [atGate(GATE)] })));
        await asleep(slowBoats.length);
        const all = posts.map(([boat, what = {}]) => sending(boat, what));
        await sleep(ARRIVAL_MS);
        return { first, outcomes: Promise.all(all) };
      });
      for (const answer of await sent.first) expect(answer.status).toBe(201);
      return sent.outcomes;
    },
  };
}

/** Asserts that all were stored by one transaction. @returns it */
export function expectOne(outcomes: readonly Outcome[]): string {
  for (const { answer } of outcomes) expect(answer.status, answer.text).toBe(201);
  const transactions = new Set(outcomes.map(({ stored }) => stored));
  expect([...transactions]).toEqual([expect.any(String)]);
  return String([...transactions][0]);
}
