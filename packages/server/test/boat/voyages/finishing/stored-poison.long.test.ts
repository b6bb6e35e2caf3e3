/** Unusable rows that an earlier release let in: they do not keep others from being finished. */

import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import type { Observation } from "@wakelog/kit/observe.ts";
import { describe, expect, it } from "vitest";
import { DAY_TRIP, passage } from "../../../../../../test/support/passage.ts";
import { prove } from "../../../../../../test/support/proven.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";
import { newSkipper } from "../../../../../../test/support/skipper.ts";
import { vesselOfToken } from "../../../../src/cli/import/vessel.ts";

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

  it("every answer about the logbook is given, and no other log is kept from being edited", async () => {
    failures.length = 0;
    const { sailor, send, call } = await newSkipper(service);
    const { vesselId } = vesselOfToken(sailor.vesselToken);
    await send(passage(Date.UTC(2026, 5, 1, 6), DAY_TRIP));
    await service.database.owner.transaction((tx) =>
      tx.run(sql`
        insert into api.logbook (vessel_id, _from_time, _to_time, distance) values
          (${vesselId}, '2025-03-01', '2025-03-02', 'NaN'), (${vesselId}, '2025-03-02', '2025-03-03', 'Infinity'),
          (${vesselId}, '290000-01-01', '290001-01-01', 5),
          (${vesselId}, '-infinity', '2020-01-01', 5), (${vesselId}, '2019-01-01', 'infinity', 'Infinity')`),
    );
    const token = sailor.userToken;
    const ids = (await api.get("/logbook?select=id", { token })).json.map(({ id }: { id: number }) => id);
    expect(ids).toHaveLength(7);
    for (const id of ids) {
      for (const name of ["log_hours_fn", "log_track_fn"])
        expect([name, (await call(name, { _id: id })).status]).toEqual([name, 200]);
      // Without usable times there is no document.
      for (const name of ["export_logbook_gpx_fn", "export_logbook_kml_fn"])
        expect([200, 404], name).toContain((await call(name, { _id: id })).status);
      const preview = await call("preview_edit_fn", { _id: id, edit: "delete" });
      expect([id, preview.status, preview.text.slice(0, 200)]).toEqual([id, 200, expect.any(String)]);
      const split = await call("split_logbook_fn", { _id: id, split_time: "1900-01-01T00:00:00Z" });
      expect([id, split.status < 500]).toEqual([id, true]);
    }
    for (const name of ["graph_logs_by_year_fn", "logs_by_week_fn", "statistics_fn", "stats_fn", "tracks_fn"])
      expect([name, (await api.get(`/rpc/${name}`, { token })).status]).toEqual([name, 200]);
    for (const id of ids) expect((await api.delete(`/logbook?id=eq.${id}`, { token })).status).toBe(204);
    expect((await api.get("/logbook?select=id", { token })).json).toEqual([]);
    expect(failures).toEqual([]);
  });

  it("the next log causes its message and earns its badges", async () => {
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
