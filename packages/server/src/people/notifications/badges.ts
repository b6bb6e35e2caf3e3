/**
 * Badges for what a crew did for the first time. `app.badges` lists them with their thresholds; each sea is a badge
 * too, under its own name. Each is awarded once, stored with the account, and announced.
 */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";
import type { Event } from "../../database/jobs/queue.ts";
import { type Notifier, notify } from "./notify.ts";

/** Measures that earn badges, by their names in `app.badges`, in knots, nautical miles or days. */
type Measures = Readonly<Record<string, number>>;

const measuredRow = z.object({ measures: z.record(z.string(), z.number()), ended: z.string() });
/** Measured values, not what users typed. */
const logRow = measuredRow.extend({ seas: z.array(z.string()) });

/** Awards the badges that a finished log earns; the event's payload is its id. */
export async function awardForLog(tx: Tx, notifier: Notifier, event: Event): Promise<void> {
  const [found] = await tx.query(sql`
    select to_char(_to_time at time zone 'UTC', ${AS_TEXT}) as ended,
      jsonb_build_object('logs', 1, 'wind_knots', coalesce(max_wind_speed, 0), 'distance_nm', coalesce(distance, 0),
        'total_nm', (select coalesce(sum(o.distance), 0) from api.logbook o
          where o.vessel_id = l.vessel_id and not coalesce(o.active, false)
            and o.distance between 0 and 1000000),
        'best_24h_nm', coalesce((f.figures -> 'best_24h_nm')::float8, 0),
        'in_tropics', coalesce(jsonb_exists(f.figures -> 'zones', 'Tropical Traveler'), false)::int,
        'off_alaska', coalesce(jsonb_exists(f.figures -> 'zones', 'Club Alaska'), false)::int) as measures,
      coalesce(f.figures -> 'seas', '[]') as seas
    from api.logbook l left join app.log_figures f on f.vessel_id = l.vessel_id and f.id = l.id
    where l.vessel_id = ${event.refId} and l.id = ${event.payload}::int and not coalesce(l.active, false)
      and l._to_time is not null`);
  if (found === undefined) return;
  const { measures, ended, seas } = logRow.parse(found);
  await award(tx, notifier, event, measures, { log: Number(event.payload), date: ended }, seas);
}

/** Awards the badges that all stays together earn when one ends; the event's payload is its id. */
export async function awardForStay(tx: Tx, notifier: Notifier, event: Event): Promise<void> {
  const [found] = await tx.query(sql`
    select to_char(max(departed) filter (where id = ${event.payload}::int) at time zone 'UTC', ${AS_TEXT}) as ended,
      jsonb_build_object('days_away', coalesce(sum(days), 0),
        'days_at_buoys', coalesce(sum(days) filter (where code = 3), 0),
        'days_at_anchor', coalesce(sum(days) filter (where code = 2), 0),
        'countries', count(distinct country) filter (where country <> 'unknown')) as measures
    from (
      select s.id, s.departed, m.country, s.stay_code as code, extract(epoch from app.time_between(s.arrived, s.departed)) / 86400 as days
      from api.stays s join api.moorages m on m.vessel_id = s.vessel_id and m.id = s.moorage_id
      where s.vessel_id = ${event.refId} and s.departed is not null and not coalesce(m.home_flag, false)) away`);
  const stays = measuredRow.safeParse(found);
  // The stay was at home, or has been removed since.
  if (!stays.success) return;
  await award(tx, notifier, event, stays.data.measures, { date: stays.data.ended });
}

/** ISO 8601 as the API writes times. */
const AS_TEXT = 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"';

/** What earned a badge. */
interface Proof {
  readonly log?: number;
  /** End of the log or stay. */
  readonly date: string;
}

/** Awards each badge that the measures reach, and one per sea, to crew members who lack it, and notifies them. */
async function award(
  tx: Tx,
  notifier: Notifier,
  event: Event,
  measures: Measures,
  proof: Proof,
  seas: readonly string[] = [],
): Promise<void> {
  for (const badge of [...(await badgesFor(tx, measures)), ...seas]) {
    const given = await tx.query(sql`
      update app.accounts a
      set preferences = a.preferences || jsonb_build_object('badges',
        case jsonb_typeof(a.preferences -> 'badges') when 'object' then a.preferences -> 'badges' else '{}' end
          || jsonb_build_object(${badge}::text, ${JSON.stringify(proof)}::jsonb))
      from app.memberships m
      where m.account_id = a.account_id and m.vessel_id = ${event.refId} and m.role <> 'guest'
        and not coalesce(jsonb_exists(a.preferences -> 'badges', ${badge}::text), false)
      returning a.account_id`);
    for (const row of given) {
      await notify(
        tx,
        notifier,
        event,
        { account: String(row.account_id) },
        {
          kind: "new_badge",
          compose: () => ({ facts: { badge }, type: "badge.earned", data: { badge, date: proof.date } }),
        },
      );
    }
  }
}

async function badgesFor(tx: Tx, measures: Measures): Promise<readonly string[]> {
  const rows = await tx.query(sql`
    select name from app.badges
    where threshold <= (${JSON.stringify(measures)}::jsonb ->> measure)::float8 order by place`);
  return rows.map((row) => String(row.name));
}
