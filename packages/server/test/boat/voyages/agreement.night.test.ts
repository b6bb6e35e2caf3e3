/** Whatever a boat did and in whichever order its rows came: all responses about its logbook agree. */

import { distanceM } from "@wakelog/kit/geo/distance.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { LAW_TIMEOUT, lawCases } from "../../../../../test/support/laws/cases.ts";
import { type Part, passage } from "../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";

const DAY = 24 * 3_600_000;
const service = serviceForTests();

const leg = fc.record({
  sail: fc.integer({ min: 0, max: 359 }),
  knots: fc.integer({ min: 3, max: 7 }),
  minutes: fc.integer({ min: 30, max: 150 }),
});
const stay = fc.record({
  stay: fc.constantFrom("moored" as const, "anchored" as const),
  minutes: fc.integer({ min: 60, max: 1500 }),
});
const story = fc.record({
  parts: fc
    .array(fc.tuple(leg, stay), { minLength: 1, maxLength: 5 })
    .map((pairs): Part[] => [{ stay: "moored", minutes: 90 }, ...pairs.flat()]),
  daysAgo: fc.integer({ min: 10, max: 90 }),
  /** Rows with these numbers, modulo a period, are left out. */
  lost: fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 3 }),
  hasStatus: fc.boolean(),
  order: fc.infiniteStream(fc.integer({ min: 0, max: 1_000_000 })),
  batch: fc.integer({ min: 20, max: 400 }),
  cuts: fc.uniqueArray(fc.integer({ min: 0, max: 90 }), { minLength: 1, maxLength: 3 }),
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

async function sail(skipper: Skipper, told: Story): Promise<number> {
  const start = Date.now() - told.daysAgo * DAY;
  const rows = passage(start, told.parts)
    .filter((_, n) => !told.lost.includes(n % 13))
    .map((row) => (told.hasStatus ? row : { ...row, status: null }))
    .map((row) => ({ row, place: told.order.next().value }))
    .sort((a, b) => a.place - b.place)
    .map(({ row }) => row);
  for (let n = 0; n < rows.length; n += told.batch) await skipper.send(rows.slice(n, n + told.batch));
  return start;
}

interface Feature {
  readonly geometry: { readonly type: string };
  readonly properties: { readonly time: string };
}
interface Log {
  readonly id: number;
  readonly _from_time: string;
  readonly _to_time: string | null;
  readonly distance: number;
  readonly _from_lat: number;
  readonly _from_lng: number;
  readonly _to_lat: number;
  readonly _to_lng: number;
  readonly _from_moorage_id: number | null;
  readonly _to_moorage_id: number | null;
  readonly track_geom: { readonly coordinates: readonly unknown[] };
  readonly track_geojson: { readonly features: readonly Feature[] };
}
interface Stay {
  readonly arrived: string;
  readonly departed: string | null;
  readonly moorage_id: number | null;
}

const sum = (numbers: readonly (number | null)[]) =>
  numbers.reduce<number>((all, one) => all + (one ?? 0), 0);
/** The same positions: PostGIS shows nine digits behind the point. */
const near = (lines: unknown): unknown =>
  Array.isArray(lines) ? lines.map(near) : typeof lines === "number" ? expect.closeTo(lines, 8) : lines;
/** Latitude, longitude and milliseconds of each point of a GPX track. */
const trackPoints = (track: string): readonly (readonly number[])[] =>
  [...track.matchAll(/<trkpt lat="([^"]*)" lon="([^"]*)">(?:<time>([^<]*))?/g)].map(
    ([, latitude, longitude, time]) => [Number(latitude), Number(longitude), Date.parse(time ?? "")],
  );
/** Metres between two of them at the same time; infinite at different times. */
const apart = (
  [latitude = 99, longitude = 0, time]: readonly number[] = [],
  end: readonly number[],
): number =>
  time === end[2]
    ? distanceM({ latitude, longitude }, { latitude: end[0] ?? 99, longitude: end[1] ?? 0 })
    : Infinity;
const counted = (charts: Readonly<Record<string, number>>) => sum(Object.values(charts));
/** Minutes of an ISO 8601 duration of days and times. */
const minutes = (duration: string | null): number => {
  const found = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/.exec(duration ?? "PT0S");
  const [, days, hours, full, seconds] = found ?? [];
  return Number(days ?? 0) * 1440 + Number(hours ?? 0) * 60 + Number(full ?? 0) + Number(seconds ?? 0) / 60;
};
const spent = (stays: readonly Stay[]) =>
  sum(
    stays.map(
      (s) => ((s.departed === null ? Date.now() : Date.parse(s.departed)) - Date.parse(s.arrived)) / 60_000,
    ),
  );
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

async function expectAgreement(skipper: Skipper, start: number, cuts: readonly number[]): Promise<void> {
  const { rows } = skipper;
  const logs: readonly Log[] = await rows("/logbook?_to_time=not.is.null&order=_from_time");
  const stays: readonly Stay[] = await rows("/stays?order=arrived");
  const nm = sum(logs.map(({ distance }) => distance));
  const lines = logs.map(({ track_geom }) => track_geom.coordinates);
  const points = logs.map((log) =>
    log.track_geojson.features.filter(({ geometry }) => geometry.type === "Point"),
  );

  // Time is tiled: each stay lies between two logs, and nothing overlaps.
  const tiles = [
    ...logs.map((log) => [log._from_time, log._to_time] as const),
    ...stays.map((one) => [one.arrived, one.departed] as const),
  ].sort(([a], [b]) => a.localeCompare(b));
  expect(tiles.slice(0, -1).map(([, end]) => end)).toEqual(tiles.slice(1).map(([begin]) => begin));

  // Totals are the sum of the logs, however they are requested.
  const [totals] = await rows("/stats_logs_view");
  const { stats } = await rows("/rpc/stats_logs_fn");
  const months = await rows("/logs_by_month_view");
  const voyages = await rows("/voyages_view");
  const [found] = await rows("/rpc/find_logs_totals_fn");
  const statistics = await rows("/rpc/statistics_fn");
  const byMonth: readonly { readonly logs: number; readonly distance: number }[] = months;
  const byVoyage: readonly { readonly legs: number; readonly distance: number }[] = voyages;
  for (const [number, miles] of [
    [totals.number_of_log_entries, totals.total_distance],
    [stats.count, stats.sum_distance],
    [found.logs, found.distance],
    [sum(byMonth.map((month) => month.logs)), sum(byMonth.map(({ distance }) => distance))],
    [sum(byVoyage.map(({ legs }) => legs)), sum(byVoyage.map(({ distance }) => distance))],
  ]) {
    expect(number).toBe(logs.length);
    expect(miles ?? 0).toBeCloseTo(nm, 3);
  }
  expect(statistics.totals.logs).toBe(logs.length);
  for (const name of ["logs_by_day_fn", "logs_by_month_fn", "logs_by_week_fn", "graph_logs_by_year_fn"])
    expect(counted((await rows(`/rpc/${name}`)).charts)).toBe(logs.length);

  // Visits and durations of moorages equal those of their stays.
  const moorages = await rows("/moorages_view");
  for (const { id, arrivals_departures, total_duration } of moorages) {
    const own = stays.filter(({ moorage_id }) => moorage_id === id);
    expect(arrivals_departures).toBe(own.length);
    expect(Math.abs(minutes(total_duration) - spent(own))).toBeLessThan(1);
    // Its page counts the logs that begin and end there, and the logbook finds the same.
    for (const end of ["from", "to"] as const) {
      const there = logs.filter((log) => log[`_${end}_moorage_id`] === id).map((log) => log.id);
      const listed: readonly Log[] = await rows(`/rpc/find_logs_fn?${end}_moorage=${id}`);
      expect(listed.map((log) => log.id)).toEqual(there.toReversed());
      const counted = await rows(`/logs_view?_${end}_moorage_id=eq.${id}&select=id`);
      expect(counted).toHaveLength(there.length);
    }
  }
  const [places] = await rows("/stats_moorages_view");
  const ever = minutes(places["time_spent_at_home_port(s)"]) + minutes(places.time_spent_away);
  expect(Math.abs(ever - spent(stays))).toBeLessThan(1);
  expect(await rows("/total_info_view")).toEqual([
    { logs: logs.length, stays: stays.length, moorages: moorages.length },
  ]);

  // Exports and the time-lapse are the tracks.
  const geojson = async (name: string) => (await rows(`/rpc/${name}`)).geojson.features;
  expect((await geojson("timelapse_fn"))[0].geometry.coordinates).toEqual(near(lines));
  const placed = ({ geometry, properties }: Feature) => [geometry, Date.parse(properties.time)];
  const exportedPoints: readonly Feature[] = await geojson("export_logbooks_geojson_point_trips_fn");
  expect(exportedPoints.map(placed)).toEqual(points.flat().map(placed));
  const gpx: string = await rows("/rpc/export_logbooks_gpx_fn");
  expect(gpx.match(/<trk>/g)?.length ?? 0).toBe(logs.length);
  const tracks = gpx.split("<trk>").slice(1);
  for (const [at, log] of logs.entries()) {
    const exported = trackPoints(tracks[at] ?? "");
    expect(apart(exported.at(0), [log._from_lat, log._from_lng, Date.parse(log._from_time)])).toBeLessThan(
      1.1,
    );
    expect(apart(exported.at(-1), [log._to_lat, log._to_lng, Date.parse(log._to_time ?? "")])).toBeLessThan(
      1.1,
    );
    expect(exported.length).toBeGreaterThanOrEqual(points[at]?.length ?? 0);
    const times = exported.flatMap(([, , time = Number.NaN]) => (Number.isNaN(time) ? [] : [time]));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  }

  // Statistics of consecutive periods add up, wherever time is cut.
  const days = cuts.map((cut) => dayOf(start + cut * DAY)).toSorted();
  const spans = ["", ...days].map((from, n) => {
    const next = days[n];
    return `start_date=${from}&end_date=${next === undefined ? "9999-12-31" : dayOf(Date.parse(next) - DAY)}`;
  });
  const parts = { logs: 0, nm: 0, minutes: 0, lines: 0, points: 0 };
  for (const span of spans) {
    const part = (await rows(`/rpc/stats_logs_fn?${span}`)).stats;
    parts.logs += part.count;
    parts.nm += part.sum_distance ?? 0;
    parts.minutes += minutes((await rows(`/rpc/stats_stays_fn?${span}`)).stats.sum_stay_duration);
    parts.lines += (await geojson(`timelapse_fn?${span}`))[0].geometry?.coordinates.length ?? 0;
    parts.points += (await geojson(`export_logbooks_geojson_point_trips_fn?${span}`)).length;
  }
  expect(parts).toEqual({
    logs: logs.length,
    nm: expect.closeTo(nm, 3),
    minutes: expect.closeTo(spent(stays), 0),
    lines: lines.length,
    points: points.flat().length,
  });

  // The newest measurements are the newest row.
  const [newest] = await rows("/metrics?order=time.desc&limit=1");
  const [monitoring] = await rows("/monitoring_view");
  const { time, status, speedoverground, longitude, latitude } = newest;
  expect(monitoring).toMatchObject({ time, status, speedoverground });
  expect(monitoring.geojson.geometry.coordinates).toEqual([longitude, latitude]);
  expect(await rows("/monitoring_view2?select=key,value&key=eq.navigation.log")).toEqual([
    { key: "navigation.log", value: newest.metrics["navigation.log"] },
  ]);
}

it(
  "agree for random voyages in random order",
  async () => {
    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        const skipper = await newSkipper(service);
        const start = await sail(skipper, told);
        await expectAgreement(skipper, start, told.cuts);
      }),
      { numRuns: lawCases(0.05) },
    );
  },
  LAW_TIMEOUT * 3,
);
