/** Looks every second for what the database cannot notify of (`app.live_notices`), where it has no LISTEN. */
import { setTimeout as sleep } from "node:timers/promises";
import type { AsService, Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import { z } from "zod";

const POLL_MS = 1_000;
/** How long notices are kept. A process that could not look for longer may have missed some. */
const KEPT_MS = 5 * MINUTE;

const found = z.object({ seen: z.string(), payloads: z.array(z.string()) });

/**
 * Calls `receive` with each notice that is committed from now on, and with an empty payload if some may have been missed.
 * @returns what ends it
 */
export async function pollNotices(
  service: AsService,
  receive: (payload: string) => void,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  let { seen } = await service((tx) => since(tx, null));
  let looked = performance.now();
  let pruned = looked;

  const look = async (): Promise<void> => {
    const now = performance.now();
    const news = await service((tx) => since(tx, seen));
    const hasMissed = now - looked > KEPT_MS;
    seen = news.seen;
    looked = now;
    if (hasMissed) receive("");
    else for (const payload of news.payloads) receive(payload);
    if (now - pruned < MINUTE) return;
    pruned = now;
    await service((tx) =>
      tx.run(sql`
        delete from app.live_notices
        where stored < now() - make_interval(secs => ${(2 * KEPT_MS) / 1_000})`),
    );
  };

  const poll = async (): Promise<void> => {
    for (;;) {
      await sleep(POLL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (stopping.signal.aborted) return;
      // An unreachable database is reported elsewhere, and what is missed meanwhile is found afterwards.
      await look().catch(() => {});
    }
  };
  const polling = poll();
  return async () => {
    stopping.abort();
    await polling;
  };
}

/** What was committed since a snapshot, in the order in which it was written, and the snapshot to go on from. */
async function since(tx: Tx, seen: string | null): Promise<z.infer<typeof found>> {
  const [row] = await tx.query(sql`
    select pg_current_snapshot()::text as seen, coalesce((
        select json_agg(n.payload order by n.id) from app.live_notices n
        where n.xact >= pg_snapshot_xmin(${seen}::pg_snapshot)
          and not pg_visible_in_snapshot(n.xact, ${seen}::pg_snapshot)), '[]') as payloads`);
  return found.parse(row);
}
