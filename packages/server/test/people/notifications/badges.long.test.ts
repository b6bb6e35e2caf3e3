import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Position } from "@wakelog/kit/geo/distance.ts";
import { describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { DAY_TRIP, type Part, passage } from "../../../../../test/support/passage.ts";
import { prove } from "../../../../../test/support/proven.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";

const service = serviceForTests();
const { api } = service;

async function provenSailor(boat: string): Promise<Sailor> {
  const sailor = await newSailor(api, boat);
  await prove(service, sailor.email);
  return sailor;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

async function send(
  sailor: Sailor,
  parts: readonly Part[],
  start: number,
  change: (row: Record<string, unknown>) => object = (row) => row,
  from?: Position,
): Promise<void> {
  const rows = passage(start, parts, from).map((row) => change(row));
  const answer = await api.post("/metrics?select=time", rows, {
    token: sailor.vesselToken,
    headers: { Prefer: "return=representation" },
  });
  expect([answer.status, answer.json.length]).toEqual([201, rows.length]);
  await service.drainJobs();
}

const badgesOf = async (sailor: Sailor): Promise<Record<string, { log?: number; date: string }>> =>
  (await api.get("/rpc/settings_fn", { token: sailor.userToken })).json.settings.preferences.badges ?? {};

const toldOf = async (sailor: Sailor): Promise<readonly unknown[]> =>
  (
    await service.database.owner.transaction((tx) =>
      tx.query(sql`
        select subject from app.deliveries where recipient = ${sailor.email} and kind = 'new_badge' order by id`),
    )
  ).map((row) => row.subject);

describe("badges of voyages", () => {
  it("begin with the first log, dated by its end, and are given and told once", async () => {
    const sailor = await provenSailor("First log");
    await send(sailor, DAY_TRIP, Date.now() - 8 * HOUR);
    const logs = await api.get("/logbook?select=id,_to_time&order=id", { token: sailor.userToken });
    const [first] = logs.json;
    const badges = await badgesOf(sailor);
    expect(Object.keys(badges)).toEqual(["Helmsman", "Baltic Sea"]);
    expect(badges["Baltic Sea"]).toEqual(badges.Helmsman);
    expect(badges.Helmsman?.log).toBe(first.id);
    expect(Date.parse(badges.Helmsman?.date ?? "")).toBe(
      Math.floor(Date.parse(first._to_time) / 1000) * 1000,
    );
    expect(badges.Helmsman?.date).toMatch(/T[\d:]{8}\+00:00$/);
    expect(await toldOf(sailor)).toEqual(["New badge: Helmsman", "New badge: Baltic Sea"]);
  });

  it("tell strong wind from a storm", async () => {
    const breeze = await provenSailor("Breeze");
    await send(breeze, DAY_TRIP, Date.now() - 8 * HOUR, (row) => ({ ...row, windspeedapparent: 15 }));
    expect(Object.keys(await badgesOf(breeze)).sort()).toEqual(["Baltic Sea", "Helmsman", "Wake Maker"]);
    const storm = await provenSailor("Storm");
    await send(storm, DAY_TRIP, Date.now() - 8 * HOUR, (row) => ({ ...row, windspeedapparent: 30.1 }));
    expect(Object.keys(await badgesOf(storm)).sort()).toEqual([
      ...["Baltic Sea", "Helmsman", "Stormtrooper", "Wake Maker"],
    ]);
  });

  it("honour a hundred miles in one log, and a thousand in all of them", async () => {
    const sailor = await provenSailor("Far");
    const leg = (course: number): readonly Part[] => [
      { stay: "moored", minutes: 60 },
      { sail: course, knots: 9, minutes: 700 },
      { stay: "moored", minutes: 120 },
    ];
    await send(sailor, leg(200), Date.now() - 20 * HOUR);
    expect(Object.keys(await badgesOf(sailor))).toContain("Navigator Award");
    expect(Object.keys(await badgesOf(sailor))).not.toContain("Captain Award");
    const before = await api.post(
      "/logbook",
      {
        name: "Across the ocean",
        _from_time: new Date(Date.now() - 40 * DAY).toISOString(),
        _to_time: new Date(Date.now() - 30 * DAY).toISOString(),
      },
      { token: sailor.userToken, headers: { Prefer: "return=representation" } },
    );
    expect(before.status).toBe(201);
    await service.database.owner.transaction((tx) =>
      tx.run(sql`update api.logbook set distance = 1200 where id = ${before.json[0].id}::int`),
    );
    const { id } = (await api.get("/logs_view?order=distance&limit=1", { token: sailor.userToken })).json[0];
    await service.database.owner.transaction((tx) =>
      tx.run(
        sql`select app.enqueue('log_finished', ${String(id)}, vessel_id) from api.logbook where id = ${id}::int`,
      ),
    );
    await service.drainJobs();
    expect(Object.keys(await badgesOf(sailor))).toContain("Captain Award");
    expect(await toldOf(sailor)).toHaveLength(Object.keys(await badgesOf(sailor)).length);
  });
});

describe("badges of places", () => {
  /** Stays of 20 h each, at a place ten miles from the last one, with a leg after each. */
  const cruise = (stays: number, status: "moored" | "anchored"): readonly Part[] =>
    Array.from({ length: stays }, (_, i): readonly Part[] => [
      { stay: status, minutes: 20 * 60 },
      { sail: (i * 47) % 360, knots: 6, minutes: 100 },
    ])
      .flat()
      .concat({ stay: status, minutes: 60 });

  it("add up the hours of all stays: thirteen nights of twenty hours make an explorer", async () => {
    const sailor = await provenSailor("Explorer");
    await send(sailor, cruise(13, "anchored"), Date.now() - 13 * DAY);
    const badges = await badgesOf(sailor);
    expect(badges.Explorer).toBeDefined();
    expect(badges.Explorer?.log).toBeUndefined();
    expect(badges).not.toHaveProperty("Anchormaster");
    expect(badges).not.toHaveProperty("Mooring Pro");
    const stays = await api.get("/stays?select=departed&departed=not.is.null", { token: sailor.userToken });
    const departures = stays.json.map((one: { departed: string }) =>
      Math.floor(Date.parse(one.departed) / 1000),
    );
    expect(departures).toContain(Date.parse(badges.Explorer?.date ?? "") / 1000);
  });

  it("count weeks at anchor and at buoys by what each stay was, and nothing at home", async () => {
    const sailor = await provenSailor("Anchor");
    await send(sailor, cruise(5, "anchored"), Date.now() - 6 * DAY);
    const stretch = (code: number, days: number, home: boolean) =>
      service.database.owner.transaction((tx) =>
        tx.run(sql`
          with own as (select s.* from api.stays s join app.memberships m using (vessel_id)
              join app.accounts a using (account_id) where a.email = ${sailor.email}),
            flagged as (update api.moorages p set home_flag = ${home} from own o
              where p.vessel_id = o.vessel_id and p.id = o.moorage_id),
            longer as (update api.stays s set stay_code = ${code}::int,
                arrived = case when s.id = (select max(id) from own where departed is not null)
                  then s.departed - make_interval(days => ${days}::int) else s.arrived end
              from own o where s.vessel_id = o.vessel_id and s.id = o.id)
          select app.enqueue('stay_finished', max(id)::text, vessel_id) from own where departed is not null group by vessel_id`),
      );
    const ashore = async () =>
      Object.keys(await badgesOf(sailor)).filter((name) => !["Baltic Sea", "Gulf of Finland"].includes(name));
    await stretch(2, 40, true);
    await service.drainJobs();
    expect(await ashore()).toEqual(["Helmsman"]);
    await stretch(3, 12, false);
    await service.drainJobs();
    expect((await ashore()).sort()).toEqual(["Explorer", "Helmsman", "Mooring Pro"]);
    await stretch(2, 26, false);
    await service.drainJobs();
    expect((await ashore()).sort()).toEqual(["Anchormaster", "Explorer", "Helmsman", "Mooring Pro"]);
  });
});

describe("badges of waters", () => {
  const same = (row: Record<string, unknown>) => row;
  const hop: readonly Part[] = [
    { stay: "moored", minutes: 60 },
    { sail: 90, knots: 6, minutes: 60 },
    { stay: "moored", minutes: 120 },
  ];

  it.each([
    ["off Ibiza", { latitude: 39.2, longitude: 1.8 }, ["Balearic Sea", "Mediterranean Sea"], "es"],
    ["in Alaska", { latitude: 57, longitude: -152 }, ["Gulf of Alaska", "Club Alaska"], "us"],
    ["at Tahiti", { latitude: -17.4, longitude: -149.8 }, ["South Pacific Ocean", "Tropical Traveler"], "pf"],
  ])("%s", async (_, from, badges, country) => {
    const sailor = await provenSailor("Waters");
    await send(sailor, hop, Date.now() - 8 * HOUR, same, from);
    const earned = await badgesOf(sailor);
    expect(Object.keys(earned).sort()).toEqual(["Helmsman", ...badges].sort());
    const [log] = (await api.get("/log_view?select=id,extra", { token: sailor.userToken })).json;
    for (const badge of badges) expect(earned[badge]).toEqual(earned.Helmsman);
    expect(log.extra.seas).toEqual(badges.filter((name) => !/Club|Traveler/.test(name)));
    expect(log.extra.countries).toEqual([country]);
    const moorages = (await api.get("/moorages?select=country", { token: sailor.userToken })).json;
    expect(moorages).toEqual(moorages.map(() => ({ country })));
    const listed = (await api.get("/rpc/badges_fn", { token: sailor.userToken })).json;
    expect(listed.find((one: { name: string }) => one.name === badges[0])).toMatchObject({
      description: `Sailed here: ${badges[0]}`,
      logbook_id: log.id,
    });
  });

  it("are not earned by what users write", async () => {
    const sailor = await provenSailor("Forger");
    await send(sailor, DAY_TRIP, Date.now() - 30 * HOUR);
    const before = Object.keys(await badgesOf(sailor));
    const [log] = (await api.get("/logbook?order=id", { token: sailor.userToken })).json;
    const extra = { seas: ["Coral Sea"], best_24h_nm: 900 };
    expect((await api.patch(`/logbook?id=eq.${log.id}`, { extra }, { token: sailor.userToken })).status).toBe(
      204,
    );
    await service.database.owner.transaction((tx) =>
      tx.run(sql`
        select app.enqueue('log_finished', ${String(log.id)}, vessel_id) from api.logbook where id = ${log.id}::int`),
    );
    await service.drainJobs();
    expect(Object.keys(await badgesOf(sailor))).toEqual(before);
  });

  it("honour a day's run of a hundred miles, and an ocean", async () => {
    const sailor = await provenSailor("Runner");
    const run: readonly Part[] = [
      { stay: "moored", minutes: 60 },
      { sail: 250, knots: 5.5, minutes: 24 * 60 },
      { stay: "moored", minutes: 120 },
    ];
    await send(sailor, run, Date.now() - 40 * HOUR, same, { latitude: 28, longitude: -20 });
    expect(Object.keys(await badgesOf(sailor))).toEqual(
      expect.arrayContaining(["Speed Demon", "Navigator Award", "North Atlantic Ocean"]),
    );
    expect(await badgesOf(sailor)).not.toHaveProperty("Aloha Award");
    const line = { _from_lat: 28, _from_lng: -18, _to_lat: 14, _to_lng: -60.5 };
    const crossing = {
      ...line,
      _from_time: new Date(Date.now() - 60 * DAY).toISOString(),
      _to_time: new Date(Date.now() - 40 * DAY).toISOString(),
    };
    expect((await api.post("/logbook", crossing, { token: sailor.userToken })).status).toBe(201);
    await service.drainJobs();
    const [log] = (await api.get("/logbook?order=distance.desc&limit=1", { token: sailor.userToken })).json;
    expect(log.extra.seas).toEqual(expect.arrayContaining(["North Atlantic Ocean", "Sargasso Sea"]));
    await service.database.owner.transaction((tx) =>
      tx.run(sql`
        select app.enqueue('log_finished', ${String(log.id)}, vessel_id) from api.logbook where id = ${log.id}::int`),
    );
    await service.drainJobs();
    expect(await badgesOf(sailor)).toHaveProperty("Aloha Award");
  });

  it("count the countries where a boat stayed", async () => {
    const sailor = await provenSailor("Traveler");
    await send(sailor, DAY_TRIP, Date.now() - 30 * HOUR);
    await service.database.owner.transaction((tx) =>
      tx.run(sql`
        with vessel as (
          select m.vessel_id from app.memberships m join app.accounts a using (account_id) where a.email = ${sailor.email}),
        places as (
          insert into api.moorages (vessel_id, name, country, latitude, longitude)
          select vessel_id, c, c, 10 + row_number() over (), 10 from vessel, unnest(array['se', 'ee', 'lv', 'pl', 'unknown']) c
          returning vessel_id, id, latitude)
        insert into api.stays (vessel_id, arrived, departed, latitude, longitude, moorage_id)
        select vessel_id, now() - latitude * interval '10 days', now() - latitude * interval '10 days' + interval '1 day',
          latitude, 10, id from places`),
    );
    await service.database.owner.transaction((tx) =>
      tx.run(sql`
        select app.enqueue('stay_finished', max(s.id)::text, s.vessel_id)
        from api.stays s join app.memberships m using (vessel_id) join app.accounts a using (account_id)
        where a.email = ${sailor.email} and s.departed is not null group by s.vessel_id`),
    );
    await service.drainJobs();
    expect(await badgesOf(sailor)).toHaveProperty("Traveler");
  });
});
