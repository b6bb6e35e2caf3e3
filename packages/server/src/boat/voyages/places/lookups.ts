/** Selects moorages to look up and stores the results. Names typed by a user are kept. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";
import type { Whereabouts } from "./place-server.ts";

/** Attempts, spread over about a day; after that the offline name stays. */
const TRIES = 6;
const FIRST_WAIT_MINUTES = 10;
/** Retention of answers, days. */
const KEPT_DAYS = 90;
/** Grid of about 100 m for queries and cached answers, per degree. */
const GRID = 1000;

/** A moorage to look up. */
export interface Lookup {
  readonly vesselId: string;
  readonly id: number;
  /** Its position, degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** The query: rounded position and the language of the boat's owner. */
  readonly question: Whereabouts;
}

const lookupRow = z.object({
  vesselId: z.string(),
  id: z.number(),
  latitude: z.number(),
  longitude: z.number(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/)
    .catch("en"),
});

/**
 * Takes the newest due moorage without a typed name, unless any process took one within the last second. It becomes due
 * again later, even if this process dies.
 */
export async function takeLookup(tx: Tx): Promise<Lookup | null> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('wakelog.places', 0))`);
  const [row] = await tx.query(sql`
    with next as (
      select m.vessel_id, m.id, m.latitude, m.longitude
      from api.moorages m
      left join app.moorage_lookups l on l.vessel_id = m.vessel_id and l.id = m.id
      left join app.written_by_people w on w.vessel_id = m.vessel_id and w.resource = 'moorages' and w.id = m.id
      where m.latitude between -90 and 90 and m.longitude between -180 and 180
        and not coalesce(w.columns && '{id,name}', false)
        and (l.id is null or l.due <= now() or (l.latitude, l.longitude) is distinct from (m.latitude, m.longitude))
        and not exists (
          select from app.moorage_lookups o where o.asked > clock_timestamp() - interval '1 second')
      order by coalesce(l.tries, 0), m.id desc limit 1),
    taken as (
      insert into app.moorage_lookups as l (vessel_id, id, latitude, longitude, asked, due)
      select vessel_id, id, latitude, longitude, clock_timestamp(), now() + make_interval(mins => ${FIRST_WAIT_MINUTES}::int)
      from next
      on conflict (vessel_id, id) do update set latitude = excluded.latitude, longitude = excluded.longitude,
        asked = excluded.asked,
        tries = case when l.due <= now() then l.tries + 1 else 1 end,
        due = case when l.due is null or l.due > now() then excluded.due
          when l.tries + 1 < ${TRIES}::int
            then now() + make_interval(mins => (${FIRST_WAIT_MINUTES}::int * 3 ^ l.tries)::int) end
      returning vessel_id, id, latitude, longitude)
    select t.vessel_id as "vesselId", t.id, t.latitude, t.longitude,
      lower(split_part(translate(a.preferences ->> 'language', '_', '-'), '-', 1)) as language
    from taken t
    left join lateral (
      select account_id from app.memberships where vessel_id = t.vessel_id
      order by role = 'owner' desc, created_at, account_id limit 1) o on true
    left join app.accounts a on a.account_id = o.account_id`);
  if (row === undefined) return null;
  const { language, ...lookup } = lookupRow.parse(row);
  const rounded = (value: number): number => Math.round(value * GRID) / GRID;
  const question = {
    latitude: rounded(lookup.latitude),
    longitude: rounded(lookup.longitude),
    language,
  };
  return { ...lookup, question };
}

/** A recent answer for this place; null if the place has no name, undefined if there is no answer. */
export async function answeredBefore(tx: Tx, at: Whereabouts): Promise<string | null | undefined> {
  const [row] = await tx.query(sql`
    select name from app.place_names
    where latitude = ${gridOf(at.latitude)}::int and longitude = ${gridOf(at.longitude)}::int
      and language = ${at.language} and stored > now() - make_interval(days => ${KEPT_DAYS}::int)`);
  return z.object({ name: z.string().nullable() }).optional().parse(row)?.name;
}

/** Stores an answer and deletes old ones. */
export async function keepAnswer(tx: Tx, at: Whereabouts, name: string | null): Promise<void> {
  await tx.run(sql`
    insert into app.place_names (latitude, longitude, language, name)
    values (${gridOf(at.latitude)}::int, ${gridOf(at.longitude)}::int, ${at.language}, ${name})
    on conflict (latitude, longitude, language) do update set name = excluded.name, stored = now()`);
  await tx.run(sql`
    delete from app.place_names where stored < now() - make_interval(days => ${KEPT_DAYS}::int)`);
}

/**
 * Names a moorage unless a user has named it or it has moved since; its stays and logs follow when the vessel is
 * finished. If the logbook is locked, retries in a minute.
 */
export async function nameMoorage(tx: Tx, lookup: Lookup, name: string | null): Promise<void> {
  const { vesselId, id, latitude, longitude } = lookup;
  const [vessel] = await tx.query(sql`
    select app.try_lock_vessel() as taken from set_config('wakelog.vessel_id', ${vesselId}, true)`);
  if (vessel?.taken !== true) {
    // A long past may be folding now; the answer is cached, so a retry costs nothing.
    await tx.run(sql`
      update app.moorage_lookups set due = now() + interval '1 minute'
      where vessel_id = ${vesselId} and id = ${id}::int`);
    return;
  }
  await tx.run(sql`
    update app.moorage_lookups set due = null
    where vessel_id = ${vesselId} and id = ${id}::int and latitude = ${latitude}::float8 and longitude = ${longitude}::float8`);
  if (name === null) return;
  await tx.run(sql`
    with named as (
      update api.moorages m set name = ${name}
      where m.vessel_id = ${vesselId} and m.id = ${id}::int and m.latitude = ${latitude}::float8
        and m.longitude = ${longitude}::float8 and m.name is distinct from ${name}
        and not exists (
          select from app.written_by_people w
          where w.vessel_id = m.vessel_id and w.resource = 'moorages' and w.id = m.id and w.columns && '{id,name}')
      returning m.vessel_id, m.id)
    select app.mark_unfinished(vessel_id, 'moorages', id) from named`);
}

function gridOf(degrees: number): number {
  return Math.round(degrees * GRID);
}
