/**
 * Announces positions. A POST commits first and is announced afterwards, in batches, so that commits do not wait for
 * followers. Only row keys are announced. A process with followers has the rows that it stored itself in hand, and
 * reads those of other processes.
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

/** A row as followers see it. */
export interface Position {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly speedoverground: number | null;
  readonly courseovergroundtrue: number | null;
  readonly windspeedapparent: number | null;
  readonly anglespeedapparent: number | null;
  readonly status: string | null;
  /** Monitored values by name, SI units. */
  readonly values: Readonly<Record<string, number>>;
}

/** Digits on which TypeScript and SQL agree when they convert a unit. */
const DIGITS = 12;

/** The data of a position event. All processes give a row the same text, by which they recognise it. */
export function positionData(row: Position): string {
  const values = Object.entries(row.values).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({
    time: new Date(row.time).toISOString().replace(/(?:\.000|00?)?Z$/, "+00:00"),
    latitude: row.latitude,
    longitude: row.longitude,
    speedoverground: row.speedoverground,
    courseovergroundtrue: row.courseovergroundtrue,
    windspeedapparent: row.windspeedapparent,
    anglespeedapparent: row.anglespeedapparent,
    status: row.status,
    values: Object.fromEntries(values.map(([name, value]) => [name, Number(value.toPrecision(DIGITS))])),
  });
}

/** A batch is announced within a second; rows of a failed one are dropped when this many others have come. */
const MOST_IN_HAND = 1000;

/** Position events of rows that this process stored, until their announcement returns to it. */
export class RowsInHand {
  readonly #events = new Map<string, string>();

  /** Keeps the event of a row that will be announced. */
  keep([vessel, time]: RowKey, data: string): void {
    this.#events.set(`${vessel} ${time}`, data);
    const [oldest] = this.#events.keys();
    if (this.#events.size > MOST_IN_HAND && oldest !== undefined) this.#events.delete(oldest);
  }

  /** Takes an announced row's event; null if another process stored the row. */
  take([vessel, time]: RowKey): string | null {
    const key = `${vessel} ${time}`;
    const data = this.#events.get(key) ?? null;
    this.#events.delete(key);
    return data;
  }
}

/** A position event of a vessel. */
export interface PositionEvent {
  readonly vessel: string;
  readonly data: string;
}

const found = z.number().nullable();
const positionRow = z.object({
  place: z.number(),
  vessel_id: z.string(),
  position: z.object({
    latitude: found,
    longitude: found,
    speedoverground: found,
    courseovergroundtrue: found,
    windspeedapparent: found,
    anglespeedapparent: found,
    status: z.string().nullable(),
    values: z.record(z.string(), z.number()),
  }),
});

/** The rows as position events in key order; deleted rows are skipped. */
export async function positionsOf(
  service: AsService,
  keys: readonly RowKey[],
  inHand: RowsInHand,
): Promise<readonly PositionEvent[]> {
  const events = keys.map((key) => ({ key, data: inHand.take(key) }));
  const others = events.filter(({ data }) => data === null).map(({ key }) => key);
  const read = others.length === 0 ? [] : await readPositions(service, others);
  return events.flatMap(({ key, data }) => {
    const known = data ?? read[others.indexOf(key)] ?? null;
    return known === null ? [] : [{ vessel: key[0], data: known }];
  });
}

/** The events of stored rows, at the places of their keys. */
async function readPositions(
  service: AsService,
  keys: readonly RowKey[],
): Promise<readonly (string | undefined)[]> {
  const rows = await service((tx) =>
    tx.query(sql`
      select k.place::integer, m.vessel_id, app.live_position(m) as position
      from unnest(${keys.map(([vessel]) => vessel)}::text[], ${keys.map(([, time]) => time)}::float8[])
        with ordinality k (vessel, millis, place)
      cross join lateral (
        select * from app.metrics o
        where o.vessel_id = k.vessel and o."time" = to_timestamp(k.millis / 1000) limit 1) m`),
  );
  const events: (string | undefined)[] = keys.map(() => undefined);
  for (const row of rows) {
    const { place, position } = positionRow.parse(row);
    const key = keys[place - 1];
    if (key !== undefined) events[place - 1] = positionData({ ...position, time: key[1] });
  }
  return events;
}
