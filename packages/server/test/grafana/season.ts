/** A season of two boats that sail alike, far from each other and with other figures. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import type { TestDatabase } from "../../../../test/support/database.ts";
import { rollUpDays } from "../../src/boat/monitoring/ageing/roll-ups.ts";
import { installationOf } from "./login.ts";

/** The season; the logs of `twoBoats` are in it. */
export const SEASON = { from: new Date("2025-12-15T00:00:00Z"), to: new Date("2026-02-15T00:00:00Z") };

/** Rows every ten minutes, rolled up except the last days. Bravo's values are a thousand times as large. */
export async function sailSeason(db: TestDatabase): Promise<void> {
  await db.owner.transaction(async (tx) => {
    for (const [vessel, latitude, factor] of [
      ["alfavessel", 60, 1],
      ["bravovessel", 20, 1000],
    ] as const) {
      await tx.run(sql`
        insert into api.metrics (vessel_id, "time", latitude, longitude, speedoverground, courseovergroundtrue,
          windspeedapparent, anglespeedapparent, status, metrics)
        select ${vessel}, t, ${latitude}::float8 + sin(extract(epoch from t) / 86400), 23.5, 5 * ${factor}::float8, 180, 12, -30,
          'sailing', (
            select jsonb_object_agg(key, ${factor}::float8 * value * (1 + sin(extract(epoch from t) / 7200) / 20))
            from (values ('environment.wind.speedTrue', 8), ('environment.outside.pressure', 101300),
              ('environment.outside.temperature', 290), ('environment.inside.temperature', 294),
              ('environment.water.temperature', 285), ('environment.outside.relativeHumidity', 0.7),
              ('environment.inside.relativeHumidity', 0.5), ('environment.depth.belowTransducer', 12),
              ('electrical.batteries.House.voltage', 12.6), ('electrical.batteries.Start.voltage', 12.9),
              ('electrical.batteries.House.current', 3), ('electrical.batteries.House.capacity.stateOfCharge', 0.8),
              ('electrical.solar.Main.panelPower', 90), ('tanks.fuel.0.currentLevel', 0.6),
              ('tanks.freshWater.0.currentLevel', 0.4), ('tanks.freshWater.1.currentLevel', 0.9),
              ('tanks.blackWater.0.currentLevel', 0.2), ('propulsion.main.revolutions', 30),
              ('propulsion.main.temperature', 350), ('propulsion.main.oilPressure', 300000),
              ('propulsion.main.runTime', 3600000)) measured (key, value))
        from generate_series(${SEASON.from}::timestamptz, ${SEASON.to}::timestamptz, interval '10 minutes') t`);
      await tx.run(sql`
        insert into app.metric_days_due (vessel_id, day)
        select distinct vessel_id, ("time" at time zone 'UTC')::date from api.metrics where vessel_id = ${vessel}
        on conflict do nothing`);
      await tx.run(
        sql`update api.logbook set max_wind_speed = 22 * ${factor}::float8 where vessel_id = ${vessel}`,
      );
    }
  });
  await rollUpDays(installationOf(db).service);
  await db.owner.transaction((tx) => tx.run(sql`analyze`));
}
