/** Badges: what a boat's people did for the first time. Each is given once, kept with the account, and told. */
import { z } from "zod";
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import type { Event } from "../jobs/queue.ts";
import { notify } from "./notify.ts";

/** A log that has just been finished. Knots and nautical miles; null where nothing was measured. */
interface FinishedLog {
  readonly maxWindKnots: number | null;
  readonly distanceNm: number | null;
  /** Of all the vessel's logs. */
  readonly totalNm: number;
}

/** Days that the vessel spent away from home, hours of all stays added up. */
interface DaysAway {
  readonly anywhere: number;
  readonly atBuoys: number;
  readonly atAnchor: number;
}

const LOG_BADGES: Readonly<Record<string, (log: FinishedLog) => boolean>> = {
  Helmsman: () => true,
  "Wake Maker": (log) => (log.maxWindKnots ?? 0) >= 15,
  Stormtrooper: (log) => (log.maxWindKnots ?? 0) >= 30,
  "Navigator Award": (log) => (log.distanceNm ?? 0) >= 100,
  "Captain Award": (log) => log.totalNm >= 1000,
};

const PLACE_BADGES: Readonly<Record<string, (days: DaysAway) => boolean>> = {
  Explorer: (days) => days.anywhere >= 10,
  "Mooring Pro": (days) => days.atBuoys >= 10,
  Anchormaster: (days) => days.atAnchor >= 25,
};

const logRow = z.object({
  wind: z.number().nullable(),
  distance: z.number().nullable(),
  total: z.number(),
  ended: z.string(),
});
const daysRow = z.object({ anywhere: z.number(), buoys: z.number(), anchor: z.number(), ended: z.string() });

/** Gives the badges that a finished log earns; the event's payload is its id. */
export async function awardForLog(tx: Tx, event: Event, webUrl: string): Promise<void> {
  const [found] = await tx.query(sql`
    select max_wind_speed as wind, distance::float8 as distance,
      to_char(_to_time at time zone 'UTC', ${AS_TEXT}) as ended,
      (select coalesce(sum(o.distance), 0)::float8 from api.logbook o
        where o.vessel_id = l.vessel_id and not coalesce(o.active, false)) as total
    from api.logbook l
    where vessel_id = ${event.refId} and id = ${event.payload}::int and not coalesce(active, false) and _to_time is not null`);
  if (found === undefined) return;
  const { wind: maxWindKnots, distance: distanceNm, total: totalNm, ended } = logRow.parse(found);
  const earned = namesOf(LOG_BADGES, { maxWindKnots, distanceNm, totalNm });
  await give(tx, event, earned, { log: Number(event.payload), date: ended }, webUrl);
}

/** Gives the badges that all stays together earn, now that one is over; the event's payload is its id. */
export async function awardForStay(tx: Tx, event: Event, webUrl: string): Promise<void> {
  const [found] = await tx.query(sql`
    select coalesce(sum(days), 0)::float8 as anywhere, coalesce(sum(days) filter (where code = 3), 0)::float8 as buoys,
      coalesce(sum(days) filter (where code = 2), 0)::float8 as anchor,
      to_char(max(departed) filter (where id = ${event.payload}::int) at time zone 'UTC', ${AS_TEXT}) as ended
    from (
      select s.id, s.departed, s.stay_code as code, extract(epoch from s.departed - s.arrived) / 86400 as days
      from api.stays s join api.moorages m on m.vessel_id = s.vessel_id and m.id = s.moorage_id
      where s.vessel_id = ${event.refId} and s.departed is not null and not coalesce(m.home_flag, false)) away`);
  const days = daysRow.safeParse(found);
  // The stay of this event was at home, or is gone meanwhile.
  if (!days.success) return;
  const { anywhere, buoys: atBuoys, anchor: atAnchor, ended } = days.data;
  await give(tx, event, namesOf(PLACE_BADGES, { anywhere, atBuoys, atAnchor }), { date: ended }, webUrl);
}

/** ISO 8601 as the API writes times. */
const AS_TEXT = 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"';

function namesOf<Facts>(
  badges: Readonly<Record<string, (facts: Facts) => boolean>>,
  facts: Facts,
): readonly string[] {
  return Object.entries(badges).flatMap(([name, isEarned]) => (isEarned(facts) ? [name] : []));
}

/** Gives each badge to those of the vessel's people who have it not yet, and tells them. */
async function give(
  tx: Tx,
  event: Event,
  names: readonly string[],
  proof: { readonly log?: number; readonly date: string },
  webUrl: string,
): Promise<void> {
  for (const name of names) {
    const given = await tx.query(sql`
      update app.accounts a
      set preferences = a.preferences || jsonb_build_object('badges',
        coalesce(a.preferences -> 'badges', '{}') || jsonb_build_object(${name}::text, ${JSON.stringify(proof)}::jsonb))
      from app.memberships m
      where m.account_id = a.account_id and m.vessel_id = ${event.refId} and m.role <> 'guest'
        and not coalesce(jsonb_exists(a.preferences -> 'badges', ${name}::text), false)
      returning a.account_id`);
    for (const row of given) {
      await notify(tx, event, { account: String(row.account_id) }, "new_badge", { webUrl, badge: name });
    }
  }
}
