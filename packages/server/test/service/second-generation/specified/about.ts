/** What the vessel, its statistics and its present answer. */
import { z } from "zod";
import type { Procedure } from "./procedure.ts";
import {
  collection,
  duration,
  flag,
  images,
  integer,
  json,
  number,
  object,
  or,
  text,
  time,
  unlike,
} from "./types.ts";

const longest = z.string().regex(/^\d+(\.\d+)? NM, P.+ hours$/);
const settings = z.looseObject({ email: text.optional(), preferences: object });
const extended = {
  ...{ make_model: or(json), has_polar: flag, has_images: flag },
  ...{ image_url: or(text), image_updated_at: or(text), images: or(images), spec: or(object) },
};
const badge = z.looseObject({ name: text, description: text, earned_at: text, logbook_id: or(integer) });
const bestDay = z.strictObject({
  ...{ best_distance_nm: number, window_start: time, window_end: time },
  ...{ anchor_log_id: integer, anchor_log_name: text, contributing_log_ids: z.array(integer) },
  route_summary: text,
});
const logs = (best: z.ZodType) =>
  z.looseObject({
    ...{ name: or(text), first_date: or(time), last_date: or(time), count: integer },
    ...{ max_speed: or(number), max_wind_speed: or(number), max_distance: or(number) },
    ...{ sum_distance: or(number), max_duration: or(duration), sum_duration: or(duration) },
    ...{ metrics_first: or(time), metrics_last: or(time), longest_nonstop_sail: or(longest) },
    ...{ best_24h_distance_nm: best, best_24h_window_start: best, best_24h_log_id: best },
    best_24h_route: best,
  });
const kinds = z.array(z.looseObject({ stay_code: integer, stay_duration: duration }));
const stays = (away: z.ZodType) =>
  z.looseObject({
    ...{ home_ports: integer, unique_moorages: integer, time_at_home_ports: duration, time_spent_away: away },
    time_spent_away_by: z.array(z.looseObject({ description: text, duration })),
    ...{ time_spent_away_arr: kinds, sum_stay_duration: duration, unique_moorage: integer },
  });
const [staysOf, staysAt] = [stays(z.array(json)), stays(duration)];
const top = (columns: z.ZodRawShape) => z.array(z.strictObject({ id: integer, ...columns }));
const stats = (places: z.ZodType) =>
  z.strictObject({
    stats: z.looseObject({
      stats_logs: logs(json),
      stats_moorages: places,
      logs_top_speed: top({ name: text, max_speed: number }),
      logs_top_avg_speed: top({ name: text, avg_speed: number }),
      logs_top_wind_speed: top({ name: text, max_wind_speed: number }),
      logs_top_distance: top({ name: text, distance: number }),
      logs_top_duration: top({ name: text, duration }),
      moorages_top_arrivals: top({ moorage: text, ref_count: integer }),
      moorages_top_duration: top({ moorage: text, dur: duration }),
      moorages_top_countries: z.array(z.string().regex(/^[a-z]{2}$/)).max(5),
    }),
  });
const numbered = (keys: number, first = 1, width = 2) =>
  z.strictObject(
    Object.fromEntries(
      Array.from({ length: keys }, (_, n) => [String(n + first).padStart(width, "0"), integer]),
    ),
  );
const chart = (name: string, charts: z.ZodType): Procedure => ({
  name,
  get: true,
  answer: z.strictObject({ charts }),
});
const byYear = (value: z.ZodType) => z.record(z.string().regex(/^\d{4}$/), value);

/** Settings, profile, statistics and graphs (3.5). */
export const ABOUT: readonly Procedure[] = [
  {
    name: "vessel_settings_fn",
    get: true,
    answer: z.strictObject({
      vessel_settings: z.strictObject({
        ...{ vessel_id: text, name: text, user_data: object, configuration: or(object) },
      }),
      settings: json,
    }),
  },
  { name: "vessel_extended_fn", get: true, answer: z.strictObject(extended) },
  {
    name: "vessel_fn",
    get: true,
    answer: z.strictObject({
      vessel: z.looseObject({
        ...{ vessel_id: text, name: text, configuration: flag, ...extended },
        ...{ length: or(number), beam: or(number), height: or(number), ship_type: or(text) },
        ...{ country: or(text), alpha_2: or(text), geojson: json },
        mmsi: json,
      }),
    }),
  },
  {
    name: "vessel_fn",
    get: true,
    answer: unlike(
      z.strictObject({ vessel: z.looseObject({ mmsi: integer }) }),
      z.strictObject({ vessel: z.looseObject({ mmsi: z.string().regex(/^\d{9}$/) }) }),
    ),
  },
  {
    name: "vessel_details_fn",
    get: true,
    answer: z.looseObject({ platform: or(text), configuration: json }),
  },
  { name: "settings_fn", get: true, answer: z.strictObject({ settings }) },
  {
    name: "profile_fn",
    get: true,
    answer: z
      .looseObject({
        profile: z.looseObject({
          ...{ first: text, last: text, created_at: text, username: or(text), has_vessel: flag },
          preferences: object,
        }),
        settings: object,
      })
      .refine(
        ({ profile }) =>
          !["ip", "telegram", "public_password", "pushover_user_key"].some(
            (key) => key in profile.preferences,
          ),
        "shows what is secret",
      ),
  },
  { name: "versions_fn", get: true, answer: z.looseObject({ mobilitydb: z.null() }) },
  { name: "logs_tags_fn", get: true, answer: json },
  {
    name: "badges_fn",
    get: true,
    answer: unlike(z.array(badge).min(1), z.strictObject({ badges: z.array(badge).min(1) })),
  },
  { name: "vessel_activity_fn", get: true, answer: object },
  { name: "best_24h_record_fn", get: true, answer: z.tuple([bestDay]) },
  ...["stats_logs_fn", "graph_stats_logs_fn"].map((name) => ({
    name,
    get: true,
    answer: z.strictObject({ stats: logs(json) }),
  })),
  {
    name: "stats_logs_fn",
    args: () => ({ start_date: "2020-01-01", end_date: "2020-12-31" }),
    get: true,
    answer: z.strictObject({ stats: logs(z.null()).extend({ count: z.literal(0), max_speed: z.null() }) }),
  },
  {
    name: "stats_stays_fn",
    get: true,
    answer: unlike(z.strictObject({ stats: staysOf }), z.strictObject({ stats: staysAt })),
  },
  { name: "stats_fn", get: true, answer: unlike(stats(staysOf), stats(staysAt)) },
  chart("graph_logs_by_day_fn", numbered(7)),
  chart("graph_logs_by_week_fn", numbered(53)),
  chart("graph_logs_by_month_fn", numbered(12)),
  chart("graph_logs_by_year_fn", byYear(integer)),
  chart("graph_logs_by_year_month_fn", byYear(z.array(integer).length(12))),
  chart("graph_logs_by_year_week_fn", byYear(z.array(integer).min(52).max(53))),
  chart("graph_logs_by_month_day_fn", z.array(numbered(7, 0, 1)).length(12)),
  chart(
    "graph_logs_network_fn",
    z.strictObject({
      nodes: z.array(z.strictObject({ name: text, visits: integer })).min(1),
      edges: z
        .array(
          z.strictObject({
            ...{ source: text, target: text, count: integer, distance: number, duration: number },
          }),
        )
        .min(1),
    }),
  ),
];

const MEANS = [
  ...["watertemperature", "insidetemperature", "outsidetemperature", "windspeedoverground", "insidehumidity"],
  ...["outsidehumidity", "outsidepressure", "insidepressure", "batterycharge", "batteryvoltage", "depth"],
];
const history = z.looseObject({
  history: json,
  history_metrics: z
    .array(
      z.strictObject({
        time_bucket: time,
        ...Object.fromEntries(MEANS.map((name) => [name, or(number)] as const)),
      }),
    )
    .min(1),
});
/** Monitoring (3.6), and what was kept of former releases (3.7). */
export const MORE: readonly Procedure[] = [
  ...(["24", "48", "72", "168", 24] as const).map((time_interval) => ({
    name: "monitoring_history_fn",
    args: () => ({ time_interval }),
    get: true,
    answer: history,
  })),
  ...["timelapse_fn", "logs_by_day_fn", "logs_by_week_fn", "logs_by_month_fn"].map((name) => ({
    name,
    get: true,
    answer: json,
  })),
  {
    name: "export_logbook_geojson_fn",
    args: ({ log }) => ({ _id: log }),
    get: true,
    answer: z.strictObject({ geojson: collection([], json) }),
  },
];
