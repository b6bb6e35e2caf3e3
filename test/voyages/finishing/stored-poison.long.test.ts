/** Rows that an earlier release let in and that nothing can be made of: they keep nobody's others from being finished. */
import { describe, expect, it } from "vitest";
import { vesselOfToken } from "../../../src/cli/import/vessel.ts";
import { type Sql, sql } from "../../../src/db/sql.ts";
import type { Observation } from "../../../src/observe.ts";
import { DAY_TRIP, passage } from "../../support/passage.ts";
import { prove } from "../../support/proven.ts";
import { serviceForTests } from "../../support/service.ts";
import { newSkipper } from "../../support/skipper.ts";

const failures: Observation[] = [];
const service = serviceForTests({}, (seen) => {
  if (seen.kind === "job-failed" || seen.kind === "fault") failures.push(seen);
});
const { api } = service;

const POISONS: readonly (readonly [string, (vessel: string) => Sql])[] = [
  [
    "a moorage that is nowhere",
    (vessel) => sql`
      insert into api.moorages (vessel_id, name, latitude, longitude, geog)
      values (${vessel}, 'Nowhere', 'NaN', 12, app.make_point(1, 2))`,
  ],
  [
    "a stay that is nowhere",
    (vessel) => sql`
      insert into api.stays (vessel_id, arrived, departed, latitude, longitude, geog)
      values (${vessel}, '2026-03-01', '2026-03-02', 'Infinity', 12, app.make_point(1, 2))`,
  ],
  [
    "a stay that began before all time",
    (vessel) => sql`
      with here as (
        insert into api.moorages (vessel_id, name, latitude, longitude) values (${vessel}, 'Here', 10, 12) returning id)
      insert into api.stays (vessel_id, arrived, departed, latitude, longitude, moorage_id)
      select ${vessel}, '-infinity', '2026-01-01', 10, 12, id from here`,
  ],
  [
    "a log after the last date there is",
    (vessel) => sql`
      with log as (
        insert into api.logbook (vessel_id, _from_time, _to_time)
        values (${vessel}, '290000-01-01', '290001-01-01') returning id)
      insert into app.written_by_people (vessel_id, resource, id, columns)
      select ${vessel}, 'logbook', id, '{id}' from log`,
  ],
];

describe("with what an earlier release let in", () => {
  it.each(POISONS)("%s, the other entries of the vessel are finished", async (_, poison) => {
    failures.length = 0;
    const { sailor, rows } = await newSkipper(service);
    const { vesselId } = vesselOfToken(sailor.vesselToken);
    await service.database.owner.transaction((tx) => tx.run(poison(vesselId)));
    const entry = {
      _from_time: "2026-05-01T08:00:00Z",
      _to_time: "2026-05-01T10:00:00Z",
      ...{ _from_lat: 59.5, _from_lng: 22.5, _to_lat: 59.6, _to_lng: 22.7 },
    };
    const token = sailor.userToken;
    const made = await api.post("/logbook", entry, {
      token,
      headers: { Prefer: "return=representation" },
    });
    expect(made.status, made.text).toBe(201);
    const stay = { arrived: "2026-05-01T10:00:00Z", departed: "2026-05-02T10:00:00Z" };
    const stayed = await api.post("/stays", { ...stay, latitude: 59.6, longitude: 22.7 }, { token });
    expect(stayed.status, stayed.text).toBe(201);
    await service.drainJobs();
    expect(failures).toEqual([]);
    const [log] = await rows(`/logbook?id=eq.${made.json[0].id}`);
    expect(log).toMatchObject({ duration: "PT2H", distance: expect.any(Number), name: expect.any(String) });
    const times = await rows("/moorages?select=stay_duration");
    expect(JSON.stringify(times)).not.toContain("infinity");
  });

  it("the next log is told of and earns its badges", async () => {
    failures.length = 0;
    const { sailor, send, rows } = await newSkipper(service);
    const { vesselId } = vesselOfToken(sailor.vesselToken);
    await prove(service, sailor.email);
    await service.database.owner.transaction(async (tx) => {
      await tx.run(sql`
        insert into api.logbook (vessel_id, _from_time, _to_time, distance)
        values (${vesselId}, '2025-03-01', '2025-03-02', 'NaN'), (${vesselId}, '2025-04-01', '2025-04-02', 'Infinity')`);
    });
    await send(passage(Date.now() - 8 * 3_600_000, DAY_TRIP));
    expect(failures).toEqual([]);
    const [told] = await service.database.owner.transaction((tx) =>
      tx.query(sql`
        select count(*) filter (where kind = 'logbook')::int as logs, count(*) filter (where kind = 'new_badge')::int as badges
        from app.deliveries d join app.accounts a using (account_id) where a.email = ${sailor.email}`),
    );
    expect(told).toMatchObject({ logs: 2, badges: expect.any(Number) });
    expect(Number(told?.badges)).toBeGreaterThan(0);
    expect((await rows("/logs_view?order=started.desc&limit=1"))[0].distance).toBeGreaterThan(0);
  });
});
