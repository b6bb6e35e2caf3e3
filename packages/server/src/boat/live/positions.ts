/**
 * Announces positions. A POST commits first and is announced afterwards, in batches, so that commits do not wait for
 * followers. Only row keys are announced; processes with followers read the rows.
 */

import type { AsService, Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import { z } from "zod";

/** Key of a metric row: the vessel, and the time in milliseconds since 1970-01-01 UTC. */
export type RowKey = readonly [vessel: string, time: number];

/** The notification channel for live events; unique to each installation. */
export async function liveChannel(service: AsService): Promise<string> {
  const [row] = await service((tx) => tx.query(sql`select app.live_channel() as channel`));
  return channelRow.parse(row).channel;
}

const channelRow = z.object({ channel: z.string() });

/** Batching delay; a position must be shown within two seconds. */
const COLLECT_MS = 200;
/** A notification holds less than 8000 bytes; a key takes about 30. */
const KEYS_AT_ONCE = 100;

export interface Announcer {
  /** Announces a committed row. */
  announce(key: RowKey): void;
  /** Announces the remaining rows. */
  close(): Promise<void>;
}

/** Announces rows in batches. */
export function announcer(service: AsService, observe: Observe): Announcer {
  let waiting: RowKey[] = [];
  let timer: NodeJS.Timeout | null = null;
  let last: Promise<void> = Promise.resolve();

  const flush = (): void => {
    timer = null;
    const keys = waiting;
    waiting = [];
    last = last
      .then(() => service((tx) => tell(tx, keys)))
      .catch((cause: unknown) => observe({ kind: "fault", where: "live: positions", cause }));
  };

  return {
    announce(key) {
      waiting.push(key);
      timer ??= setTimeout(flush, COLLECT_MS);
    },
    async close() {
      if (timer !== null) {
        clearTimeout(timer);
        flush();
      }
      await last;
    },
  };
}

async function tell(tx: Tx, keys: readonly RowKey[]): Promise<void> {
  // A crash may lose some; other positions follow soon, so do not wait for the disk.
  await tx.run(sql`set local synchronous_commit = off`);
  for (let i = 0; i < keys.length; i += KEYS_AT_ONCE) {
    const rows = JSON.stringify({ rows: keys.slice(i, i + KEYS_AT_ONCE) });
    await tx.run(sql`select app.tell_notice(${rows})`);
  }
}

const positionRow = z.object({ vessel_id: z.string(), data: z.string() });

/** The rows as position events in key order; deleted rows are skipped. */
export async function positionsOf(
  service: AsService,
  keys: readonly RowKey[],
): Promise<readonly { readonly vessel: string; readonly data: string }[]> {
  const rows = await service((tx) =>
    tx.query(sql`
      select m.vessel_id, app.live_position(m)::text as data
      from unnest(${keys.map(([vessel]) => vessel)}::text[], ${keys.map(([, time]) => time)}::float8[])
        with ordinality k (vessel, millis, place)
      cross join lateral (
        select * from app.metrics o
        where o.vessel_id = k.vessel and o."time" = to_timestamp(k.millis / 1000) limit 1) m
      order by k.place`),
  );
  return rows.map((row) => {
    const { vessel_id: vessel, data } = positionRow.parse(row);
    return { vessel, data };
  });
}
