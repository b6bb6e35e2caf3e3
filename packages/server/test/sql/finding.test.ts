/** Finding logs by remembered facts. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { rowsAs, valueAs } from "../../../../test/support/acting.ts";
import { twoBoatsForTests } from "../../../../test/support/two-boats.ts";
import { sailSeasons } from "../cases/season.ts";

const boats = twoBoatsForTests();
const SEASONS = { first: 2020, last: 2022, logs: 40 };

beforeAll(async () => {
  await sailSeasons(boats.db.owner, boats.alfa.vesselId, SEASONS);
  await sailSeasons(boats.db.owner, boats.bravo.vesselId, { first: 2022, last: 2022, logs: 7 });
});

interface Filter {
  readonly words?: string;
  readonly since?: string;
  readonly until?: string;
  readonly tag?: string;
  readonly place?: string;
  readonly min?: number;
  readonly max?: number;
  readonly way?: string;
  readonly fromMoorage?: number | undefined;
  readonly toMoorage?: number | undefined;
}

/** The arguments of all procedures that find logs. */
function args(filter: Filter) {
  const { words = "", since = "", until = "", tag = "", place = "", min, max, way = "" } = filter;
  const { fromMoorage = null, toMoorage = null } = filter;
  return sql`${words}, ${since}, ${until}, ${tag}, ${place}, ${min ?? null}::numeric, ${max ?? null}::numeric, ${way},
    ${fromMoorage}::int, ${toMoorage}::int`;
}

const find = (filter: Filter, sort = "") =>
  rowsAs(boats.db, boats.alfa.user, sql`select * from api.find_logs_fn(${args(filter)}, ${sort})`);

describe("find_logs_fn", () => {
  const laws: readonly (readonly [Filter, (log: Readonly<Record<string, unknown>>) => boolean])[] = [
    [{ since: "2021-05-01", until: "2021-06-30" }, ({ started }) => /^2021-0[56]/.test(String(started))],
    [{ tag: "night" }, ({ tags }) => JSON.stringify(tags ?? []).includes('"night"')],
    [{ place: "kök" }, ({ from, to }) => `${from} ${to}`.includes("Kökar")],
    [
      { min: 20, max: 50 },
      ({ distance }) => distance !== null && Number(distance) >= 20 && Number(distance) <= 50,
    ],
    [{ way: "motor" }, ({ sailing, motoring }) => Number(motoring ?? 0) > Number(sailing ?? 0)],
    [
      { way: "sail" },
      ({ sailing, motoring }) => Number(sailing ?? 0) > 0 && Number(sailing) >= Number(motoring ?? 0),
    ],
    [
      { words: "  UTÖ family " },
      ({ from, to, tags }) => `${from} ${to}`.includes("Utö") && JSON.stringify(tags).includes("family"),
    ],
  ];

  test.each(laws)("%o finds those logs and no others", async (filter, wanted) => {
    const all = await find({});
    const expected = all.filter(wanted).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(all.length);
    expect((await find(filter)).map(({ id }) => id)).toEqual(expected);
  });

  test("looks into notes, and takes no character for a pattern", async () => {
    expect((await find({ words: "porpoise" })).length).toBeGreaterThan(3);
    for (const words of ["%", "_", "nowhere", "\\", ".*"]) expect(await find({ words }), words).toEqual([]);
  });

  test("shows each boat its own logs, newest first", async () => {
    const logs = await find({});
    expect(logs).toHaveLength(3 * SEASONS.logs + 2);
    const times = logs.map(({ started }) => Date.parse(String(started)));
    expect(times).toEqual([...times].sort((a, b) => b - a));
    const others = await rowsAs(boats.db, boats.bravo.user, sql`select * from api.find_logs_fn()`);
    expect(others).toHaveLength(7 + 2);
  });

  test("sorts by a measure, greatest first, unknown last, ties newest first, through pages", async () => {
    const seconds = (duration: unknown) => {
      const [, d = 0, h = 0, m = 0, s = 0] =
        /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/.exec(String(duration)) ?? [];
      return ((Number(d) * 24 + Number(h)) * 60 + Number(m)) * 60 + Number(s);
    };
    const number = (value: unknown) => (value === null ? null : Number(value));
    const measures: Readonly<Record<string, (log: Readonly<Record<string, unknown>>) => number | null>> = {
      distance: ({ distance }) => number(distance),
      duration: ({ duration }) => (duration === null ? null : seconds(duration)),
      speed: ({ avg_speed }) => number(avg_speed),
      wind: ({ max_wind_speed }) => number(max_wind_speed),
    };
    await boats.db.owner.transaction((tx) =>
      tx.run(sql`update api.logbook set avg_speed = round(avg_speed::numeric),
          max_wind_speed = case id % 5 when 0 then 'NaN' when 1 then null else max_wind_speed end
        where vessel_id = ${boats.alfa.vesselId}`),
    );
    const byDate = await find({});
    for (const [sort, measure] of Object.entries(measures)) {
      const rank = (log: Readonly<Record<string, unknown>>) => {
        const value = measure(log);
        return value === null || Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value;
      };
      // A stable sort: what is equal stays newest first.
      const expected = byDate.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a)));
      const ids = expected.map(({ id }) => id);
      expect(ids, sort).not.toEqual(byDate.map(({ id }) => id));
      expect(
        (await find({}, sort)).map(({ id }) => id),
        sort,
      ).toEqual(ids);
      const paged: unknown[] = [];
      for (let at = 0; at < ids.length; at += 25) {
        const page = await rowsAs(
          boats.db,
          boats.alfa.user,
          sql`select id from api.find_logs_fn(sort => ${sort}) limit 25 offset ${at}::int`,
        );
        paged.push(...page.map(({ id }) => id));
      }
      expect(paged, sort).toEqual(ids);
    }
    expect((await find({}, "nonsense")).map(({ id }) => id)).toEqual(byDate.map(({ id }) => id));
  });

  test("its totals are those of what it finds", async () => {
    for (const filter of [{}, { tag: "race" }, { way: "motor", since: "2022-01-01" }, { words: "nowhere" }]) {
      const found = await find(filter);
      const [totals] = await rowsAs(
        boats.db,
        boats.alfa.user,
        sql`select * from api.find_logs_totals_fn(${args(filter)})`,
      );
      const sum = found.reduce((nm, { distance }) => nm + Number(distance ?? 0), 0);
      expect(totals?.logs).toBe(found.length);
      expect(Number(totals?.distance ?? 0)).toBeCloseTo(sum, 6);
    }
  });
});

describe("the logs of a moorage", () => {
  /** Names that are parts of each other, and twice the same. */
  const NAMES = ["Utö", "Utö east", "Utö", "Harbour of Utö"];
  const found = async (filter: Filter) => (await find(filter)).map(({ id }) => Number(id));
  const places: { readonly id: number; readonly from: number | null; readonly to: number | null }[] = [];
  let ids: readonly number[] = [];

  beforeAll(async () => {
    const { owner } = boats.db;
    const { vesselId } = boats.alfa;
    const made = await owner.transaction(async (tx) => {
      await tx.run(sql`select set_config('wakelog.vessel_id', ${vesselId}, true)`);
      return await tx.query(sql`
        insert into api.moorages (name, latitude, longitude)
        select name, 59 + n * 0.1, 21 from unnest(${NAMES}::text[]) with ordinality m (name, n) returning id`);
    });
    ids = made.map(({ id }) => Number(id));
    // A fifth of the ends is at no moorage.
    const end = fc.constantFrom(...ids, null);
    const ends = fc.sample(fc.tuple(end, end), 3 * SEASONS.logs + 2);
    const logs = await owner.transaction((tx) =>
      tx.query(sql`select id from api.logbook where vessel_id = ${vesselId} and _to_time is not null
        order by _from_time desc, id desc`),
    );
    for (const [at, { id }] of logs.entries()) {
      const [from = null, to = null] = ends[at] ?? [];
      places.push({ id: Number(id), from, to });
    }
    await owner.transaction((tx) =>
      tx.run(sql`
        update api.logbook l set _from_moorage_id = p.from, _to_moorage_id = p.to
        from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) p (id int, "from" int, "to" int)
        where l.id = p.id and l.vessel_id = ${vesselId}`),
    );
  });

  test("are those that began or ended there, whatever its name, or went from one to another", async () => {
    for (const fromMoorage of [undefined, ...ids]) {
      for (const toMoorage of [undefined, ...ids]) {
        const expected = places.filter(
          ({ from, to }) =>
            (fromMoorage === undefined || from === fromMoorage) &&
            (toMoorage === undefined || to === toMoorage),
        );
        expect(expected.length).toBeGreaterThan(0);
        expect(await found({ fromMoorage, toMoorage })).toEqual(expected.map(({ id }) => id));
        const totals = sql`select logs from api.find_logs_totals_fn(${args({ fromMoorage, toMoorage })})`;
        expect(await valueAs(boats.db, boats.alfa.user, totals)).toBe(expected.length);
      }
    }
  });

  test("are narrowed by what else is looked for, and so are the waters they led to", async () => {
    const [toMoorage] = ids;
    const narrowed = { toMoorage, tag: "night", since: "2021-01-01" };
    const night = (await find({ tag: "night", since: "2021-01-01" })).map(({ id }) => Number(id));
    const expected = night.filter((log) => places.some(({ id, to }) => id === log && to === toMoorage));
    expect(expected.length).toBeGreaterThan(0);
    expect(await found(narrowed)).toEqual(expected);
    const waters = await valueAs(boats.db, boats.alfa.user, sql`select api.waters_fn(${args(narrowed)})`);
    expect(waters).toHaveProperty("countries.0", { name: "fi", logs: expected.length });
  });

  test("are hidden from others: the number of another boat's moorage finds nothing", async () => {
    await boats.db.owner.transaction((tx) =>
      tx.run(sql`update api.logbook set _from_moorage_id = ${boats.bravo.moorageId}::int,
        _to_moorage_id = ${boats.bravo.moorageId}::int where vessel_id = ${boats.bravo.vesselId}`),
    );
    for (const end of ["fromMoorage", "toMoorage"]) {
      const filter = { [end]: boats.bravo.moorageId };
      const own = await rowsAs(
        boats.db,
        boats.bravo.user,
        sql`select * from api.find_logs_fn(${args(filter)})`,
      );
      expect(own).toHaveLength(7 + 2);
      expect(await found(filter)).toEqual([]);
      const [logId] = ids;
      const theirs = sql`select * from api.find_logs_fn(${args({ [end]: logId })})`;
      expect(await rowsAs(boats.db, boats.bravo.user, theirs)).toEqual([]);
    }
  });
});
