/**
 * Positions as they come in. A POST commits first and is announced afterwards, together with others, so that no boat's
 * commit waits for those who follow another. Only the rows' keys are announced: a row is read by the processes
 * that have followers of the boat.
 */

import type { AsService, Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import { z } from "zod";

/** The key of a row of metrics: the vessel, and the time in milliseconds since 1970-01-01 UTC. */
export type RowKey = readonly [vessel: string, time: number];

/** The channel on which processes and transactions tell what happens on boats; each installation has its own. */
export async function liveChannel(service: AsService): Promise<string> {
  const [row] = await service((tx) => tx.query(sql`select app.live_channel() as channel`));
  return channelRow.parse(row).channel;
}

const channelRow = z.object({ channel: z.string() });

/** How long announcements are collected; far below the two seconds within which a position is shown. */
const COLLECT_MS = 200;
/** A notification holds less than 8000 bytes; a key takes about thirty. */
const KEYS_AT_ONCE = 100;

export interface Announcer {
  /** Announces a row that is committed. */
  announce(key: RowKey): void;
  /** Announces what is waiting. */
  close(): Promise<void>;
}

/** Collects what is announced within a short time, and announces it together. */
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
  // If a crash loses some, other positions follow soon; no need to wait for the disk.
  await tx.run(sql`set local synchronous_commit = off`);
  for (let i = 0; i < keys.length; i += KEYS_AT_ONCE) {
    const rows = JSON.stringify({ rows: keys.slice(i, i + KEYS_AT_ONCE) });
    await tx.run(sql`select app.tell_notice(${rows})`);
  }
}

const positionRow = z.object({ vessel_id: z.string(), data: z.string() });

/** The rows as position events, in the order of the keys; a row that is gone has none. */
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
