/** Two users with a boat each, alike except for their texts: neither may see the other's. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll } from "vitest";
import type { Request } from "./acting.ts";
import { cloneDatabase, type TestDatabase } from "./database.ts";

/** A user and boat, with ids that no other row of the database contains. */
export interface Party {
  readonly word: string;
  readonly accountId: string;
  readonly vesselId: string;
  readonly user: Request;
  readonly boat: Request;
  readonly logId: number;
  readonly moorageId: number;
}

/** Fills the database for `alfa` and `bravo`: two finished logs, one under way, stays, moorages, rows, events. */
export async function twoBoats(db: TestDatabase): Promise<{ alfa: Party; bravo: Party }> {
  return { alfa: await party(db, "alfa", 60.0), bravo: await party(db, "bravo", 20.0) };
}

interface TwoBoats {
  readonly db: TestDatabase;
  readonly alfa: Party;
  readonly bravo: Party;
}

/** Creates them in a database of the calling file or block; available from its first hook on. */
export function twoBoatsForTests(): TwoBoats {
  let made: TwoBoats | null = null;
  beforeAll(async () => {
    const db = await cloneDatabase();
    made = { db, ...(await twoBoats(db)) };
  });
  afterAll(() => made?.db.drop());
  const there = (): TwoBoats => {
    if (made === null) throw new Error("the boats are made by the first hook, and not yet there");
    return made;
  };
  return {
    get db() {
      return there().db;
    },
    get alfa() {
      return there().alfa;
    },
    get bravo() {
      return there().bravo;
    },
  };
}

async function party(db: TestDatabase, word: string, latitude: number): Promise<Party> {
  const accountId = `${word}account`;
  const vesselId = `${word}vessel`;
  const email = `${word}@example.org`;
  await db.owner.transaction(async (tx) => {
    await tx.run(sql`select set_config('wakelog.vessel_id', ${vesselId}, true)`);
    await tx.run(sql`insert into app.accounts (account_id, email, first, last, password_hash)
      values (${accountId}, ${email}, ${word}, 'Sailor', 'x')`);
    await tx.run(sql`insert into app.vessels (vessel_id, name, mmsi)
      values (${vesselId}, ${`SV ${word}`}, ${word === "alfa" ? 230099999 : 211000001}::numeric)`);
    await tx.run(sql`insert into app.memberships (account_id, vessel_id) values (${accountId}, ${vesselId})`);
    await tx.run(sql`insert into api.metadata (name, mmsi, length, beam, height, ship_type, plugin_version)
      values (${word}, 230099999, 12.5, 4, 18, 36, ${word})`);
    await tx.run(sql`
      insert into api.metrics ("time", client_id, latitude, longitude, speedoverground, courseovergroundtrue,
        windspeedapparent, anglespeedapparent, status, metrics)
      select now() - make_interval(mins => 120 - i), ${word}, ${latitude}::float8 + i * 0.001, 23.5, 5, 180, 12, -30, 'sailing',
        jsonb_build_object('environment.water.temperature', 285.5, 'environment.outside.temperature', 290,
          'environment.inside.humidity', 0.5, 'environment.outside.relativeHumidity', 0.7,
          'electrical.batteries.House.voltage', 12.7, 'propulsion.main.state', ${word}::text)
      from generate_series(1, 60) i`);
    await tx.run(sql`insert into api.moorages (name, country, latitude, longitude, home_flag, notes) values
      (${`${word} harbour`}, 'fi', ${latitude}::float8, 23.5, true, ${word}),
      (${`${word} bay`}, 'fi', ${latitude}::float8 + 0.5, 23.5, false, ${word})`);
    await tx.run(sql`
      insert into api.stays (active, name, latitude, longitude, arrived, departed, stay_code, notes, moorage_id)
      select s.active, ${word}::text || ' stay', m.latitude, m.longitude, s.arrived::timestamptz, s.departed::timestamptz,
        s.code, ${word}::text, m.id
      from (values (false, '2026-01-01T00:00Z', '2026-01-03T06:00Z', 4, true), (false, '2026-01-03T12:00Z', '2026-01-05T12:00Z', 2, false),
        (true, '2026-01-05T20:00Z', null, 4, true)) s (active, arrived, departed, code, home)
      join api.moorages m on m.home_flag = s.home and m.vessel_id = ${vesselId}`);
    await tx.run(sql`
      insert into api.logbook (active, name, _from, _from_lat, _from_lng, _to, _to_lat, _to_lng, track_geom, track_geojson,
        _from_time, _to_time, distance, duration, avg_speed, max_speed, notes, extra)
      select false, ${word}::text || l.name, ${word}::text, l.a, 23.5, ${word}::text, l.b, 23.5,
        app.make_line(jsonb_build_array(jsonb_build_array(23.5, l.a), jsonb_build_array(23.6, l.b))),
        jsonb_build_object('type', 'FeatureCollection', 'features', jsonb_build_array(jsonb_build_object('type', 'Feature',
          'geometry', jsonb_build_object('type', 'LineString', 'coordinates',
            jsonb_build_array(jsonb_build_array(23.5, l.a), jsonb_build_array(23.6, l.b))),
          'properties', jsonb_build_object('name', ${word}::text)))),
        l.started::timestamptz, l.ended::timestamptz, l.distance, l.ended::timestamptz - l.started::timestamptz, 5.5, l.speed,
        ${word}::text, jsonb_build_object('metrics', jsonb_build_object('navigation.log', 0.4), 'observations',
          jsonb_build_object('seaState', -1))
      from (values
        (' out', ${latitude}::float8, ${latitude}::float8 + 0.5, '2026-01-03T06:00Z', '2026-01-03T12:00Z', 30.5, 7.5),
        (' home', ${latitude}::float8 + 0.5, ${latitude}::float8, '2026-01-05T12:00Z', '2026-01-05T20:00Z', 31.25, 7.5)
      ) l (name, a, b, started, ended, distance, speed)`);
    await tx.run(
      sql`select app.enqueue('new_logbook', ${word}, ${vesselId}), app.enqueue('new_account', ${email}, ${accountId})`,
    );
    await tx.run(
      sql`insert into app.events (channel, payload, ref_id) values ('note', ${`${word} note`}, ${vesselId})`,
    );
    await tx.run(
      sql`insert into app.metrics_rejected (vessel_id, reason, metric) values (${vesselId}, ${word}, to_jsonb(${word}::text))`,
    );
  });
  await db.owner.transaction((tx) =>
    tx.run(sql`
      insert into app.boat_links (vessel_id, name, key_hash, device_hash)
      values (${vesselId}, ${word}, sha256(${word}::bytea), sha256(${word}::bytea))`),
  );
  await db.owner.transaction((tx) =>
    tx.run(sql`
      insert into app.boat_commands (vessel_id, kind, expires_at, message)
      values (${vesselId}, 'send', now() + interval '1 hour', ${word})`),
  );
  const [ids] = await db.owner.transaction((tx) =>
    tx.query(sql`select (select min(id) from api.logbook where vessel_id = ${vesselId}) as log,
      (select min(id) from api.moorages where vessel_id = ${vesselId}) as moorage`),
  );
  return {
    word,
    accountId,
    vesselId,
    user: { role: "user_role", claims: { role: "user_role", uid: accountId, email, vid: vesselId } },
    boat: { role: "vessel_role", claims: { role: "vessel_role", email, vid: vesselId, ver: 1 } },
    logId: Number(ids?.log),
    moorageId: Number(ids?.moorage),
  };
}
