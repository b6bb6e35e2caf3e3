/** Known faults of services of this kind: each test would fail where the fault is. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { prove } from "../../../../../test/support/proven.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { MAIL_ANSWER_MS } from "../../../src/people/accounts/recovery.ts";

// One connection, so that every request follows another user's on it.
const service = serviceForTests({ WAKELOG_POOL_SIZE: "1" });
const { api } = service;
let victim: Sailor;
let attacker: Sailor;

const START = Date.now() - 8 * 3_600_000;

beforeAll(async () => {
  victim = await sailed("Victim");
  attacker = await newSailor(api, "Attacker");
  await prove(service, victim.email, attacker.email);
});

/** An account whose boat has made two legs. */
async function sailed(boat: string): Promise<Sailor> {
  const sailor = await newSailor(api, boat);
  await api.post("/metadata", { name: boat, plugin_version: "0.2.0" }, { token: sailor.vesselToken });
  await api.post("/metrics?select=time", passage(START, DAY_TRIP), { token: sailor.vesselToken });
  await service.drainJobs();
  return sailor;
}

const claims = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
const vesselOf = (sailor: Sailor): string => String(claims(sailor.vesselToken).vid);
const rows = (statement: ReturnType<typeof sql>) =>
  service.database.owner.transaction((tx) => tx.query(statement));

/** The code in the newest message of a kind, as the address's owner reads it. */
async function mailedCode(email: string, kind: string): Promise<string> {
  await service.drainJobs();
  const [row] = await rows(
    sql`select body from app.deliveries where recipient = ${email} and kind = ${kind} order by id desc limit 1`,
  );
  return (
    /\b(\d{8})\b|token=(\d{8})/
      .exec(String(row?.body ?? ""))
      ?.slice(1)
      .find(Boolean) ?? ""
  );
}

describe("taking over an account", () => {
  it("S1: knowing an e-mail address is not enough to link a messenger and get its owner's token", async () => {
    const asked = await api.post("/rpc/messenger_otp_fn", { email: victim.email });
    expect(asked.status).toBe(200);
    expect(asked.text).not.toMatch(/\d{4,}/);
    const chat = { from: { id: 666 }, chat: { id: 666, type: "private" }, date: "2026-01-01" };
    for (const token of [String(asked.json?.otp_code), "00000000", "", victim.email]) {
      const linked = await api.post("/rpc/messenger_fn", { token, messenger_obj: chat });
      expect([token, linked.json === true]).toEqual([token, false]);
    }
    for (const token of [undefined, attacker.userToken, attacker.vesselToken]) {
      const answer = await api.post("/rpc/messenger", { user_id: 666 }, token === undefined ? {} : { token });
      expect([401, 403]).toContain(answer.status);
      expect(answer.text).not.toContain("eyJ");
    }
  });

  it("S2: registering a vessel under another's address gives no token of the other's boat", async () => {
    for (const email of [victim.email, victim.email.toUpperCase(), ` ${victim.email}`]) {
      const answer = await api.post(
        "/rpc/register_vessel",
        { vessel_email: email, vessel_mmsi: "", vessel_name: "Victim" },
        { token: attacker.userToken },
      );
      expect([email, answer.status]).toEqual([email, 403]);
      expect(answer.text).not.toContain("eyJ");
    }
  });

  it("S3: no caller is shown a code of another's account", async () => {
    for (const token of [attacker.userToken, attacker.vesselToken, undefined]) {
      const ask = token === undefined ? {} : { token };
      const answer = await api.post("/rpc/generate_otp_fn", { email: victim.email }, ask);
      expect(answer.text).not.toMatch(/\d{8}/);
    }
    const own = await api.post("/rpc/generate_otp_fn", { email: victim.email }, { token: victim.userToken });
    expect(own.json).toMatch(/^\d{8}$/);
  });

  it("S4: a code resets the password of the account it was mailed to, within five guesses, and of no other", async () => {
    const uid = String(claims(victim.userToken).uid);
    await api.post("/rpc/recover", { email: attacker.email });
    const attackers = await mailedCode(attacker.email, "email_reset");
    expect(attackers).toMatch(/^\d{8}$/);
    const reset = (token: string) => api.post("/rpc/reset", { pass: "stolen password", token, uuid: uid });
    expect((await reset(attackers)).json).toBe(false);
    await api.post("/rpc/recover", { email: victim.email });
    const victims = await mailedCode(victim.email, "email_reset");
    for (let i = 0; i < 5; i++) expect((await reset(String(i).padStart(8, "0"))).json).toBe(false);
    expect((await reset(victims)).json).toBe(false);
    const login = await api.post("/rpc/login", { email: victim.email, pass: victim.password });
    expect(login.status).toBe(200);
  });

  it("S9: asking for a way back in says nothing of who has an account", async () => {
    const stranger = "no.account@example.org";
    for (const procedure of ["/rpc/recover", "/rpc/messenger_otp_fn"]) {
      const began = performance.now();
      const known = await api.post(procedure, { email: attacker.email });
      const knownAfter = performance.now();
      const unknown = await api.post(procedure, { email: stranger });
      expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
      // Response times are equal, too: neither comes before a minimum that both need.
      expect(knownAfter - began).toBeGreaterThan(MAIL_ANSWER_MS - 5);
      expect(performance.now() - knownAfter).toBeGreaterThan(MAIL_ANSWER_MS - 5);
      expect(unknown.status).toBe(200);
    }
    await service.drainJobs();
    expect(await rows(sql`select 1 from app.deliveries where recipient = ${stranger}`)).toEqual([]);
  });

  it("S12: preferences that prove or grant something cannot be set by their owner", async () => {
    const token = attacker.userToken;
    const set = (key: string, value: unknown) =>
      api.post("/rpc/update_user_preferences_fn", { key, value }, { token });
    const forged = { from: { id: 1 }, chat: { id: 1 } };
    for (const [key, value] of [
      ["{email_valid}", "false"],
      ["{badges}", '{"Helmsman":{"log":1,"date":"2020-01-01"}}'],
      ["{badges,Helmsman}", '{"log":1}'],
      ["{messenger}", JSON.stringify(forged)],
      ["{messenger,from,id}", "1"],
      ["email_valid", "false"],
    ] as const) {
      const answer = await set(key, value);
      expect([key, answer.json === true]).toEqual([key, false]);
    }
    await set("{website}", "https://attacker.example");
    await set("{instagram_handle}", "attacker");
    await set("{website}", null);
    const { preferences } = (await api.get("/rpc/settings_fn", { token })).json.settings;
    expect(preferences.email_valid).toBe(true);
    for (const key of ["badges", "messenger", "website"]) expect(preferences[key] ?? null).toBeNull();
    expect(preferences).toMatchObject({ instagram_handle: "attacker", email_notifications: true });
  });

  it("S13: an address in other letters is the same person everywhere", async () => {
    const email = `Mixed.Case.${process.pid}@Example.ORG`;
    const names = { firstname: "Aino", lastname: "Meri" };
    const { token } = (await api.post("/rpc/signup", { email, pass: "fair winds 7", ...names })).json;
    const registered = await api.post(
      "/rpc/register_vessel",
      { vessel_email: email.toLowerCase(), vessel_mmsi: "", vessel_name: "Mixed" },
      { token },
    );
    const boat = registered.json.token;
    await api.post("/metadata", { name: "Mixed", plugin_version: "1" }, { token: boat });
    await api.post("/metrics", passage(START, DAY_TRIP), { token: boat });
    await service.drainJobs();
    for (const typed of [email, email.toLowerCase(), email.toUpperCase()]) {
      const login = await api.post("/rpc/login", { email: typed, pass: "fair winds 7" });
      expect([typed, login.status]).toEqual([typed, 200]);
      const user = { token: login.json.token };
      expect((await api.get("/logs_view", user)).json).toHaveLength(2);
      expect((await api.get("/stays_view", user)).json).toHaveLength(3);
      expect((await api.get("/eventlogs_view?channel=eq.new_vessel", user)).json).toHaveLength(1);
      expect((await api.get("/rpc/settings_fn", user)).json.settings.has_vessel).toBe(true);
    }
  });
});

describe("another's boat", () => {
  it("S5: a boat's token that was lost can be replaced, and is refused from then on", async () => {
    const sailor = await newSailor(api, "Lost token");
    const rotated = await api.post("/rpc/rotate_vessel_token_fn", {}, { token: sailor.userToken });
    const row = passage(START, [{ stay: "moored", minutes: 5 }]);
    const lost = await api.post("/metrics", row, { token: sailor.vesselToken });
    expect([lost.status, lost.json.code]).toEqual([400, "P0001"]);
    expect(await rows(sql`select 1 from api.metrics where vessel_id = ${vesselOf(sailor)}`)).toEqual([]);
    expect((await api.post("/metrics", row, { token: rotated.json.token })).status).toBe(201);
  });

  it("S6: a boat cannot write rows that bear another boat's id", async () => {
    const other = vesselOf(victim);
    const count = () =>
      rows(sql`
        select (select count(*) from api.metrics where vessel_id = ${other})::int as metrics,
          (select count(*) from api.logbook where vessel_id = ${other})::int as logs,
          (select count(*) from api.stays where vessel_id = ${other})::int as stays,
          (select count(*) from api.moorages where vessel_id = ${other})::int as moorages,
          (select name from api.metadata where vessel_id = ${other}) as name`);
    const before = await count();
    const now = new Date().toISOString();
    const [fix] = passage(START + 1000, [{ stay: "moored", minutes: 5 }]);
    for (const [path, row] of [
      ["/metrics", { ...fix, vessel_id: other }],
      ["/metadata?on_conflict=vessel_id", { name: "Stolen", vessel_id: other, plugin_version: "1" }],
      ["/logbook", { _from_time: now, vessel_id: other }],
      ["/stays", { arrived: now, vessel_id: other }],
      ["/moorages", { name: "Stolen", vessel_id: other }],
    ] as const) {
      for (const token of [attacker.vesselToken, attacker.userToken]) {
        const answer = await api.post(path, row, {
          token,
          headers: { Prefer: "resolution=merge-duplicates" },
        });
        expect([path, answer.status < 500]).toEqual([path, true]);
      }
    }
    expect(await count()).toEqual(before);
  });

  it("S7: observations can be written to one's own logs only", async () => {
    const [log] = (await api.get("/logs_view?order=id", { token: victim.userToken })).json;
    const observations = JSON.stringify({ observations: { seaState: 9, cloudCoverage: 8, visibility: 0 } });
    const write = (token: string) =>
      api.post("/rpc/update_logbook_observations_fn", { _id: log.id, observations }, { token });
    const extra = async () =>
      (await rows(sql`select extra from api.logbook where id = ${log.id}::int`))[0]?.extra;
    const before = await extra();
    expect((await write(attacker.userToken)).json).not.toBe(true);
    expect(await extra()).toEqual(before);
    expect((await write(victim.userToken)).json).toBe(true);
    expect(JSON.stringify(await extra())).toContain('"seaState":9');
  });

  it("S8: a stop beside another boat's moorage makes one of one's own and leaves the other's alone", async () => {
    const moorages = () =>
      // The time of the stay that lasts grows by itself.
      rows(sql`
        select id, name, country, stay_id, stay_code, reference_count, latitude, longitude, home_flag, notes
        from api.moorages where vessel_id = ${vesselOf(victim)} order by id`);
    const before = await moorages();
    expect(before.length).toBeGreaterThan(0);
    const neighbour = await sailed("Neighbour");
    expect(await moorages()).toEqual(before);
    const own = (await api.get("/moorages?select=id,vessel_id", { token: neighbour.userToken })).json;
    expect(own).toHaveLength(before.length);
    expect(own.map((one: { id: number }) => one.id)).not.toEqual(before.map((one) => one.id));
  });
});

describe("the server", () => {
  it("S10: nothing of a request is left on the connection for the next one", async () => {
    const landlubber = (
      await api.post("/rpc/signup", {
        email: `landlubber.${process.pid}@example.org`,
        pass: "fair winds 7",
        firstname: "No",
        lastname: "Boat",
      })
    ).json.token;
    for (let i = 0; i < 3; i++) {
      expect((await api.get("/logs_view", { token: victim.userToken })).json).toHaveLength(2);
      expect((await api.get("/logs_view", { token: attacker.userToken })).json).toEqual([]);
      expect((await api.get("/metrics?limit=1", { token: victim.vesselToken })).json).toHaveLength(1);
      expect((await api.get("/logs_view", { token: landlubber })).status).toBe(551);
      expect((await api.get("/logs_view")).status).toBe(404);
      const page = Buffer.from("Unknown,public_logs_list,0").toString("base64");
      expect((await api.get("/logs_view", { headers: { "x-is-public": page } })).status).toBe(404);
    }
    const settings = await api.get("/rpc/settings_fn", { token: landlubber });
    expect(settings.json.settings.has_vessel).toBe(false);
  });

  it("S11: no role of the API, nor the one that requests log in as, may read password hashes or codes", async () => {
    const readable = await rows(sql`
      select r.rolname::text || ' ' || c.relname as what
      from pg_roles r, pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'app'::regnamespace and c.relname in ('accounts', 'one_time_codes')
        and a.attname in ('password_hash', 'code_hash')
        and r.rolname in ('anonymous', 'user_role', 'vessel_role', 'messenger_role', 'wakelog_authenticator')
        and has_column_privilege(r.oid, c.oid, a.attname, 'select')`);
    expect(readable).toEqual([]);
    for (const [path, status] of [
      ["/accounts", 404],
      ["/one_time_codes", 404],
      ["/rpc/login?select=password_hash", 404],
    ] as const) {
      const answer = await api.get(path, { token: attacker.userToken });
      expect(answer.status, path).toBe(status);
      expect(answer.text).not.toContain("scrypt");
    }
  });
});
