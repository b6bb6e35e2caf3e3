/** A user sets a moorage's radius: its stays follow, now and in every later fold. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { destination, distanceM } from "@wakelog/kit/geo/distance.ts";
import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";
import { assignMoorages } from "../../../../src/boat/voyages/finishing/assign-moorages.ts";

const service = serviceForTests();
const { api } = service;
const BAY = { latitude: 59.8, longitude: 22.9 };
const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);
let sailor: Sailor;
const as = () => ({ token: sailor.userToken });

/** A day at a place east of the bay, both by parameters. */
async function stayAt(day: number, metres: number): Promise<void> {
  const times = [START + day * DAY, START + (day + 0.5) * DAY].map((time) => new Date(time).toISOString());
  const body = { arrived: times[0], departed: times[1], ...destination(BAY, 90, metres) };
  expect((await api.post("/stays", body, as())).status).toBe(201);
}

/** The moorage of each stay, in order of time, by the order in which moorages were first visited. */
async function moorages(): Promise<readonly number[]> {
  await service.drainJobs();
  const stays = (await api.get("/stays?select=moorage_id&order=arrived", as())).json;
  const ids: readonly number[] = stays.map((stay: { moorage_id: number }) => stay.moorage_id);
  return ids.map((id) => ids.indexOf(id));
}

const first = async () => (await api.get("/moorages?select=id,radius_m&order=id&limit=1", as())).json[0];
const say = async (radius_m: unknown, ask: { token: string } = as()) =>
  api.patch(`/moorages?id=eq.${(await first()).id}`, { radius_m }, ask);

beforeEach(async () => {
  sailor = await newSailor(api, "Bay");
  await stayAt(0, 0);
  await stayAt(1, 60);
  await stayAt(2, 300);
  await stayAt(3, 900);
  expect(await moorages()).toEqual([0, 0, 2, 3]);
});

it("takes in stays within its radius, and leaves the others to their own places", async () => {
  expect((await say(350)).status).toBe(204);
  expect(await moorages()).toEqual([0, 0, 0, 3]);
  // Nothing was at the second place any more.
  expect((await api.get("/moorages?select=id", as())).json).toHaveLength(2);
  await say(1000);
  expect(await moorages()).toEqual([0, 0, 0, 0]);
  const { id } = await first();
  const [{ arrivals_departures: visits, radius_m }] = (
    await api.get(`/moorage_view?id=eq.${id}&select=arrivals_departures,radius_m`, as())
  ).json;
  expect([visits, radius_m]).toEqual([4, 1000]);
  await say(30);
  expect(await moorages()).toEqual([0, 1, 2, 3]);
  await say(null);
  expect(await moorages()).toEqual([0, 0, 2, 3]);
});

it("is kept when all logs are found again, and counts for stays that come later", async () => {
  await say(350);
  expect(await moorages()).toEqual([0, 0, 0, 3]);
  expect((await api.post("/rpc/refold_fn", {}, as())).json).toBe(true);
  expect(await moorages()).toEqual([0, 0, 0, 3]);
  expect((await first()).radius_m).toBe(350);
  await stayAt(4, 340);
  await stayAt(5, 360);
  expect(await moorages()).toEqual([0, 0, 0, 3, 0, 5]);
});

it("is refused with a sentence where it is no radius, and to who is not of the boat's people", async () => {
  for (const wrong of [19, 2001, -1, 0, "NaN"]) {
    const { status, json } = await say(wrong);
    expect([wrong, status, json.message]).toEqual([
      wrong,
      400,
      "The radius of a moorage is 20 to 2000 metres, or null for as far as the boat swung.",
    ]);
  }
  expect((await say(50, { token: sailor.vesselToken })).status).toBe(403);
  expect((await api.patch(`/moorages?id=eq.${(await first()).id}`, { radius_m: 50 })).status).toBe(401);
  const stranger = await newSailor(api, "Other");
  await say(50, { token: stranger.userToken });
  expect((await first()).radius_m).toBe(null);
});

it("keeps strangers as far from a home as the home reaches", async () => {
  const seen = async (metres: number) => {
    const { latitude, longitude } = destination(BAY, 90, metres);
    const [row] = await service.database.owner.transaction((tx) =>
      tx.query(sql`
        select app.is_private(${latitude}, ${longitude}) as hidden,
          app.public_line(jsonb_build_array(jsonb_build_array(${longitude}::float8, ${latitude}::float8))) as line
        from (select set_config('wakelog.vessel_id', m.vessel_id, true)
          from app.memberships m join app.accounts a using (account_id) where a.email = ${sailor.email}) v`),
    );
    expect(row?.hidden).toBe(JSON.stringify(row?.line) === "[]");
    return row?.hidden !== true;
  };
  await api.patch(`/moorages?id=eq.${(await first()).id}`, { home_flag: true }, as());
  expect([await seen(490), await seen(510), await seen(1490)]).toEqual([false, true, true]);
  await say(1500);
  expect([await seen(490), await seen(510), await seen(1490), await seen(1510)]).toEqual([
    false,
    false,
    false,
    true,
  ]);
  await say(100);
  expect([await seen(490), await seen(510)]).toEqual([false, true]);
});

it("is judged alike by the database and by finishing, wherever places lie", async () => {
  const place = fc.record({
    east: fc.integer({ min: 0, max: 2500 }),
    radiusM: fc.option(fc.integer({ min: 20, max: 2000 }), { nil: null }),
  });
  const at = (east: number) => destination({ latitude: -17.5, longitude: 179.99 }, 90, east);
  const vessel = "radius";
  await service.database.owner.transaction(async (tx) => {
    await tx.run(sql`insert into app.vessels (vessel_id, name) values (${vessel}, 'Radius')`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(place, { maxLength: 6 }),
        fc.integer({ min: 0, max: 2500 }),
        fc.constantFrom(0, 40, 110),
        async (places, east, swing) => {
          const known = places.map((one, i) => ({ id: i + 1, ...at(one.east), ...one, kept: true }));
          const here = at(east);
          // On the very edge, rounding decides.
          const edges = known.map((one) => distanceM(one, here) - (one.radiusM ?? Math.max(100, swing + 50)));
          fc.pre(edges.every((away) => Math.abs(away) > 0.01));
          const distances = known.map((one) => distanceM(one, here)).sort((a, b) => a - b);
          fc.pre(distances.every((away, i) => i === 0 || away - (distances[i - 1] ?? 0) > 0.01));
          await tx.run(sql`delete from api.moorages where vessel_id = ${vessel}`);
          await tx.run(sql`
            insert into api.moorages (vessel_id, id, latitude, longitude, radius_m)
            select ${vessel}, -id, latitude, longitude, "radiusM" from jsonb_to_recordset(${JSON.stringify(known)}::jsonb)
              as m (id integer, latitude float8, longitude float8, "radiusM" float8)`);
          const [found] = await tx.query(sql`
            select -app.moorage_near(${vessel}, ${here.latitude}, ${here.longitude}, ${swing}::float8) as id`);
          const stay = {
            id: 1,
            ...here,
            radiusM: swing,
            over: false,
            ownCode: 1,
            moored: false,
            moorageId: null,
          };
          const { berths } = assignMoorages([stay], known);
          expect(found?.id ?? null).toBe(berths.find(({ stays }) => stays.length > 0)?.id ?? null);
        },
      ),
      { numRuns: 60 },
    );
  });
});
