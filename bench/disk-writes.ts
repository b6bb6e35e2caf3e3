/**
 * What one boat makes the embedded PostgreSQL write to its files, WAL and checkpoints included, by its own count:
 * `npx tsx bench/disk-writes.ts [--minutes 15] [--every 1] [--none]`. A row a minute, sent every so many minutes, or no
 * boat at all. Prints a line and one JSON line.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { DAY, MINUTE } from "@wakelog/kit/time/units.ts";
import { boats, bodies, YEAR } from "./ingest-boats.ts";
import { runService } from "./support/running-service.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string" },
    every: { type: "string" },
    none: { type: "boolean", default: false },
  },
});
const minutes = Number(values.minutes ?? 15);
const every = Number(values.every ?? 1);
/** A day of rows from before, so that tables and indexes have pages to write again. */
const BEFORE = 1440;
/** Minutes until the start's own work is on the disk. */
const SETTLING = 2;

const service = await runService(null);
const database = connectPostgres({ url: service.databaseUrl, max: 1 });
/** Bytes that PostgreSQL has written so far: to tables and indexes, and to the WAL. */
const soFar = async () => {
  await database.pipeline([{ statement: sql`checkpoint` }]);
  const [row] = await database.transaction((tx) =>
    tx.query(sql`
      select sum(coalesce(write_bytes, 0) + coalesce(extend_bytes, 0)) filter (where object <> 'wal')::float8 as tables,
        sum(write_bytes) filter (where object = 'wal' and context = 'normal')::float8 as wal
      from pg_stat_io`),
  );
  return { tables: Number(row?.tables), wal: Number(row?.wal) };
};
try {
  const senders = boats(service.apiUrl);
  const token = await senders.register();
  await senders.deal([[token, bodies(YEAR - BEFORE - minutes, BEFORE, 500)]]);
  await sleep(SETTLING * MINUTE);
  const before = await soFar();
  const began = performance.now();
  for (let minute = 0; minute < minutes; minute += every) {
    await sleep(Math.max(0, began + minute * MINUTE - performance.now()));
    if (!values.none) await senders.deal([[token, bodies(YEAR - minutes + minute, every, every)]]);
  }
  await sleep(Math.max(0, began + minutes * MINUTE - performance.now()));
  const after = await soFar();
  senders.close();
  const perDay = (bytes: number) => Math.round((bytes * DAY) / (minutes * MINUTE) / 1e6);
  const result = {
    rows: values.none ? 0 : minutes,
    every: values.none ? null : every,
    tablesMbADay: perDay(after.tables - before.tables),
    walMbADay: perDay(after.wal - before.wal),
  };
  process.stderr.write(
    `${result.rows} rows: ${result.tablesMbADay + result.walMbADay} MB a day, of which WAL ${result.walMbADay} MB\n`,
  );
  console.log(JSON.stringify(result));
} finally {
  await database.close();
  await service.stop();
}
