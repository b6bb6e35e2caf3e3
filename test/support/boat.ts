/** A vessel in a test database that sends metrics to the engine: a POST without the socket. */
import { readFileSync } from "node:fs";
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { createEngine, type Engine } from "@wakelog/data-api/engine/engine.ts";
import type {
  CallContext,
  JsonObject,
  JsonValue,
  ReplacingInsert,
} from "@wakelog/data-api/engine/handlers.ts";
import { ignoreAll, type Observe } from "@wakelog/kit/observe.ts";
import { expect } from "vitest";
import { metricsInsert } from "../../packages/server/src/boat/voyages/ingest/ingest.ts";
import { VOYAGE_CHANNELS, voyageJobs } from "../../packages/server/src/boat/voyages/jobs.ts";
import { createWorker } from "../../packages/server/src/database/jobs/worker.ts";
import type { TestDatabase } from "./database.ts";

export interface Boat {
  readonly vesselId: string;
  /** One POST; returns the accepted rows. */
  post(rows: readonly JsonValue[]): Promise<readonly JsonObject[]>;
  /** One POST whose transaction is lost before it commits. */
  postAndFail(rows: readonly JsonValue[]): Promise<void>;
  /** Runs a transaction as the boat. */
  as<T>(role: "vessel_role" | "user_role" | "wakelog_worker", work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Rows of a query about this boat, as the service sees them. */
  rows(statement: Sql): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Processes every event. @param observe receives the worker's observations */
  drain(observe?: Observe): Promise<void>;
  /** The derived logbook, without finishing. */
  logbook(): Promise<Logbook>;
}

export interface Logbook {
  readonly logs: readonly Readonly<Record<string, unknown>>[];
  readonly stays: readonly Readonly<Record<string, unknown>>[];
}

let boats = 0;
/** The clock of each boat's server. */
const clocks = new Map<string, () => number>();
const engines = new WeakMap<TestDatabase, Promise<Engine>[]>();

/** The service's insert handler, with the sending boat's clock and injected failures. */
function metricsOf(): ReplacingInsert {
  let now = 0;
  const handler = metricsInsert({ now: () => now, sogLimitKnots: 40 });
  const setClock = ({ caller }: CallContext): void => {
    now = (clocks.get(String(caller.claims.vid)) ?? Date.now)();
  };
  return {
    kind: "replace",
    async together(rows, context) {
      setClock(context);
      return context.headers["x-lost"] === undefined ? (handler.together?.(rows, context) ?? null) : null;
    },
    async insert(rows, context) {
      setClock(context);
      const accepted = await handler.insert(rows, context);
      if (context.headers["x-lost"] !== undefined) throw new Error("lost the connection");
      return accepted;
    },
  };
}

/** One of several services on a database, each with its own cache. */
function engineOf(database: TestDatabase, service: number): Promise<Engine> {
  const services = engines.get(database) ?? [];
  engines.set(database, services);
  const engine =
    services[service] ??
    createEngine({
      database: database.requests,
      authenticate: async ({ "x-boat": vid = "" }) => ({
        role: "vessel_role",
        claims: { vid, ver: 1, email: `${vid}@example.org` },
      }),
      handlers: {
        procedures: new Map(),
        inserts: new Map([["metrics", metricsOf()]]),
        holds: (_, { claims: { vid } }) => String(vid),
      },
      config: {
        schemas: ["api"],
        anonymousRole: "anonymous",
        extraSearchPath: ["app", "public"],
        preRequest: "app.check_request",
        openApi: { mode: "disabled", version: "0" },
      },
    });
  services[service] = engine;
  return engine;
}

/**
 * Registers a vessel.
 * @param servedBy which service handles the n-th POST; always the same if absent
 */
export async function makeBoat(
  database: TestDatabase,
  now: () => number = Date.now,
  servedBy: (post: number) => number = () => 0,
): Promise<Boat> {
  const vesselId = `boat${++boats}`;
  const email = `${vesselId}@example.org`;
  await database.owner.transaction(async (tx) => {
    await tx.run(sql`insert into app.vessels (vessel_id, name) values (${vesselId}, ${`Boat ${boats}`})`);
    await tx.run(sql`insert into app.accounts (account_id, email, first, last, password_hash)
      values (${vesselId}, ${email}, 'Boat', 'Owner', 'x')`);
    await tx.run(sql`insert into app.memberships (account_id, vessel_id) values (${vesselId}, ${vesselId})`);
  });
  clocks.set(vesselId, now);
  const as: Boat["as"] = (role, work) =>
    (role === "wakelog_worker" ? database.owner : database.requests).transaction(
      async (tx) => {
        await tx.run(sql`select set_config('wakelog.vessel_id', ${vesselId}, true)`);
        return work(tx);
      },
      { role },
    );
  const rows: Boat["rows"] = (statement) => as("wakelog_worker", (tx) => tx.query(statement));
  let posts = 0;
  const send = async (sent: readonly JsonValue[], headers: Readonly<Record<string, string>> = {}) =>
    (await engineOf(database, servedBy(posts++))).handle({
      method: "POST",
      path: "/metrics",
      query: "",
      headers: { "x-boat": vesselId, prefer: "return=representation", ...headers },
      body: Buffer.from(JSON.stringify(sent)),
    });
  return {
    vesselId,
    as,
    rows,
    async post(sent) {
      const { status, body } = await send(sent);
      if (status !== 201) throw new Error(`the rows were answered ${status}: ${body}`);
      return JSON.parse(String(body));
    },
    async postAndFail(sent) {
      const { status } = await send(sent, { "x-lost": "yes" });
      expect(status).toBe(500);
    },
    drain: (observe = ignoreAll) =>
      createWorker({
        database: database.owner,
        handlers: voyageJobs(observe),
        rules: VOYAGE_CHANNELS,
        schedule: [],
        observe,
      }).drain(),
    async logbook() {
      const logs = await rows(sql`
        select id, active, _from_time, _to_time, _from_lat, _from_lng, _to_lat, _to_lng, voyage_id, confidence,
          reasons, segments
        from api.logbook where vessel_id = ${vesselId} order by _from_time`);
      const stays = await rows(sql`
        select id, active, arrived, departed, latitude, longitude, stay_code, radius_m, reasons
        from api.stays where vessel_id = ${vesselId} order by arrived`);
      return { logs, stays };
    },
  };
}

/** The known sample, its rows a minute apart from a start; null if the data is not available. */
export function sampleRows(start: number): readonly JsonObject[] | null {
  try {
    const text = readFileSync(new URL("../../../shared/data/metrics-kapla.json", import.meta.url), "utf8");
    const { metrics } = JSON.parse(text) as { metrics: JsonObject[] };
    return metrics.map((row, i) => ({ ...row, time: new Date(start + i * 60_000).toISOString() }));
  } catch {
    return null;
  }
}
