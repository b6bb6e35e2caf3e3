/** Places where the vessel stays: kept in step with its stays. Idempotent; what people said of them stays. */
import { z } from "zod";
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import { namePosition } from "../geo/places.ts";
import { assignMoorages, type Berth, type KnownMoorage, type PlacedStay, reachM } from "./moorages-assign.ts";

export interface NearMoorage {
  readonly id: number;
  readonly name: string | null;
}

const nearRow = z.object({ id: z.number(), name: z.string().nullable() });

/** The vessel's nearest moorage in reach of a position; null when there is none. */
export async function nearestMoorage(
  tx: Tx,
  vesselId: string,
  latitude: number,
  longitude: number,
): Promise<NearMoorage | null> {
  const rows = await tx.query(sql`
    select id, name from (
      select id, name, app.distance_m(latitude, longitude, ${latitude}::float8, ${longitude}::float8) as d
      from api.moorages where vessel_id = ${vesselId} and latitude is not null and longitude is not null) near
    where d <= ${reachM(0)}::float8 order by d, id limit 1`);
  return rows.map((row) => nearRow.parse(row))[0] ?? null;
}

const stayRow = z.object({
  id: z.number(),
  latitude: z.number(),
  longitude: z.number(),
  radius: z.number(),
  over: z.boolean(),
  stay_code: z.number(),
  moorage_id: z.number().nullable(),
});
const moorageRow = z.object({
  id: z.number(),
  latitude: z.number(),
  longitude: z.number(),
  kept: z.boolean(),
});

/**
 * Brings moorages, and the links of stays and logs to them, in step with the stays.
 * @returns finished logs whose ends bear another name than before
 */
export async function linkMoorages(tx: Tx, vesselId: string): Promise<readonly number[]> {
  const stays = (
    await tx.query(sql`
      select id, latitude, longitude, coalesce(radius_m, 0) as radius, departed is not null as over,
        coalesce(stay_code, 1) as stay_code, moorage_id
      from api.stays where vessel_id = ${vesselId} and latitude is not null and longitude is not null
      order by arrived, id`)
  ).map((row): PlacedStay => {
    const { radius: radiusM, stay_code: stayCode, moorage_id: moorageId, ...stay } = stayRow.parse(row);
    return { ...stay, radiusM, stayCode, moorageId };
  });
  const moorages = (
    await tx.query(sql`
      select m.id, m.latitude, m.longitude, m.stay_id is null or coalesce(m.home_flag, false) or w.id is not null as kept
      from api.moorages m
      left join app.written_by_people w on w.vessel_id = m.vessel_id and w.resource = 'moorages' and w.id = m.id
      where m.vessel_id = ${vesselId} and m.latitude is not null and m.longitude is not null
      order by m.id`)
  ).map((row): KnownMoorage => moorageRow.parse(row));
  const { berths, gone } = assignMoorages(stays, moorages);
  const links: { stay: number; moorage: number }[] = [];
  for (const berth of berths) {
    const id = berth.id ?? (await make(tx, vesselId, berth));
    if (berth.id !== null && !berth.kept) await follow(tx, vesselId, berth.id, berth);
    links.push(...berth.stays.map((stay) => ({ stay: stay.id, moorage: id })));
  }
  await tx.run(sql`
    update api.stays s set moorage_id = l.moorage
    from api.stays o left join jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as l (stay int, moorage int) on l.stay = o.id
    where o.vessel_id = ${vesselId} and s.vessel_id = o.vessel_id and s.id = o.id
      and o.latitude is not null and s.moorage_id is distinct from l.moorage`);
  const renamed = await linkLogs(tx, vesselId);
  await remove(tx, vesselId, gone);
  await count(tx, vesselId);
  return renamed;
}

async function make(tx: Tx, vesselId: string, berth: Berth): Promise<number> {
  const { name, country } = namePosition(berth.latitude, berth.longitude);
  const { rows } = await tx.run(sql`
    insert into api.moorages (vessel_id, name, country, stay_id, stay_code, latitude, longitude)
    values (${vesselId}, ${name}, ${country ?? "unknown"}, ${berth.stays[0]?.id ?? null}::int, ${usualType(berth)}::int,
      ${berth.latitude}::float8, ${berth.longitude}::float8)
    returning id`);
  return Number(rows[0]?.[0]);
}

/** A moorage that no person touched lies where its first stay did, also when that is seen more clearly later. */
async function follow(tx: Tx, vesselId: string, id: number, berth: Berth): Promise<void> {
  const { name, country } = namePosition(berth.latitude, berth.longitude);
  await tx.run(sql`
    update api.moorages set latitude = ${berth.latitude}::float8, longitude = ${berth.longitude}::float8, name = ${name},
      country = ${country ?? "unknown"}, stay_id = ${berth.stays[0]?.id ?? null}::int, stay_code = ${usualType(berth)}::int
    where vessel_id = ${vesselId} and id = ${id}::int
      and (latitude, longitude, name, country, stay_id, stay_code) is distinct from (${berth.latitude}::float8,
        ${berth.longitude}::float8, ${name}, ${country ?? "unknown"}, ${berth.stays[0]?.id ?? null}::int, ${usualType(berth)}::int)`);
}

/** The first type that is known. */
function usualType(berth: Berth): number {
  return berth.stays.find((stay) => stay.stayCode !== 1)?.stayCode ?? 1;
}

/** A leg ends where the next stay is, and begins where the one before it was. */
async function linkLogs(tx: Tx, vesselId: string): Promise<number[]> {
  const { rows } = await tx.run(sql`
    update api.logbook l set _from_moorage_id = n.from_id, _to_moorage_id = n.to_id
    from (
      select o.id, coalesce(f.moorage_id, o._from_moorage_id) as from_id, coalesce(t.moorage_id, o._to_moorage_id) as to_id,
        o.name is not null and o._to_time is not null as finished,
        (fm.name is not null and fm.name is distinct from o._from) or (tm.name is not null and tm.name is distinct from o._to) as other
      from api.logbook o
      left join api.stays f on f.vessel_id = o.vessel_id and f.departed = o._from_time
      left join api.stays t on t.vessel_id = o.vessel_id and t.arrived = o._to_time
      left join api.moorages fm on fm.vessel_id = f.vessel_id and fm.id = f.moorage_id
      left join api.moorages tm on tm.vessel_id = t.vessel_id and tm.id = t.moorage_id
      where o.vessel_id = ${vesselId}) n
    where l.vessel_id = ${vesselId} and l.id = n.id
      and ((l._from_moorage_id, l._to_moorage_id) is distinct from (n.from_id, n.to_id) or (n.finished and n.other))
    returning l.id, n.finished and n.other`);
  return rows.flatMap(([id, renamed]) => (renamed === "t" ? [Number(id)] : []));
}

async function remove(tx: Tx, vesselId: string, gone: readonly number[]): Promise<void> {
  if (gone.length === 0) return;
  await tx.run(sql`
    delete from api.moorages where vessel_id = ${vesselId} and id in (
      select value::int from jsonb_array_elements_text(${JSON.stringify(gone)}::jsonb))`);
}

/** Visits and total time follow from the stays. */
async function count(tx: Tx, vesselId: string): Promise<void> {
  await tx.run(sql`
    update api.moorages m set reference_count = v.visits, stay_duration = v.total
    from (
      select o.id, count(s.id)::int as visits, coalesce(sum(s.departed - s.arrived), interval '0') as total
      from api.moorages o
      left join api.stays s on s.vessel_id = o.vessel_id and s.moorage_id = o.id
      where o.vessel_id = ${vesselId} group by o.id) v
    where m.vessel_id = ${vesselId} and m.id = v.id
      and (m.reference_count, m.stay_duration) is distinct from (v.visits, v.total)`);
}
