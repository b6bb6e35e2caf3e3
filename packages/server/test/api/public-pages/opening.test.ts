/** What opens a public page: only a header that names a published one. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { tokensOf } from "../../../../../test/support/tokens.ts";
import { type Party, twoBoats } from "../../../../../test/support/two-boats.ts";

const service = serviceForTests();
let alfa: Party;
let bravo: Party;
let userToken: string;
beforeAll(async () => {
  ({ alfa, bravo } = await twoBoats(service.database));
  await service.drainJobs();
  userToken = (await tokensOf(alfa)).user_role ?? "";
});

const set = (key: string, value: unknown) =>
  service.api.post("/rpc/update_user_preferences_fn", { key, value }, { token: userToken });
const visit = (path: string, page: string, method = "GET") =>
  service.api.send(method, path, { headers: { "x-is-public": Buffer.from(page).toString("base64") } });

const PAGES = [
  ["public_logs", "/log_view"],
  ["public_logs", "/logs_view"],
  ["public_logs_list", "/logs_view"],
  ["public_stats", "/stats_logs_view"],
  ["public_monitoring", "/monitoring_view"],
] as const;
const TENANT = [
  "/logbook",
  "/log_view",
  "/logs_view",
  "/metrics",
  "/moorages",
  "/stays_view",
  "/monitoring_view",
];

test.each(PAGES)(
  "a page %s is there while it is published, and otherwise like one that never was",
  async (type, path) => {
    const nowhere = (await service.api.get("/no_such_thing")).json;
    const id = type === "public_logs" ? alfa.logId : 0;
    await set("{public_vessel}", "Alfa");
    for (const published of [false, true, null]) {
      await set(`{${type}}`, published);
      for (const [boat, isOpen] of [
        ["Alfa", published === true],
        ["Bravo", false],
        ["Unknown", false],
      ] as const) {
        const { status, json } = await visit(path, `${boat},${type},${id}`);
        expect([boat, published, status]).toEqual([boat, published, isOpen ? 200 : 404]);
        if (isOpen) expect(json).not.toEqual([]);
        else expect(json).toEqual(nowhere);
      }
    }
  },
);

test.each(TENANT)("%s is not there for a header that publishes nothing", async (path) => {
  const without = await service.api.get(path);
  expect(without.status).toBe(404);
  for (const [type] of PAGES) {
    for (const page of [`Alfa,${type},0`, `Alfa,${type},${bravo.logId}`, `Bravo,${type},${bravo.logId}`]) {
      for (const method of ["GET", "HEAD"]) {
        const answer = await visit(path, page, method);
        expect([page, method, answer.status]).toEqual([page, method, 404]);
        if (method === "GET") expect(answer.json).toEqual(without.json);
      }
    }
  }
});

test.each(["timelapse_fn", "stats_logs_fn", "logs_by_day_fn", "logs_by_month_fn"])(
  "%s is not there without a header",
  async (name) => {
    for (const method of ["GET", "POST"]) {
      const { status, json } = await service.api.send(method, `/rpc/${name}`);
      expect([method, status, json.message]).toEqual([method, 404, "unknown resource"]);
    }
  },
);

describe("a published log", () => {
  beforeAll(async () => {
    await set("{public_vessel}", "Alfa");
    await set("{public_logs}", true);
  });
  const page = () => `Alfa,public_logs,${alfa.logId}`;

  test("has its notes only if the owner said so, for all logs or for this one", async () => {
    const notes = async () => {
      const [log] = (await visit("/log_view", page())).json;
      expect(log.geojson.features[0].properties.notes).toBe(log.notes);
      return log.notes;
    };
    expect(await notes()).toBeNull();
    for (const [value, shown] of [
      [true, "alfa"],
      [false, null],
      [[alfa.logId], "alfa"],
      [[alfa.logId + 1], null],
      [null, null],
    ] as const) {
      expect((await set("{public_notes}", value)).json).toBe(true);
      expect([value, await notes()]).toEqual([value, shown]);
    }
    const refused = await set("{public_notes}", "some");
    expect([refused.status, refused.json.message]).toEqual([
      400,
      "public_notes must be true, false or a list of log ids",
    ]);
  });

  test("is still written through the same names by its owner, and by no visitor", async () => {
    for (const [method, path, body] of [
      ["PATCH", `/log_view?id=eq.${alfa.logId}`, { notes: "x" }],
      ["DELETE", `/log_view?id=eq.${alfa.logId}`, undefined],
      ["POST", "/logs_view", { name: "x", started: "2026-02-01T10:00Z" }],
      ["PATCH", `/logs_view?id=eq.${alfa.logId}`, { name: "x" }],
    ] as const) {
      const answer = await service.api.send(method, path, {
        headers: { "x-is-public": Buffer.from(page()).toString("base64") },
        ...(body === undefined ? {} : { body }),
      });
      expect([method, path, answer.status]).toEqual([method, path, 401]);
    }
    const change = { name: "Our trip", from: "Bay", to: "Cape", notes: "mine", extra: { crew: ["Ann"] } };
    const changed = await service.api.patch(`/log_view?id=eq.${alfa.logId}`, change, {
      token: userToken,
      headers: { Prefer: "return=representation" },
    });
    expect([changed.status, changed.json[0]]).toMatchObject([200, change]);
    // It begins at the home of this boat.
    expect((await visit("/log_view", page())).json[0]).toMatchObject({
      name: "Our trip",
      from: "Home",
      to: "Cape",
      notes: null,
      extra: {},
    });
  });

  test("is the same by the same address for its owner and for a visitor only as far as it is public", async () => {
    const path = `/log_view?id=eq.${alfa.logId}`;
    for (let i = 0; i < 3; i++) {
      expect(Object.keys((await service.api.get(path, { token: userToken })).json[0])).toContain("reasons");
      expect(Object.keys((await visit(path, page())).json[0])).not.toContain("reasons");
    }
  });

  test("has no exports, moorages or stays for a visitor", async () => {
    for (const [path, body] of [
      ["/rpc/export_logbook_gpx_fn", { _id: alfa.logId }],
      ["/rpc/export_logbook_kml_fn", { _id: alfa.logId }],
      ["/rpc/export_logbook_geojson_fn", { _id: alfa.logId }],
      ["/rpc/export_moorages_geojson_fn", {}],
      ["/rpc/find_log_from_moorage_fn", { _id: alfa.moorageId }],
    ] as const) {
      const answer = await service.api.post(path, body, {
        headers: { "x-is-public": Buffer.from(page()).toString("base64") },
      });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });
});

test("the live position is shown until the boat is near home", async () => {
  await set("{public_monitoring}", true);
  const shown = async (latitude: number) => {
    await service.database.owner.transaction((tx) =>
      tx.run(sql`insert into api.metrics (vessel_id, "time", latitude, longitude, metrics)
        values (${alfa.vesselId}, clock_timestamp(), ${latitude}, 23.5, '{"environment.depth.belowTransducer": 3.5}')`),
    );
    const [row] = (await visit("/monitoring_view", "Alfa,public_monitoring,0")).json;
    expect([row.name, row.depth]).toEqual(["SV alfa", 3.5]);
    return row.geojson?.geometry.coordinates ?? null;
  };
  expect(await shown(60.01)).toEqual([23.5, 60.01]);
  expect(await shown(60.004)).toBeNull();
  expect(await shown(60.005)).toEqual([23.5, 60.005]);
});
