/** A vessel in a test database, that sends metrics without HTTP: through the same handler, as the same role. */
import { readFileSync } from "node:fs";
import type { Tx } from "../../src/db/database.ts";
import { type Sql, sql } from "../../src/db/sql.ts";
import type { JsonObject, JsonValue } from "../../src/engine/handlers.ts";
import { createWorker } from "../../src/jobs/worker.ts";
import { deaf } from "../../src/observe.ts";
import { metricsInsert } from "../../src/voyages/ingest.ts";
import { voyageJobs } from "../../src/voyages/jobs.ts";
import type { TestDatabase } from "../support/database.ts";

export interface Boat {
  readonly vesselId: string;
  /** One POST; gives the accepted rows. */
  post(rows: readonly JsonValue[]): Promise<readonly JsonObject[]>;
  /** One POST whose transaction is lost before it commits. */
  postAndFail(rows: readonly JsonValue[]): Promise<never>;
  /** A transaction in the boat's name. */
  as<T>(role: "vessel_role" | "user_role" | "wakelog_worker", work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Rows of a query about this boat, as the service sees them. */
  rows(statement: Sql): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Works off every event. */
  drain(): Promise<void>;
  /** The derived logbook, without what finishing adds. */
  logbook(): Promise<Logbook>;
}

export interface Logbook {
  readonly logs: readonly Readonly<Record<string, unknown>>[];
  readonly stays: readonly Readonly<Record<string, unknown>>[];
}

let boats = 0;

/** Registers a vessel. */
export async function makeBoat(database: TestDatabase, now: () => number = Date.now): Promise<Boat> {
  const name = `Boat ${++boats}`;
  const [made] = await database.owner.transaction((tx) =>
    tx.query(sql`insert into app.vessels (name) values (${name}) returning vessel_id`),
  );
  const vesselId = String(made?.vessel_id);
  const handler = metricsInsert({ now });
  if (handler.kind !== "replace") throw new Error("metrics are not written by their handler");
  const as: Boat["as"] = (role, work) =>
    (role === "wakelog_worker" ? database.owner : database.requests).transaction(
      async (tx) => {
        await tx.run(sql`select set_config('wakelog.vessel_id', ${vesselId}, true)`);
        return work(tx);
      },
      { role },
    );
  const rows: Boat["rows"] = (statement) => as("wakelog_worker", (tx) => tx.query(statement));
  const insert = (tx: Tx, sent: readonly JsonValue[]) =>
    handler.insert(sent, { tx, caller: { role: "vessel_role", claims: {} }, headers: {}, address: "" });
  return {
    vesselId,
    as,
    rows,
    post: (sent) => as("vessel_role", (tx) => insert(tx, sent)),
    postAndFail: (sent) =>
      as("vessel_role", async (tx) => {
        await insert(tx, sent);
        throw new Error("lost the connection");
      }),
    drain: () =>
      createWorker({ database: database.owner, handlers: voyageJobs(), schedule: [], observe: deaf }).drain(),
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

/** The known sample, its rows a minute apart from a start; null where the data is not at hand. */
export function sampleRows(start: number): readonly JsonObject[] | null {
  try {
    const text = readFileSync(new URL("../../../shared/data/metrics-kapla.json", import.meta.url), "utf8");
    const { metrics } = JSON.parse(text) as { metrics: JsonObject[] };
    return metrics.map((row, i) => ({ ...row, time: new Date(start + i * 60_000).toISOString() }));
  } catch {
    return null;
  }
}
