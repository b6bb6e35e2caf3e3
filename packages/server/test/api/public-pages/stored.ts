/** A boat of the generator as rows of the database. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Position } from "@wakelog/kit/geo/distance.ts";
import type { TestDatabase } from "../../../../../test/support/database.ts";
import type { BoatRows, LogRow } from "./boats.ts";

/** Makes these the only rows of the vessel, as the schema's owner would. */
export async function store(
  db: TestDatabase,
  { accountId, vesselId }: { readonly accountId: string; readonly vesselId: string },
  boat: BoatRows,
): Promise<void> {
  await db.owner.transaction(async (tx) => {
    await tx.run(sql`select set_config('wakelog.vessel_id', ${vesselId}, true)`);
    for (const statement of [
      sql`delete from api.logbook where vessel_id = ${vesselId}`,
      sql`delete from api.stays where vessel_id = ${vesselId}`,
      sql`delete from api.moorages where vessel_id = ${vesselId}`,
      sql`delete from api.metrics where vessel_id = ${vesselId}`,
      sql`delete from app.written_by_people where vessel_id = ${vesselId}`,
      sql`update app.accounts set preferences = ${JSON.stringify(boat.preferences)}::jsonb where account_id = ${accountId}`,
    ])
      await tx.run(statement);
    for (const { id, name, latitude, longitude, home, notes } of boat.moorages) {
      await tx.run(sql`insert into api.moorages (id, name, country, latitude, longitude, home_flag, notes)
        values (${id}, ${name}, 'fi', ${latitude}, ${longitude}, ${home}, ${notes})`);
    }
    for (const log of boat.logs) await tx.run(insertLog(log));
    for (const { id } of boat.logs.filter(({ typed }) => typed)) {
      await tx.run(sql`insert into app.written_by_people (vessel_id, resource, id, columns)
        values (${vesselId}, 'logbook', ${id}, '{name}')`);
    }
    await tx.run(sql`
      insert into api.metrics ("time", latitude, longitude, speedoverground, status, metrics)
      values ('2026-05-20T08:00Z', ${boat.newest.latitude}, ${boat.newest.longitude}, 4.5, 'sailing',
        ${JSON.stringify(boat.measured)}::jsonb)`);
  });
}

function insertLog(log: LogRow) {
  const line = JSON.stringify(log.line.map((at) => [at.longitude, at.latitude]));
  const geojson = log.geojson === null ? null : JSON.stringify(log.geojson);
  const at = (one: Position | null) => [one?.latitude ?? null, one?.longitude ?? null] as const;
  const [fromLatitude, fromLongitude] = at(log.fromPosition);
  const [toLatitude, toLongitude] = at(log.toPosition);
  return sql`
    insert into api.logbook (id, active, name, _from, _from_lat, _from_lng, _to, _to_lat, _to_lng, track_geom,
      track_geojson, _from_time, _to_time, distance, duration, avg_speed, max_speed, notes, extra, reasons, segments,
      _from_moorage_id, _to_moorage_id)
    values (${log.id}, false, ${log.name}, ${log.from}, ${fromLatitude}, ${fromLongitude}, ${log.to}, ${toLatitude},
      ${toLongitude}, app.make_line(${line}::jsonb), ${geojson}::jsonb, ${log.started}::timestamptz,
      ${log.ended}::timestamptz, 12.5, interval '8 hours', 5.5, 7.25, ${log.notes}, ${JSON.stringify(log.extra)}::jsonb,
      ${JSON.stringify(log.reasons)}::jsonb, ${JSON.stringify([log.reasons])}::jsonb, ${log.fromMoorage}, ${log.toMoorage})`;
}
