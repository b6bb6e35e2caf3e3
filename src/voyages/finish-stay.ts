/** Finishing a stay: its moorage, its name, its length. Idempotent; what people wrote stays as it is. */
import { z } from "zod";
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import { namePosition } from "../geo/places.ts";
import {
  countVisits,
  type Moorage,
  makeMoorage,
  nearestMoorage,
  placeMoorage,
  type StayPlace,
} from "./moorages.ts";

const stayRow = z.object({
  latitude: z.number(),
  longitude: z.number(),
  radius_m: z.number().nullable(),
  stay_code: z.number().nullable(),
  departed: z.string().nullable(),
  moorage_id: z.number().nullable(),
  written: z.array(z.string()).nullable(),
});

/**
 * Finishes a stay; a moorage is made when the boat leaves a place where there is none.
 * @returns nothing where the stay is gone meanwhile
 */
export async function finishStay(tx: Tx, vesselId: string, stayId: number): Promise<void> {
  const [found] = await tx.query(sql`
    select s.latitude, s.longitude, s.radius_m, s.stay_code, s.departed, s.moorage_id, w.columns as written
    from api.stays s
    left join app.written_by_people w on w.vessel_id = s.vessel_id and w.resource = 'stays' and w.id = s.id
    where s.vessel_id = ${vesselId} and s.id = ${stayId}::int and s.latitude is not null and s.longitude is not null`);
  if (found !== undefined) {
    const stay = stayRow.parse(found);
    const place: StayPlace = {
      vesselId,
      stayId,
      latitude: stay.latitude,
      longitude: stay.longitude,
      radiusM: stay.radius_m ?? 0,
      stayCode: stay.stay_code ?? 1,
    };
    const near = await nearestMoorage(tx, place);
    const moorage = near ?? (stay.departed === null ? null : await makeMoorage(tx, place));
    await writeStay(tx, place, moorage, new Set(stay.written));
    if (moorage !== null) {
      await placeMoorage(tx, place, moorage.id);
      await linkLogs(tx, place, moorage);
    }
  }
  await countVisits(tx, vesselId);
}

async function writeStay(
  tx: Tx,
  stay: StayPlace,
  moorage: Moorage | null,
  written: ReadonlySet<string>,
): Promise<void> {
  const name = moorage?.name ?? namePosition(stay.latitude, stay.longitude).name;
  const usual = moorage?.stayCode ?? 1;
  await tx.run(sql`
    update api.stays set
      moorage_id = ${moorage?.id ?? null}::int,
      geog = app.make_point(latitude, longitude),
      duration = departed - arrived,
      name = case when ${written.has("name")} then name else ${name} end,
      stay_code = case when stay_code = 1 and not ${written.has("stay_code")} then ${usual}::int else stay_code end
    where vessel_id = ${stay.vesselId} and id = ${stay.stayId}::int`);
}

/** The legs that ended and began with the stay ended and began at its moorage. */
async function linkLogs(tx: Tx, stay: StayPlace, moorage: Moorage): Promise<void> {
  await tx.run(sql`
    update api.logbook l set _to_moorage_id = ${moorage.id}::int from api.stays s
    where s.vessel_id = ${stay.vesselId} and s.id = ${stay.stayId}::int
      and l.vessel_id = s.vessel_id and l._to_time = s.arrived and l._to_moorage_id is distinct from ${moorage.id}::int`);
  await tx.run(sql`
    update api.logbook l set _from_moorage_id = ${moorage.id}::int from api.stays s
    where s.vessel_id = ${stay.vesselId} and s.id = ${stay.stayId}::int
      and l.vessel_id = s.vessel_id and l._from_time = s.departed and l._from_moorage_id is distinct from ${moorage.id}::int`);
}
