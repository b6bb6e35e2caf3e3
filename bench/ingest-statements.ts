/** Statements per POST: the service's own handler, in a counting transaction. */

import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonValue } from "@wakelog/data-api/engine/handlers.ts";
import { metricsInsert } from "../packages/server/src/boat/voyages/ingest/ingest.ts";
import { listening } from "../test/support/counting/listening.ts";
import { row } from "./ingest-boats.ts";

export interface StatementCount {
  readonly what: string;
  readonly rows: number;
  /** In the handler; the engine adds the same few to every request. */
  readonly statements: number;
}

/** Sends batches of several sizes, twice, duplicated and late, and counts. */
export async function countStatements(databaseUrl: string): Promise<StatementCount[]> {
  const database = connectPostgres({ url: databaseUrl, max: 1 });
  const handler = metricsInsert({ sogLimitKnots: 40 });
  const counts: StatementCount[] = [];
  try {
    const [vessel] = await database.transaction((tx) =>
      tx.query(sql`insert into app.vessels (name) values ('Counted') returning vessel_id`),
    );
    const vesselId = String(vessel?.vessel_id);
    const count = async (what: string, rows: readonly JsonValue[]): Promise<void> => {
      let statements = 0;
      await database.transaction(
        async (tx) => {
          await tx.run(sql`select set_config('wakelog.vessel_id', ${vesselId}, true)`);
          const counting = listening(tx, () => {
            statements++;
          });
          const caller = { role: "vessel_role", claims: { vid: vesselId } };
          const unused = { headers: {}, address: "", afterwards() {}, afterCommit() {} };
          await handler.insert(rows, { tx: counting, caller, ...unused });
        },
        { role: "vessel_role" },
      );
      counts.push({ what, rows: rows.length, statements });
    };
    const rows = (from: number, length: number, step = 1): JsonValue[] =>
      JSON.parse(JSON.stringify(Array.from({ length }, (_, i) => row(from + i * step))));
    await count("1 row", rows(0, 1));
    await count("31 rows", rows(1, 31));
    await count("1000 rows", rows(32, 1000));
    await count("1000 rows, sent again", rows(32, 1000));
    const doubled = rows(1032, 500).flatMap((one) => [one, one]);
    await count("500 rows, each twice in the batch", doubled);
    await count("1 row, no boundary near", rows(1532, 1));
    await count("500 late rows, every second minute missing before", rows(2000, 1000, 2));
    await count("500 rows between them", rows(2001, 500, 2));
  } finally {
    await database.close();
  }
  return counts;
}
