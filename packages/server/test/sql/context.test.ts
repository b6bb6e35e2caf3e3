/** The check before every request: who has access, to which vessel, and what a public page opens. */

import { ident, sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Request, rowsAs, valueAs } from "../../../../test/support/acting.ts";
import { cloneDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { type Party, twoBoats } from "../../../../test/support/two-boats.ts";

let db: TestDatabase;
let alfa: Party;
let bravo: Party;

beforeAll(async () => {
  db = await cloneDatabase();
  ({ alfa, bravo } = await twoBoats(db));
  await db.owner.transaction(async (tx) => {
    await tx.run(
      sql`insert into app.accounts (account_id, email, first, last, password_hash) values ('noboat', 'Ashore@Example.org', 'Al', 'Shore', 'x')`,
    );
  });
});
afterAll(() => db.drop());

const context = sql`select json_build_array(app.current_account(), app.current_vessel())`;

async function refused(request: Request): Promise<unknown> {
  try {
    return await valueAs(db, request, context);
  } catch (error) {
    const { sqlstate, message } = error as { sqlstate: string; message: string };
    return `${sqlstate} ${message}`;
  }
}

describe("a person", () => {
  const ashore = (path: string): Request => ({
    role: "user_role",
    claims: { uid: "noboat", email: "ashore@example.org" },
    path,
  });

  test("acts for the vessel of the token, or for the only one", async () => {
    expect(await refused(alfa.user)).toEqual([alfa.accountId, alfa.vesselId]);
    const { vid: _, ...claims } = alfa.user.claims ?? {};
    expect(await refused({ role: "user_role", claims })).toEqual([alfa.accountId, alfa.vesselId]);
  });

  test("is found by e-mail in any case when the token names no account", async () => {
    expect(await refused({ role: "user_role", claims: { email: "ALFA@example.ORG" } })).toEqual([
      alfa.accountId,
      alfa.vesselId,
    ]);
  });

  test("gets 551 for a vessel that is another's, or none", async () => {
    expect(await refused({ ...alfa.user, claims: { ...alfa.user.claims, vid: bravo.vesselId } })).toBe(
      "PT551 Vessel Required",
    );
    expect(await refused(ashore("/logbook"))).toBe("PT551 Vessel Required");
    expect(await refused(ashore("/rpc/vessel_fn"))).toBe("PT551 Vessel Required");
  });

  test("needs no vessel to settle in", async () => {
    for (const path of [
      "/",
      "/rpc/settings_fn",
      "/rpc/register_vessel",
      "/rpc/update_user_preferences_fn",
      "/rpc/versions_fn",
      "/rpc/email_fn",
    ]) {
      expect(await refused(ashore(path)), path).toEqual(["noboat", null]);
    }
  });

  test("unknown or disabled is refused", async () => {
    expect(await refused({ role: "user_role", claims: { uid: "unknown", email: "alfa@example.org" } })).toBe(
      "P0001 Invalid user",
    );
    expect(await refused({ role: "user_role", claims: {} })).toBe("P0001 Invalid user");
    await db.owner.transaction((tx) =>
      tx.run(sql`update app.accounts set disabled = true where account_id = 'noboat'`),
    );
    expect(await refused(ashore("/"))).toBe("PT402 account disabled");
  });
});

describe("a boat", () => {
  test("acts for its vessel and for no account", async () => {
    expect(await refused(alfa.boat)).toEqual([null, alfa.vesselId]);
  });

  test("is itself, whatever e-mail address its token names", async () => {
    const claims = { ...alfa.boat.claims, email: "left@example.org" };
    expect(await refused({ ...alfa.boat, claims })).toEqual([null, alfa.vesselId]);
  });

  test("is refused with an unknown vessel, no version, or an old one", async () => {
    for (const claims of [
      { ...alfa.boat.claims, vid: "unknown" },
      { ...alfa.boat.claims, vid: undefined },
      { ...alfa.boat.claims, ver: undefined },
      { ...alfa.boat.claims, ver: 2 },
      {},
    ]) {
      expect(await refused({ role: "vessel_role", claims }), JSON.stringify(claims)).toBe(
        "P0001 Invalid vessel",
      );
    }
    await db.owner.transaction((tx) =>
      tx.run(sql`update app.vessels set token_version = 2 where vessel_id = ${alfa.vesselId}`),
    );
    expect(await refused(alfa.boat)).toBe("P0001 Invalid vessel");
    expect(await refused({ ...alfa.boat, claims: { ...alfa.boat.claims, ver: 2 } })).toEqual([
      null,
      alfa.vesselId,
    ]);
  });
});

test("a context left on the connection by an earlier request is forgotten", async () => {
  const [row] = await db.requests.transaction(
    async (tx) => {
      await tx.run(
        sql`select set_config('wakelog.vessel_id', ${bravo.vesselId}, false), set_config('wakelog.account_id', ${bravo.accountId}, false)`,
      );
      await tx.run(sql`select set_config('request.path', '/logs_view', true), app.check_request()`);
      return await tx.query(sql`select app.current_vessel() as vessel, app.current_account() as account`);
    },
    { role: "anonymous" },
  );
  expect(row).toEqual({ vessel: null, account: null });
});

test("an operator chooses a vessel by a header; a role that is none of ours is refused", async () => {
  expect(await refused({ role: "admin_role", headers: { "x-vessel-id": alfa.vesselId } })).toEqual([
    null,
    alfa.vesselId,
  ]);
  await expect(
    db.owner.transaction((tx) => tx.run(sql`select app.check_request()`), { role: "wakelog_worker" }),
  ).rejects.toMatchObject({ sqlstate: "P0001", message: "Invalid role" });
});

describe("a public page", () => {
  // Privacy near home: packages/server/test/api/public-pages.
  beforeAll(() => db.owner.transaction((tx) => tx.run(sql`update api.moorages set home_flag = false`)));

  const publish = (preferences: object) =>
    db.owner.transaction((tx) =>
      tx.run(
        sql`
          update app.accounts set preferences = ${JSON.stringify({ public_vessel: "SValfa", ...preferences })}::jsonb
          where account_id = ${alfa.accountId}`,
      ),
    );
  const visitor = (path: string, page: string): Request => ({
    role: "anonymous",
    path,
    headers: { "x-is-public": Buffer.from(page).toString("base64") },
  });
  const names = async (path: string, page: string) =>
    (
      await rowsAs(db, visitor(path, page), sql`select name from ${ident("public_pages", path.slice(1))}`)
    ).map((row) => row.name);
  const isMissing = (path: string, page: string) =>
    expect(names(path, page), `${path} of ${page}`).rejects.toMatchObject({ sqlstate: "PT404" });
  const isPublic = (id: number | null, type: string) =>
    valueAs(
      db,
      { role: "anonymous", path: "/rpc/ispublic_fn" },
      sql`select api.ispublic_fn(${id}::int, ${type}::public.public_type)`,
    );

  test("opens nothing while nothing is published", async () => {
    await publish({});
    for (const type of [
      "public_logs",
      "public_logs_list",
      "public_timelapse",
      "public_stats",
      "public_monitoring",
    ]) {
      expect(await isPublic(alfa.logId, type)).toBe(false);
    }
    await isMissing("/log_view", `SValfa,public_logs,${alfa.logId}`);
    await isMissing("/logs_view", "SValfa,public_logs_list,0");
  });

  test("of one log opens that log and no other", async () => {
    await publish({ public_logs: true });
    expect(await isPublic(alfa.logId, "public_logs")).toBe(true);
    expect(await isPublic(bravo.logId, "public_logs")).toBe(false);
    for (const path of ["/log_view", "/logs_view"]) {
      expect(await names(path, `svALFA,public_logs,${alfa.logId}`)).toEqual(["alfa out"]);
      await isMissing(path, `SValfa,public_logs,${bravo.logId}`);
      await isMissing(path, `SValfa,public_logs,0`);
    }
    const lines = await valueAs(
      db,
      visitor("/rpc/timelapse_fn", `SValfa,public_logs,${alfa.logId}`),
      sql`select json_array_length(public_pages.timelapse_fn() #> '{features,0,geometry,coordinates}')`,
    );
    expect(lines).toBe(1);
  });

  test("of chosen logs opens only those", async () => {
    await publish({ public_logs: [alfa.logId + 1] });
    expect(await isPublic(alfa.logId, "public_logs")).toBe(false);
    expect(await isPublic(alfa.logId + 1, "public_logs")).toBe(true);
    await isMissing("/log_view", `SValfa,public_logs,${alfa.logId}`);
    expect(await names("/log_view", `SValfa,public_logs,${alfa.logId + 1}`)).toEqual(["alfa home"]);
  });

  test("of a list opens the list, and no log's track", async () => {
    await publish({ public_logs_list: true, public_vessel: "Albatross" });
    expect(await names("/logs_view", "albatross,public_logs_list,0")).toHaveLength(2);
    await isMissing("/logs_view", "SValfa,public_logs_list,0");
    await isMissing("/log_view", "albatross,public_logs_list,0");
    await isMissing("/logbook", "albatross,public_logs_list,0");
  });

  test("of statistics, time-lapse and monitoring opens each alone", async () => {
    await publish({ public_stats: true });
    const stats = sql`select (public_pages.stats_logs_fn() ->> 'count')::int`;
    expect(await valueAs(db, visitor("/rpc/stats_logs_fn", "SValfa,public_stats,0"), stats)).toBe(2);
    await expect(
      valueAs(db, visitor("/rpc/stats_logs_fn", "SVbravo,public_stats,0"), stats),
    ).rejects.toMatchObject({ sqlstate: "PT404" });
    expect(await names("/stats_logs_view", "SValfa,public_stats,0")).toEqual(["SV alfa"]);
    await publish({ public_monitoring: true });
    expect(await names("/monitoring_view", "SValfa,public_monitoring,0")).toEqual(["SV alfa"]);
    await isMissing("/metrics", "SValfa,public_monitoring,0");
    expect(await isPublic(1, "public_stats")).toBe(false);
  });

  test("of a time-lapse looks at each track once, however much lies near home", async () => {
    await publish({ public_timelapse: true });
    const { headers = {} } = visitor("/rpc/timelapse_fn", "SValfa,public_timelapse,0");
    const looks = await db.owner.transaction(async (tx) => {
      await tx.run(sql`select set_config('track_functions', 'all', true),
        set_config('request.path', '/rpc/timelapse_fn', true),
        set_config('request.headers', ${JSON.stringify(headers)}, true), set_config('role', 'anonymous', true)`);
      await tx.run(sql`select app.check_request()`);
      const [shown] = await tx.query(
        sql`select json_array_length(public_pages.timelapse_fn() #> '{features,0,geometry,coordinates}') as lines`,
      );
      expect(shown?.lines).toBe(2);
      return await tx.query(
        sql`select calls::int from pg_stat_xact_user_functions where funcname = 'public_line'`,
      );
    });
    expect(looks).toEqual([{ calls: 2 }]);
  });

  test("takes the boat's name literally and refuses a header that is malformed", async () => {
    await publish({ public_logs_list: true });
    for (const page of [
      "%,public_logs_list,0",
      "SV.*,public_logs_list,0",
      "SValfa",
      "SValfa,public_logs_list,x",
      "SValfa,public_logs_list,0;--",
      "a\nSValfa,public_logs_list,0",
    ]) {
      await expect(names("/logs_view", page), page).rejects.toMatchObject({
        sqlstate: "P0001",
        message: "Invalid public_valid",
      });
    }
    await expect(names("/logs_view", "SValfa,public_everything,0")).rejects.toMatchObject({
      message: "Invalid public_type",
    });
    const raw = { role: "anonymous", path: "/logs_view", headers: { "x-is-public": "%%%" } };
    await expect(rowsAs(db, raw, sql`select 1`)).rejects.toMatchObject({ sqlstate: "P0001" });
  });

  test("never shows a log that is under way, or a disabled account's", async () => {
    await publish({ public_logs_list: true, public_logs: true });
    await db.owner.transaction((tx) =>
      tx.run(
        sql`insert into api.logbook (vessel_id, active, name, _from_time) values (${alfa.vesselId}, true, 'now', now())`,
      ),
    );
    expect(await names("/logs_view", "SValfa,public_logs_list,0")).toEqual(["alfa home", "alfa out"]);
    await db.owner.transaction((tx) =>
      tx.run(sql`update app.accounts set disabled = true where account_id = ${alfa.accountId}`),
    );
    await isMissing("/logs_view", "SValfa,public_logs_list,0");
    expect(await isPublic(alfa.logId, "public_logs")).toBe(false);
  });
});
