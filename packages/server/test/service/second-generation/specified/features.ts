/** Properties of exported features. */
import { z } from "zod";
import { duration, flag, images, integer, json, number, object, or, text, time } from "./types.ts";

const trip = z.strictObject({ name: text, duration, distance: number });
const measured = (names: string) =>
  Object.fromEntries(names.split(" ").map((name) => [name, or(number)] as const));

/** A point with all readings, null where there is none, and no other property. */
const readings = {
  time,
  ...measured("courseovergroundtrue speedoverground windspeedapparent windangleapparent truewindspeed"),
  ...measured("truewinddirection depth stateofcharge voltage watertemperature outsidetemperature"),
  ...measured("outsidepressure outsidehumidity solarvoltage solarpower tanklevel heading anglespeedapparent"),
  notes: text,
  status: or(text),
  longitude: number,
  latitude: number,
};
export const reading = z.strictObject(readings);
export const firstReading = z.strictObject({ ...readings, trip });
/** The same with short names. */
const short = {
  time,
  ...measured("cog sog aws awa tws twd stateofcharge voltage watertemperature outsidetemperature"),
  ...measured("outsidepressure outsidehumidity solarvoltage solarpower tanklevel heading"),
  notes: text,
  status: or(text),
};
export const shortReading = z.strictObject(short);
export const firstShortReading = z.strictObject({ ...short, trip });

/** The line of a log. */
export const logLine = z.looseObject({
  id: integer,
  name: text,
  distance: number,
  duration,
  ...{ avg_speed: number, max_speed: number, max_wind_speed: or(number), avg_wind_speed: or(number) },
  ...{ _from: text, _to: text, _from_time: time, _to_time: time },
  ...{ _from_moorage_id: or(integer), _to_moorage_id: or(integer) },
  notes: or(text),
  times: z.array(time).min(2),
});

/** A leg of a day. */
export const leg = z.looseObject({
  id: integer,
  name: text,
  segment_num: integer,
  ...{ period_start: time, period_end: time },
  duration,
  ...measured("distance avg_speed max_speed avg_tws max_tws avg_aws max_aws avg_wind_speed max_wind_speed"),
});

const PRESENT = "tws twd depth temp_water temp_out pres_out hum_out stateofcharge voltage solar_voltage";
const totalsOf = (names: string) =>
  Object.fromEntries(
    names.split(" ").flatMap((name) => [
      [`max_${name}`, or(number)],
      [`avg_${name}`, or(number)],
    ]),
  );
const log = {
  id: integer,
  name: text,
  ...{ starttimestamp: time, endtimestamp: time },
  duration,
  ...{ distance: number, avg_speed: number, max_speed: number },
  ...totalsOf(`sog ${PRESENT} solar_power tank_level`),
  extra: object,
  ...{ _from_moorage_id: or(integer), _to_moorage_id: or(integer) },
};
/** The line of totals of a log. */
export const totals = z.looseObject({ ...log, ...totalsOf("aws awa") });
/** A log in `logs_geojson_view`, without its apparent wind. */
export const listed = z
  .looseObject({
    ...log,
    ...{ polar: or(text), images: or(images), tags: or(z.array(text)), observations: object },
    ...{ has_images: flag, notes: or(text) },
  })
  .refine((properties) => !Object.keys(properties).some((key) => /^(max|avg)_aw[as]$/.test(key)));

/** A moorage on a map. */
const place = {
  id: integer,
  name: text,
  ...{ default_stay: text, default_stay_id: integer, home: flag, notes: or(text) },
  ...{ logs_count: integer, stays_count: integer, stays_sum_duration: duration },
  ...{ stay_first_seen: or(time), stay_last_seen: or(time) },
  ...{ stay_first_seen_id: or(integer), stay_last_seen_id: or(integer) },
};
export const moorage = z.looseObject(place);
export const listedMoorage = z.looseObject({
  ...place,
  ...{ latitude: number, longitude: number, has_images: flag, images: or(images) },
});

/** A stay on a map. */
export const STAY = {
  stay_id: integer,
  ...{ moorage_id: or(integer), moorage_name: or(text), stay_name: or(text) },
  arrived: time,
  stay_code: or(integer),
  ...{ latitude: number, longitude: number },
  ...{ stay_notes: or(text), moorage_notes: or(text), has_images: flag, images: or(images) },
};
export const stay = z.looseObject(STAY);

/** The newest position in the monitoring views. */
export const newest = z.looseObject({
  ...measured("speedoverground windspeedapparent truewindspeed truewinddirection"),
  status: or(text),
});
/** Where the boat lies, in `live`. */
export const lying = z.looseObject({
  name: or(text),
  ...{ time, arrived: time, stay_code: integer, latitude: number, longitude: number },
  anchor: or(json),
  status: or(text),
});
