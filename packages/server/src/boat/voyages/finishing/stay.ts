/** Finishes stays: moorage, name and displayed type. Idempotent; users' text is kept. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { raw, sql } from "@wakelog/data-api/db/sql.ts";
import { namePosition } from "@wakelog/kit/geo/places.ts";
import { z } from "zod";
import { assignMoorages, lentType, type PlacedStay } from "./assign-moorages.ts";
import { type FinishedMoorage, putMoorages, readMoorages, removeMoorages } from "./moorages.ts";

interface Stay extends PlacedStay {
  readonly name: string | null;
  /** The displayed type. */
  readonly stayCode: number;
  /** Whether a user typed the name, or set the type. */
  readonly named: boolean;
  readonly typed: boolean;
}

const stayRow = z.object({
  id: z.number(),
  latitude: z.number(),
  longitude: z.number(),
  radiusM: z.number(),
  over: z.boolean(),
  ownCode: z.number(),
  moored: z.boolean(),
  moorageId: z.number().nullable(),
  name: z.string().nullable(),
  stayCode: z.number(),
  named: z.boolean(),
  typed: z.boolean(),
});

/**
 * Finishes the vessel's stays after any change: creates moorages for places that the boat left, and links each stay to
 * the nearest. Takes a fixed number of statements.
 */
export async function finishStays(tx: Tx, vesselId: string): Promise<void> {
  const stays = await readStays(tx, vesselId);
  const stored = await readMoorages(tx, vesselId);
  const { berths, gone } = assignMoorages(stays, stored);
  const moorages = await putMoorages(tx, vesselId, berths, stored);
  const typedCodes = new Map(stored.flatMap(({ id, typed, stayCode }) => (typed ? [[id, stayCode]] : [])));
  const at = new Map(
    berths.flatMap((berth, i) =>
      berth.stays.map((stay, visit): [number, StayPlace] => {
        const moorage = moorages[i] ?? null;
        const lent = lentType(berth, visit, (moorage === null ? null : typedCodes.get(moorage.id)) ?? null);
        return [stay.id, { moorage, lent }];
      }),
    ),
  );
  await putStays(
    tx,
    vesselId,
    stays.flatMap((stay) => changeOf(stay, at.get(stay.id) ?? NOWHERE)),
  );
  await removeMoorages(tx, vesselId, gone);
  await tx.run(sql`select app.count_moorages(${vesselId})`);
  await announceStays(tx, vesselId);
}

/** Updates the time spent at moorages for every vessel now at one. */
export async function countRunningStays(tx: Tx): Promise<void> {
  await tx.run(raw("select app.count_running_stays()"));
}

async function readStays(tx: Tx, vesselId: string): Promise<readonly Stay[]> {
  const rows = await tx.query(sql`
    select s.id, s.latitude, s.longitude, coalesce(s.radius_m, 0) as "radiusM", s.departed is not null as over,
      s.moorage_id as "moorageId", s.name, coalesce(s.stay_code, 1) as "stayCode",
      coalesce('name' = any(w.columns), false) as named, coalesce('stay_code' = any(w.columns), false) as typed,
      coalesce(case when 'stay_code' = any(w.columns) then s.stay_code when i.id is not null then coalesce(i.stay_code, s.stay_code)
        when 'id' = any(w.columns) then 1 else s.stay_code end, 1) as "ownCode", coalesce(i.moored, false) as moored
    from api.stays s
    left join app.interval_identities i on i.vessel_id = s.vessel_id and i.kind = 'stay' and i.id = s.id
    left join app.written_by_people w on w.vessel_id = s.vessel_id and w.resource = 'stays' and w.id = s.id
    where s.vessel_id = ${vesselId} and s.latitude between -90 and 90 and s.longitude between -180 and 180
    order by s.arrived, s.id`);
  return rows.map((row) => stayRow.parse(row));
}

interface StayChange {
  readonly id: number;
  readonly moorage: number | null;
  readonly name: string | null;
  readonly code: number;
}

/** A stay's moorage, and the moorage's type for a stay of unknown type. */
interface StayPlace {
  readonly moorage: FinishedMoorage | null;
  readonly lent: number;
}

const NOWHERE: StayPlace = { moorage: null, lent: 1 };

/** Changes to write to a stay; empty if there are none. */
function changeOf(stay: Stay, { moorage, lent }: StayPlace): StayChange[] {
  const code = stay.typed || stay.ownCode !== 1 ? stay.ownCode : lent;
  const written = stay.named && stay.name !== null && stay.name !== "";
  const name = written ? stay.name : (moorage?.name ?? namePosition(stay.latitude, stay.longitude).name);
  const id = moorage?.id ?? null;
  return id === stay.moorageId && name === stay.name && code === stay.stayCode
    ? []
    : [{ id: stay.id, moorage: id, name, code }];
}

async function putStays(tx: Tx, vesselId: string, changes: readonly StayChange[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.run(sql`
    update api.stays s set moorage_id = c.moorage, name = c.name, stay_code = c.code
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (id integer, moorage integer, name text, code integer)
    where s.vessel_id = ${vesselId} and s.id = c.id`);
}

/** Announces each finished stay once, except those entered by hand. */
async function announceStays(tx: Tx, vesselId: string): Promise<void> {
  await tx.run(sql`
    with first as (
      update app.interval_identities i set finished_at = now()
      from app.unfinished u, api.stays s
      where u.vessel_id = ${vesselId} and u.resource = 'stays' and i.vessel_id = u.vessel_id and i.kind = 'stay'
        and i.id = u.id and i.finished_at is null and s.vessel_id = u.vessel_id and s.id = u.id and s.departed is not null
      returning s.id, s.departed)
    select app.enqueue('stay_finished', id::text, ${vesselId}) from (select id from first order by departed, id) over`);
}
