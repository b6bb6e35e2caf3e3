/** Pending work, read from the database's queue and outbox, so that every server reports the same. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { QueueBacklog } from "@wakelog/kit/instruments.ts";
import { z } from "zod";

const backlogRow = z.object({ queue: z.string(), pending: z.number(), oldest: z.number() });

/** Reads the backlog of jobs (`jobs`) and of each message channel. Both counts use an index of pending rows. */
export async function readBacklog(tx: Tx): Promise<readonly QueueBacklog[]> {
  const rows = await tx.query(sql`
    select 'jobs' as queue, count(*)::int as pending,
      coalesce(extract(epoch from now() - min(stored)), 0)::float8 as oldest
    from app.events where processed is null and not dead
    union all
    select c.name, count(d.id)::int, coalesce(extract(epoch from now() - min(d.stored)), 0)::float8
    from unnest(array['email', 'push', 'messenger', 'webpush', 'webhook', 'ntfy', 'apprise']) c (name)
    left join app.deliveries d on d.channel = c.name and d.sent is null and not d.dead and d.held is null
    group by c.name`);
  return rows.map((row) => {
    const { queue, pending, oldest } = backlogRow.parse(row);
    return { queue, pending, oldestSeconds: Math.max(0, oldest) };
  });
}
