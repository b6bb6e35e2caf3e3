/** Places where the vessel stays: finding the one that a stay is at, and making one where there is none. */
import { z } from "zod";
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import { namePosition } from "../geo/places.ts";

export interface Moorage {
  readonly id: number;
  readonly name: string | null;
  /** Its usual type of stay. */
  readonly stayCode: number;
}

/** A stay that is to be at a moorage. */
export interface StayPlace {
  readonly vesselId: string;
  readonly stayId: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly radiusM: number;
  readonly stayCode: number;
}

/** A moorage is as large as this at least, metres. */
const REACH_M = 100;
/** Beyond the circle in which the boat swung, metres. */
const MARGIN_M = 50;

const moorageRow = z.object({
  id: z.number(),
  name: z.string().nullable(),
  stay_code: z.number().nullable(),
});

/** The vessel's nearest moorage within 100 m, or within the circle in which it swung; null when there is none. */
export async function nearestMoorage(
  tx: Tx,
  place: Pick<StayPlace, "vesselId" | "latitude" | "longitude" | "radiusM">,
): Promise<Moorage | null> {
  const reach = Math.max(REACH_M, place.radiusM + MARGIN_M);
  const rows = await tx.query(sql`
    select id, name, stay_code from (
      select id, name, stay_code, app.distance_m(latitude, longitude, ${place.latitude}::float8, ${place.longitude}::float8) as d
      from api.moorages where vessel_id = ${place.vesselId} and latitude is not null and longitude is not null) near
    where d <= ${reach}::float8 order by d, id limit 1`);
  return rows.map(moorage)[0] ?? null;
}

/** Makes a moorage of a stay that is at none. */
export async function makeMoorage(tx: Tx, stay: StayPlace): Promise<Moorage> {
  const { name, country } = namePosition(stay.latitude, stay.longitude);
  const rows = await tx.query(sql`
    insert into api.moorages (vessel_id, name, country, stay_id, stay_code, latitude, longitude, geog)
    values (${stay.vesselId}, ${name}, ${country ?? "unknown"}, ${stay.stayId}::int, ${stay.stayCode}::int,
      ${stay.latitude}::float8, ${stay.longitude}::float8,
      app.make_point(${stay.latitude}::float8, ${stay.longitude}::float8))
    returning id, name, stay_code`);
  const made = rows.map(moorage)[0];
  if (made === undefined) throw new Error("the moorage was not stored");
  return made;
}

/** A moorage lies where the stay that made it does, also when that is seen more clearly later; unless a person moved it. */
export async function placeMoorage(tx: Tx, stay: StayPlace, moorageId: number): Promise<void> {
  await tx.run(sql`
    update api.moorages m set latitude = ${stay.latitude}::float8, longitude = ${stay.longitude}::float8
    where m.vessel_id = ${stay.vesselId} and m.id = ${moorageId}::int and m.stay_id = ${stay.stayId}::int
      and (m.latitude, m.longitude) is distinct from (${stay.latitude}::float8, ${stay.longitude}::float8)
      and not exists (select from app.written_by_people w
        where w.vessel_id = m.vessel_id and w.resource = 'moorages' and w.id = m.id
          and w.columns && array['latitude', 'longitude', 'id'])`);
}

function moorage(row: unknown): Moorage {
  const { id, name, stay_code: stayCode } = moorageRow.parse(row);
  return { id, name, stayCode: stayCode ?? 1 };
}

/**
 * Sets the vessel's visit counts and totals to what its stays say, and removes moorages that nothing is at any more
 * and that no person ever touched.
 */
export async function countVisits(tx: Tx, vesselId: string): Promise<void> {
  await tx.run(sql`
    update api.moorages m set reference_count = v.visits, stay_duration = v.total
    from (
      select o.id, count(s.id)::int as visits, coalesce(sum(s.departed - s.arrived), interval '0') as total
      from api.moorages o
      left join api.stays s on s.vessel_id = o.vessel_id and s.moorage_id = o.id
      where o.vessel_id = ${vesselId} group by o.id) v
    where m.vessel_id = ${vesselId} and m.id = v.id
      and (m.reference_count, m.stay_duration) is distinct from (v.visits, v.total)`);
  await tx.run(sql`
    delete from api.moorages m
    where m.vessel_id = ${vesselId} and m.reference_count = 0 and not coalesce(m.home_flag, false)
      and not exists (select from app.written_by_people w
        where w.vessel_id = m.vessel_id and w.resource = 'moorages' and w.id = m.id)
      and m.stay_id is not null`);
}
