/** Keeps moorages in step with stays. Idempotent; users' changes are kept. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { namePosition } from "@wakelog/kit/geo/places.ts";
import { z } from "zod";
import { type Berth, type KnownMoorage, usualType } from "./assign-moorages.ts";

/** A stored moorage. */
export interface Moorage extends KnownMoorage {
  readonly name: string | null;
  readonly country: string | null;
  readonly stayId: number | null;
  readonly stayCode: number;
  /** Whether a user set its type. */
  readonly typed: boolean;
}

/** The part that finishing writes. */
type StoredMoorage = Omit<Moorage, "kept" | "typed" | "radiusM">;

/** A moorage after finishing. */
export interface FinishedMoorage {
  readonly id: number;
  readonly name: string | null;
  readonly stayCode: number;
}

const moorageRow = z
  .object({
    id: z.number(),
    latitude: z.number(),
    longitude: z.number(),
    name: z.string().nullable(),
    country: z.string().nullable(),
    stay_id: z.number().nullable(),
    stay_code: z.number(),
    radius_m: z.number().nullable(),
    kept: z.boolean(),
    typed: z.boolean(),
  })
  .transform(
    ({ stay_id: stayId, stay_code: stayCode, radius_m: radiusM, ...rest }): Moorage => ({
      ...rest,
      stayId,
      stayCode,
      radiusM,
    }),
  );

/** The vessel's moorages with a valid position. */
export async function readMoorages(tx: Tx, vesselId: string): Promise<readonly Moorage[]> {
  const rows = await tx.query(sql`
    select m.id, m.latitude, m.longitude, m.name, m.country, m.stay_id, coalesce(m.stay_code, 1) as stay_code, m.radius_m,
      m.stay_id is null or coalesce(m.home_flag, false) or w.id is not null as kept,
      coalesce('stay_code' = any(w.columns), m.stay_id is null and w.id is null) as typed
    from api.moorages m
    left join app.written_by_people w on w.vessel_id = m.vessel_id and w.resource = 'moorages' and w.id = m.id
    where m.vessel_id = ${vesselId} and m.latitude between -90 and 90 and m.longitude between -180 and 180
    order by m.id`);
  return rows.map((row) => moorageRow.parse(row));
}

/**
 * Replaces the vessel's moorages by those of the berths.
 * @returns the moorages, in the order of the berths
 */
export async function putMoorages(
  tx: Tx,
  vesselId: string,
  berths: readonly Berth[],
  stored: readonly Moorage[],
): Promise<readonly FinishedMoorage[]> {
  const known = new Map(stored.map((moorage) => [moorage.id, moorage]));
  const fresh = await newIds(tx, berths.filter((berth) => berth.id === null).length);
  const moorages = berths.map((berth) =>
    berth.id === null
      ? moorageOf(berth, fresh.shift() ?? 0, undefined)
      : moorageOf(berth, berth.id, known.get(berth.id)),
  );
  const changed = moorages.filter((moorage) => !isStored(moorage, known.get(moorage.id)));
  if (changed.length > 0) {
    await tx.run(sql`
      insert into api.moorages (vessel_id, id, latitude, longitude, name, country, stay_id, stay_code)
      select ${vesselId}, id, latitude, longitude, name, country, "stayId", "stayCode"
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as m (id integer, latitude float8, longitude float8,
        name text, country text, "stayId" integer, "stayCode" integer)
      on conflict (vessel_id, id) do update set latitude = excluded.latitude, longitude = excluded.longitude,
        name = excluded.name, country = excluded.country, stay_id = excluded.stay_id, stay_code = excluded.stay_code`);
  }
  return moorages;
}

/** Removes unused moorages. */
export async function removeMoorages(tx: Tx, vesselId: string, gone: readonly number[]): Promise<void> {
  if (gone.length === 0) return;
  await tx.run(sql`
    delete from api.moorages where vessel_id = ${vesselId} and id = any (${gone}::int[])`);
}

/** An untouched moorage stays where its first stay was, even if that position is later refined. */
function moorageOf(berth: Berth, id: number, before: Moorage | undefined): StoredMoorage {
  const stayCode = before?.typed === true ? before.stayCode : usualType(berth);
  if (before !== undefined && berth.kept) return { ...before, stayCode };
  const { latitude, longitude } = berth;
  const isThere = before?.latitude === latitude && before.longitude === longitude && before.name !== null;
  const { name, country } = isThere ? before : namePosition(latitude, longitude);
  const stayId = berth.stays[0]?.id ?? null;
  return { id, latitude, longitude, name, country: country ?? "unknown", stayId, stayCode };
}

function isStored(moorage: StoredMoorage, before: Moorage | undefined): boolean {
  return (
    before !== undefined &&
    before.latitude === moorage.latitude &&
    before.longitude === moorage.longitude &&
    before.name === moorage.name &&
    before.country === moorage.country &&
    before.stayId === moorage.stayId &&
    before.stayCode === moorage.stayCode
  );
}

async function newIds(tx: Tx, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await tx.run(
    sql`select nextval('app.moorages_id') from generate_series(1, ${count}::integer)`,
  );
  return rows.map(([id]) => Number(id));
}
