/** How much a boat may store: every way to store something ends at the same bounds. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";
import { measureVessels } from "../../../../src/boat/voyages/ingest/stored-bytes.ts";
import { readConfig } from "../../../../src/settings/config.ts";

const [DAILY, MOST] = [1_500_000, 4_000_000];
const service = serviceForTests({
  WAKELOG_BOAT_DAILY_BYTES: String(DAILY),
  WAKELOG_BOAT_MAX_BYTES: String(MOST),
});
const START = Date.UTC(2026, 5, 1);
const letters = (count: number) => "navigation ".repeat(Math.ceil(count / 11)).slice(0, count);
let minutes = 0;
const rows = (count: number, more: object = {}) =>
  Array.from({ length: count }, () => ({
    time: new Date(START + ++minutes * 60_000).toISOString(),
    latitude: 60,
    longitude: 24,
    metrics: { "design.notes": letters(10_000) },
    ...more,
  }));
const vesselOf = ({ vesselToken }: Sailor): string =>
  String(JSON.parse(Buffer.from(vesselToken.split(".")[1] ?? "", "base64url").toString()).vid);
const owner = (statement: ReturnType<typeof sql>) =>
  service.database.owner.transaction((tx) => tx.query(statement), { role: "wakelog_worker" });
/** Stored bytes of the sailor's boat, by table. */
async function measured(sailor: Sailor): Promise<number> {
  const [found] = await owner(sql`select app.measured_bytes(${vesselOf(sailor)})::float8 as bytes`);
  return Number(found?.bytes);
}
const nextDay = (sailor: Sailor, days = -1) =>
  owner(
    sql`update app.stored_bytes set day = day + ${days}::integer where vessel_id = ${vesselOf(sailor)} returning 1`,
  );

/** Writes about 100 kB. */
const WAYS: readonly (readonly [string, (sailor: Sailor, n: number) => Promise<{ status: number }>])[] = [
  ["rows", ({ vesselToken: token }) => service.api.post("/metrics", rows(10), { token })],
  [
    "refused rows",
    ({ vesselToken: token }) => service.api.post("/metrics", rows(10, { latitude: 91 }), { token }),
  ],
  [
    "parts of a file",
    async ({ userToken: token }) => {
      const { json } = await service.api.post("/rpc/begin_import_fn", { name: "track.gpx" }, { token });
      return service.api.post("/rpc/import_part_fn", { _id: json, content: letters(100_000) }, { token });
    },
  ],
  [
    "entries",
    ({ userToken: token }, n) => {
      const entry = (at: number) => ({
        time: new Date(START - (100 * n + at) * 3_600_000).toISOString(),
        text: letters(4000),
      });
      return service.api.post(
        "/log_entries",
        Array.from({ length: 25 }, (_, at) => entry(at)),
        { token },
      );
    },
  ],
  [
    "notes",
    ({ userToken: token }, n) =>
      service.api.post(
        "/moorages",
        [0, 1].map((at) => ({
          name: "Kotka",
          latitude: 60 + n / 100,
          longitude: 26 + at,
          notes: letters(50_000),
        })),
        { token },
      ),
  ],
];

describe("a boat", () => {
  it.each(WAYS)("stores a day's bytes of %s and no more", async (_, write) => {
    const [sailor, other] = [await newSailor(service.api), await newSailor(service.api)];
    const statuses: number[] = [];
    while (statuses.length < 40 && statuses.at(-1) !== 507)
      statuses.push((await write(sailor, statuses.length)).status);
    expect(statuses.at(-1)).toBe(507);
    expect(statuses.length).toBeGreaterThan(10);
    expect(await measured(sailor)).toBeLessThan(1.2 * DAILY);
    // Anything else she sends is refused too, unless it fits into the rest; she can read, and others can write.
    const { vesselToken: token } = sailor;
    expect((await service.api.post("/metrics", rows(20), { token })).status).toBe(507);
    expect((await service.api.get("/metrics?select=time&limit=1", { token })).status).toBe(200);
    expect((await service.api.post("/metrics", rows(1), { token: other.vesselToken })).status).toBe(201);
  });

  it("says what to do, stores the rows once there is room, and repeats what is stored at any time", async () => {
    const sailor = await newSailor(service.api);
    const { vesselToken: token } = sailor;
    const [first, second] = [rows(100), rows(100)];
    expect((await service.api.post("/metrics", first, { token })).status).toBe(201);
    expect((await service.api.post("/metrics", second, { token })).json).toMatchObject({
      code: "PT507",
      message: "The boat has stored as much as she may in one day",
      hint: "Send the rest tomorrow.",
    });
    expect((await service.api.post("/metrics", first, { token })).status).toBe(201);
    await nextDay(sailor);
    expect((await service.api.post("/metrics", second, { token })).status).toBe(201);
    // A clock that was ahead leaves a day in the future, which is over as well.
    await nextDay(sailor, 400);
    expect((await service.api.post("/metrics", rows(100), { token })).status).toBe(201);
  });

  it("stores no more than its total limit, until rows are deleted", async () => {
    const sailor = await newSailor(service.api);
    const { vesselToken: token, userToken } = sailor;
    const send = async () => {
      await nextDay(sailor);
      return service.api.post("/metrics", rows(100), { token });
    };
    const statuses = [];
    for (let n = 0; n < 5; n++) statuses.push((await send()).status);
    expect(statuses).toEqual([201, 201, 201, 507, 507]);
    expect((await send()).json.message).toBe("The boat has stored as much as she may");
    const gone = await service.api.delete("/metrics?latitude=eq.60", { token: userToken });
    expect(gone.status).toBe(204);
    await measureVessels((work) => service.database.owner.transaction(work, { role: "wakelog_worker" }));
    expect((await send()).status).toBe(201);
  });

  it("has room for 1 GB of the tersest GPX in a day, and for a month at sea with every instrument", async () => {
    const { boatDailyBytes } = readConfig({});
    const counted = async (sent: readonly object[]) => {
      const sailor = await newSailor(service.api);
      expect((await service.api.post("/metrics", sent, { token: sailor.vesselToken })).status).toBe(201);
      const [found] = await owner(
        sql`select total::float8 from app.stored_bytes where vessel_id = ${vesselOf(sailor)}`,
      );
      return Number(found?.total) / sent.length;
    };
    const point = '<trkpt lat="60.12345" lon="24.12345"><time>2021-06-10T10:09:00Z</time></trkpt>';
    expect((1e9 / point.length) * (await counted(rows(100, { metrics: null })))).toBeLessThan(boatDailyBytes);
    const instruments = Object.fromEntries(
      Array.from({ length: 150 }, (_, n) => [`instrument.number.${n}`, n / 7]),
    );
    const everyTenSeconds = 31 * 8640;
    expect(everyTenSeconds * (await counted(rows(100, { metrics: instruments })))).toBeLessThan(
      boatDailyBytes,
    );
  });

  it("counts what a day is rolled up to", async () => {
    const sailor = await newSailor(service.api);
    const keys = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`tank.${n}`, n]));
    await service.api.post("/metrics", rows(1, { metrics: keys }), { token: sailor.vesselToken });
    const total = async () => {
      const [found] = await owner(
        sql`select total::float8 from app.stored_bytes where vessel_id = ${vesselOf(sailor)}`,
      );
      return Number(found?.total);
    };
    const before = await total();
    const roll = () =>
      owner(sql`
        select app.roll_up_day(${vesselOf(sailor)}, (m."time" at time zone 'UTC')::date) from app.metrics m
        where m.vessel_id = ${vesselOf(sailor)}`);
    await roll();
    const after = await total();
    expect(after - before).toBeGreaterThan(200_000);
    await roll();
    expect(await total()).toBe(after);
  });
});
