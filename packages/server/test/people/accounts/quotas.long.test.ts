/** Quotas of a tenant, refused in sentences. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";

const service = serviceForTests();
const { api } = service;
let sailor: Sailor;

beforeAll(async () => {
  sailor = await newSailor(api, "Hoarder");
  await api.post("/metadata", { name: "Hoarder", plugin_version: "1" }, { token: sailor.vesselToken });
  const rows = passage(Date.now() - 8 * 3_600_000, DAY_TRIP);
  await api.post("/metrics?select=time", rows, { token: sailor.vesselToken });
  await service.drainJobs();
});

const rows = (statement: ReturnType<typeof sql>) =>
  service.database.owner.transaction((tx) => tx.query(statement));
const MOST = 65_536;

describe("a text", () => {
  it.each([
    ["/logbook", "notes"],
    ["/logbook", "name"],
    ["/logbook", "_from"],
    ["/log_view", "notes"],
    ["/stays", "notes"],
    ["/moorages", "notes"],
  ])("of %s, %s, takes at most 64 kB", async (path, field) => {
    const token = sailor.userToken;
    const [{ id }] = (await api.get(`${path}?limit=1`, { token })).json;
    const where = `${path}?id=eq.${id}`;
    expect((await api.patch(where, { [field]: "x".repeat(MOST) }, { token })).status).toBe(204);
    // By bytes, not by characters.
    for (const text of ["x".repeat(MOST + 1), "船".repeat(MOST / 3 + 1)]) {
      const answer = await api.patch(where, { [field]: text }, { token });
      expect([answer.status, answer.json.code, answer.json.message]).toEqual([
        400,
        "22001",
        `${field} takes more than 64 kB.`,
      ]);
      expect(answer.text.length).toBeLessThan(1000);
    }
    expect((await api.patch(where, { [field]: "short" }, { token })).status).toBe(204);
  });

  it("in a document counts with the document", async () => {
    const token = sailor.userToken;
    const [{ id }] = (await api.get("/logbook?limit=1", { token })).json;
    const extra = { observations: { more: "x".repeat(MOST) } };
    expect((await api.patch(`/logbook?id=eq.${id}`, { extra }, { token })).status).toBe(400);
    const told = await api.post(
      "/rpc/update_logbook_observations_fn",
      { _id: id, observations: JSON.stringify(extra) },
      { token },
    );
    expect([told.status, told.json.message]).toEqual([400, "extra takes more than 64 kB."]);
    const configuration = { depthKey: "x".repeat(MOST) };
    expect((await api.patch("/metadata", { configuration }, { token })).status).toBe(400);
  });

  it("of a boat is refused likewise, and its long list of instruments is not", async () => {
    const token = sailor.vesselToken;
    const metadata = (more: object) =>
      api.post(
        "/metadata?on_conflict=vessel_id",
        { name: "Hoarder", plugin_version: "1", ...more },
        { token, headers: { Prefer: "resolution=merge-duplicates" } },
      );
    const keys = (number: number) =>
      Array.from({ length: number }, (_, i) => ({ key: `electrical.batteries.${i}.voltage`, unit: "V" }));
    expect((await metadata({ available_keys: keys(2000) })).status).toBeLessThan(300);
    expect((await metadata({ available_keys: keys(8000) })).status).toBe(400);
    expect((await metadata({ client_id: "x".repeat(MOST + 1) })).status).toBe(400);
  });
});

describe("notes", () => {
  const notes = (number: number, more: object = {}) =>
    Array.from({ length: number }, (_, i) => ({ channel: "note", payload: `whale ${i}`, ...more }));

  it("are a thousand of a vessel and a thousand of a person, also with concurrent writers", async () => {
    const { userToken: token } = await newSailor(api, "Chatterbox");
    const post = (rows: readonly object[]) =>
      api.post("/eventlogs_view", rows, { token, headers: { Prefer: "return=minimal" } });
    const flood = await post(notes(20_000));
    expect([flood.status, flood.json.message]).toEqual([
      400,
      "A person or a vessel keeps at most 1000 notes.",
    ]);
    const together = await Promise.all([post(notes(600)), post(notes(600)), post(notes(600))]);
    expect(together.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect((await post(notes(400))).status).toBe(201);
    expect((await post(notes(1))).status).toBe(400);
    expect((await api.delete("/eventlogs_view?payload=eq.whale%207", { token })).status).toBe(204);
    expect((await post(notes(1))).status).toBe(201);
    const [{ ref_id: person }] = (await api.get("/eventlogs_view?channel=eq.new_account", { token })).json;
    expect((await post(notes(1000, { ref_id: person }))).status).toBe(201);
    expect((await post(notes(1, { ref_id: person }))).status).toBe(400);
  });
});

describe("moorages", () => {
  const many = (number: number) =>
    Array.from({ length: number }, (_, i) => ({
      name: `m${i}`,
      latitude: 10 + (i % 150) * 0.01,
      longitude: 10 + Math.floor(i / 150) * 0.01,
      stay_code: 1,
    }));

  it("are two thousand at most, however they come", async () => {
    const { userToken: token } = await newSailor(api, "Collector");
    const post = (number: number) =>
      api.post("/moorages", many(number), { token, headers: { Prefer: "return=minimal" } });
    expect((await post(1999)).status).toBe(201);
    const over = await post(2);
    expect([over.status, over.json.message]).toEqual([400, "A vessel keeps at most 2000 moorages."]);
    expect((await post(1)).status).toBe(201);
    expect((await post(1)).status).toBe(400);
    expect((await api.delete("/moorages?name=eq.m7", { token })).status).toBe(204);
    const together = await Promise.all([post(1), post(1), post(1)]);
    expect(together.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  });

  it("that the logbook needs are made beyond that, and count for what people add", async () => {
    const { userToken: token, vesselToken } = await newSailor(api, "Wanderer");
    const minimal = { token, headers: { Prefer: "return=minimal" } };
    expect((await api.post("/moorages", many(2000), minimal)).status).toBe(201);
    await api.post("/metadata", { name: "Wanderer", plugin_version: "1" }, { token: vesselToken });
    await api.post("/metrics?select=time", passage(Date.now() - 8 * 3_600_000, DAY_TRIP), {
      token: vesselToken,
    });
    await service.drainJobs();
    const [log] = (
      await api.get("/logbook?select=_from_moorage_id,_to_moorage_id,distance&limit=1", { token })
    ).json;
    expect([log._from_moorage_id, log._to_moorage_id, log.distance]).toEqual([
      expect.any(Number),
      expect.any(Number),
      expect.any(Number),
    ]);
    expect((await api.get("/moorages?select=id", { token })).json.length).toBeGreaterThan(2000);
    expect((await api.post("/moorages", many(1), minimal)).status).toBe(400);
  });
});

describe("rows that were refused", () => {
  const refused = (number: number, from = 0) =>
    Array.from({ length: number }, (_, i) => ({
      time: "1900-01-01T00:00:00Z",
      latitude: 60,
      longitude: 20,
      metrics: { n: from + i },
    }));
  const kept = async (who: Sailor) =>
    (await api.get("/metrics_rejected_view?select=metric", { token: who.userToken })).json.length;

  it("are kept once, however often they come", async () => {
    const boat = await newSailor(api, "Stubborn");
    for (let i = 0; i < 4; i++) {
      await api.post("/metrics", [...refused(30), ...refused(30)], { token: boat.vesselToken });
    }
    expect(await kept(boat)).toBe(30);
    await api.post("/metrics", refused(40), { token: boat.vesselToken });
    expect(await kept(boat)).toBe(40);
  });

  it("are the newest ten thousand of a boat, and of the last thirty days", async () => {
    const boat = await newSailor(api, "Broken clock");
    const other = await newSailor(api, "Neighbour");
    await api.post("/metrics", refused(3), { token: other.vesselToken });
    await api.post("/metrics", refused(9999), { token: boat.vesselToken });
    await api.post("/metrics", refused(5, 20_000), { token: boat.vesselToken });
    const count = () =>
      rows(sql`
        select count(*)::int as number, count(*) filter (where metric -> 'metrics' ->> 'n' >= '20000')::int as newest
        from app.metrics_rejected r join app.memberships m using (vessel_id) join app.accounts a using (account_id)
        where a.email = ${boat.email}`);
    const [row] = await count();
    expect(row?.number).toBe(10_000);
    await rows(sql`
      update app.metrics_rejected set rejected_at = now() - interval '31 days'
      where metric -> 'metrics' ->> 'n' not in ('20000', '20001') and vessel_id in (
        select vessel_id from app.memberships join app.accounts using (account_id) where email = ${boat.email})`);
    await service.drainJobs();
    expect(await kept(boat)).toBe(2);
    expect(await kept(other)).toBe(3);
  });

  it("are cut where one alone is long", async () => {
    const boat = await newSailor(api, "Talkative");
    const long = { time: "1900-01-01T00:00:00Z", client_id: "x".repeat(200_000) };
    await api.post("/metrics", [long], { token: boat.vesselToken });
    const [row] = (await api.get("/metrics_rejected_view?select=metric", { token: boat.userToken })).json;
    expect(JSON.stringify(row.metric).length).toBeLessThan(70_000);
  });
});
