/** The chat bot and the assistant: how they get their tokens, what they read, and that they change nothing. */
import { ident, sql } from "@wakelog/data-api/db/sql.ts";
import type { Observation } from "@wakelog/kit/observe.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { client } from "../../../../../test/support/client.ts";
import { prove } from "../../../../../test/support/proven.ts";
import { TEST_SECRET } from "../../../../../test/support/server.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { generatedVoyage } from "../../../../../test/support/voyage.ts";
import { tokenIssuer } from "../../../src/people/accounts/tokens.ts";

const CHAT = 4242;
const observed: Observation[] = [];
let service: TestService;
let skipper: Skipper;
let secret: string;
const api = client(() => service.apiUrl);

beforeAll(async () => {
  service = await startService({}, (one) => void observed.push(one));
  skipper = await newSkipper(service);
  await prove(service, skipper.sailor.email);
  await skipper.send(generatedVoyage(Date.now() - 86_400_000));
  secret = await tokenIssuer(TEST_SECRET, 1).operator("messenger_role", 3600);
});
afterAll(() => service.stop());

/** A call of the bot, which knows only its address. */
const bot = (name: string, body: object, address = `/v2/bot/${secret}`) =>
  api.post(`${address}/rpc/${name}`, body);
const chat = {
  from: { id: CHAT, is_bot: false, first_name: "Aino", language_code: "fi" },
  chat: { id: CHAT },
};
const botToken = async (): Promise<string> => (await bot("telegram", { user_id: CHAT })).json.token;
const assistantToken = async (): Promise<string> => (await skipper.call("register_mcp", {})).json.token;
const claims = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

describe("the bot at its own address", () => {
  test("links a chat with the mailed code, and gets a token that reads", async () => {
    expect((await bot("telegram", { user_id: CHAT })).json.token).toBeNull();
    const asked = await bot("telegram_otp_fn", { email: skipper.sailor.email });
    expect(asked.json).toEqual({ otp_code: null, code: expect.stringMatching(/^\d{8}$/) });
    await service.drainJobs();
    const [mail] = await service.database.owner.transaction((tx) =>
      tx.query(sql`select body from app.deliveries where kind = 'messenger_otp' order by id desc limit 1`),
    );
    expect(String(mail?.body)).toContain(asked.json.code);
    const linked = await bot("telegram_fn", { token: asked.json.code, telegram_obj: chat });
    expect([linked.status, linked.json]).toEqual([200, true]);
    const token = await botToken();
    const { role, email, exp, iat } = claims(token);
    expect({ role, email, seconds: exp - iat }).toEqual({
      role: "bot_role",
      email: skipper.sailor.email,
      seconds: 3600,
    });
    for (const address of [`/v2/bot/${secret}`, "/v2", ""]) {
      const logs = await api.get(`${address}/logs_view`, { token });
      expect([logs.status, logs.json.length]).toEqual([200, 1]);
    }
    expect(
      claims((await bot("telegram", { user_id: CHAT }, "")).json?.token ?? "a.e30").role,
    ).toBeUndefined();
    const first = await api.post("/rpc/telegram", { user_id: CHAT }, { token: secret });
    expect(claims(first.json.token).role).toBe("user_role");
  });

  test("gets a code for unknown addresses too, which is no account's", async () => {
    const unknown = await bot("telegram_otp_fn", { email: "unknown@example.org" });
    expect(unknown.json).toEqual({ otp_code: null, code: expect.stringMatching(/^\d{8}$/) });
    expect((await bot("telegram_fn", { token: unknown.json.code, telegram_obj: chat })).json).toBe(false);
  });

  test("alone learns the code", async () => {
    const body = { email: skipper.sailor.email };
    for (const address of ["", "/v2"]) {
      const answer = await api.post(`${address}/rpc/telegram_otp_fn`, body);
      expect(answer.json).toEqual({ otp_code: null, code: null });
    }
    const asUser = await api.post("/v2/rpc/telegram_otp_fn", body, { token: skipper.sailor.userToken });
    expect(asUser.json).toEqual({ otp_code: null, code: null });
  });

  test("is 404 with any other token in its path, also for a caller with a token", async () => {
    const user = skipper.sailor.userToken;
    for (const wrong of ["x", user, `${secret}x`, secret.replace(/.$/, "")]) {
      for (const ask of [{}, { token: user }]) {
        const answer = await api.get(`/v2/bot/${wrong}/stays_at`, ask);
        expect([answer.status, answer.text.includes(wrong)]).toEqual([404, false]);
      }
    }
    expect((await api.get(`/v2/bot/${secret}`)).json.basePath).toBe("/v2");
  });

  test("has its token in no log", async () => {
    await bot("telegram", { user_id: "x" });
    await api.get(`/v2/bot/${secret}x/stays_at`);
    await api.get(`/v2/bot/${secret}/a/b/c`);
    expect(observed.length).toBeGreaterThan(5);
    expect(JSON.stringify(observed)).not.toContain(secret.slice(0, -2));
  });
});

describe("an assistant's token", () => {
  test("reads for a year, until the next one or the end of all sessions", async () => {
    const first = await assistantToken();
    const { role, exp, iat, uid, ver } = claims(first);
    expect({ role, uid, ver, days: (exp - iat) / 86_400 }).toEqual({
      ...(({ uid, ver }) => ({ uid, ver }))(claims(skipper.sailor.userToken)),
      role: "mcp_role",
      days: 365,
    });
    const status = async (token: string) => (await api.get("/v2/rpc/vessel_fn", { token })).status;
    expect(await status(first)).toBe(200);
    const second = await assistantToken();
    expect([await status(first), await status(second)]).toEqual([401, 200]);
  });

  test("is made for users alone", async () => {
    for (const token of [await botToken(), await assistantToken(), skipper.sailor.vesselToken]) {
      expect((await api.post("/v2/rpc/register_mcp", {}, { token })).status).toBe(403);
    }
    expect((await api.get("/v2/rpc/register_mcp", { token: skipper.sailor.userToken })).status).toBe(405);
  });
});

/** A digest of every row of the service, table by table, but for what its clock writes. */
async function everything(): Promise<Readonly<Record<string, unknown>>> {
  return service.database.owner.transaction(async (tx) => {
    const tables = await tx.query(sql`
      select relnamespace::regnamespace::text as schema, relname as name from pg_class
      where relnamespace in ('api'::regnamespace, 'app'::regnamespace) and relkind = 'r' and relname <> all (array['schedules', 'watch_states', 'workers']) order by 1, 2`);
    const digests: Record<string, unknown> = {};
    for (const { schema, name } of tables) {
      await tx.run(sql`set local row_security = off`);
      const [row] = await tx.query(sql`
        select count(*) as n, md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as digest
        from ${ident(String(schema), String(name))} t`);
      digests[`${schema}.${name}`] = `${row?.n} ${row?.digest}`;
    }
    return digests;
  });
}

/** What reads but is the account's own affair. */
const HIDDEN = new Set(["settings_fn", "belongings_fn", "first_steps_fn", "boat_settings_fn"]);

interface Procedure {
  readonly name: string;
  readonly args: readonly (readonly [string, string])[];
  readonly writes: boolean;
}

async function procedures(): Promise<readonly Procedure[]> {
  const rows = await service.database.owner.transaction((tx) =>
    tx.query(sql`
      select p.proname as name, p.provolatile = 'v' as writes, coalesce((
        select json_agg(json_build_array(p.proargnames[n], format_type(t, null)))
        from unnest(p.proargtypes) with ordinality a (t, n)), '[]') as args
      from pg_proc p where pronamespace = 'api'::regnamespace order by 1`),
  );
  return rows.map(({ name, writes, args }) => ({
    name: String(name),
    writes: writes === true,
    args: Array.isArray(args) ? args : JSON.parse(String(args)),
  }));
}

describe.each(["bot_role", "mcp_role"])("a token of %s", (role) => {
  const token = () => (role === "bot_role" ? botToken() : assistantToken());

  test("changes no row, whatever it calls", async () => {
    const own = await token();
    const [log] = await skipper.rows("/logbook?select=id&limit=1");
    const argument = (type: string): unknown =>
      /int|numeric|double/.test(type)
        ? type.endsWith("[]")
          ? [log.id]
          : log.id
        : /json/.test(type)
          ? {}
          : /bool/.test(type)
            ? true
            : /time|date/.test(type)
              ? new Date().toISOString()
              : type.endsWith("[]")
                ? []
                : "2026-06-14T10:02:00Z";
    // Mails of the tests before.
    await service.drainJobs();
    const before = await everything();
    const changed: string[] = [];
    for (const base of ["", "/v2"]) {
      for (const { name, args, writes } of await procedures()) {
        const body = Object.fromEntries(args.map(([arg, type]) => [arg, argument(type)]));
        const answer = await api.post(`${base}/rpc/${name}`, body, { token: own });
        if (writes && answer.status < 400) changed.push(`${base}/rpc/${name}`);
        await api.get(`${base}/rpc/${name}?${new URLSearchParams(JSON.parse(JSON.stringify(body)))}`, {
          token: own,
        });
      }
      const { definitions } = (await api.get(`${base}/`, { token: skipper.sailor.userToken })).json;
      for (const name of Object.keys(definitions)) {
        const [column = "id"] = Object.keys(definitions[name].properties);
        for (const [method, query, body] of [
          ["POST", "", { name: "x" }],
          ["POST", `?on_conflict=${column}`, {}],
          ["PUT", `?${column}=eq.${log.id}`, { [column]: log.id }],
          ["PATCH", `?${column}=not.is.null`, { [column]: log.id }],
          ["PATCH", "", { user_data: {} }],
          ["DELETE", "", undefined],
          ["DELETE", `?${column}=not.is.null`, undefined],
        ] as const) {
          const { status } = await api.send(method, `${base}/${name}${query}`, { token: own, body });
          if (status < 400) changed.push(`${method} ${base}/${name}${query}`);
        }
      }
    }
    expect(changed).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  test("may do nothing but read in the database, whatever statement it gets there", async () => {
    const rights = await service.database.owner.transaction((tx) =>
      tx.query(sql`
        select c.oid::regclass::text as name, p.privilege
        from pg_class c cross join unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) p (privilege)
        where c.relnamespace in ('api'::regnamespace, 'app'::regnamespace, 'second'::regnamespace)
          and c.relkind in ('r', 'v', 'm', 'p') and has_table_privilege(${role}, c.oid, p.privilege)
        union all
        select oid::regprocedure::text, 'EXECUTE' from pg_proc
        where pronamespace in ('api'::regnamespace, 'app'::regnamespace, 'second'::regnamespace)
          and provolatile = 'v' and has_function_privilege(${role}, oid, 'EXECUTE')
          and not exists (select from pg_depend d where d.objid = pg_proc.oid and d.deptype = 'e')`),
    );
    const names = rights.map(({ name }) => String(name)).sort();
    expect(names).toEqual(["app.check_request()", "app.check_second_request()"]);
  });

  test("reads the boat's rows as the user does, and none of the account's affairs", async () => {
    const own = await token();
    const user = skipper.sailor.userToken;
    const hidden = [
      "/deliveries_view",
      "/boat_links_view",
      "/boat_commands_view",
      "/eventlogs_view",
      "/timeline_view",
    ];
    const { paths } = (await api.get("/", { token: user })).json;
    for (const path of Object.keys(paths).filter((one) => !one.startsWith("/rpc/") && one !== "/")) {
      if (hidden.includes(path)) continue;
      const [asUser, asReader] = [await api.get(path, { token: user }), await api.get(path, { token: own })];
      expect([path, asReader.status]).toEqual([path, 200]);
      expect([path, asReader.json.length]).toEqual([path, asUser.json.length]);
    }
    for (const path of [...hidden.slice(0, 3), "/rpc/settings_fn", "/rpc/belongings_fn"]) {
      expect([path, (await api.get(path, { token: own })).status]).toEqual([path, 403]);
    }
    const events = await api.get("/eventlogs_view", { token: own });
    expect(events.json.length).toBeGreaterThan(0);
    expect(events.text).not.toContain("@");
    const [log] = await skipper.rows("/logbook?select=id&limit=1");
    const reading = (await procedures()).filter(
      ({ name, writes }) => !writes && `/rpc/${name}` in paths && !HIDDEN.has(name),
    );
    expect(reading.length).toBeGreaterThan(50);
    for (const base of ["", "/v2"]) {
      for (const { name, args } of reading) {
        const path = `${base}/rpc/${name}${args.some(([arg]) => arg === "_id") ? `?_id=${log.id}` : ""}`;
        const { status } = await api.get(path, { token: user });
        expect([path, (await api.get(path, { token: own })).status]).toEqual([path, status]);
      }
    }
  });

  test("reads the profile without the address", async () => {
    const profile = async (own: string) => (await api.get("/v2/rpc/profile_fn", { token: own })).json;
    const { email, ...shown } = (await profile(skipper.sailor.userToken)).profile;
    expect(email).toBe(skipper.sailor.email);
    expect(await profile(await token())).toEqual({ profile: shown, settings: shown });
  });

  test("ends with all sessions", async () => {
    const other = await newSkipper(service);
    const { uid, email, vid, ver } = claims(other.sailor.userToken);
    const holder = { accountId: uid, email, vesselId: vid, sessionVersion: ver };
    const own =
      role === "mcp_role"
        ? (await other.call("register_mcp", {})).json.token
        : await tokenIssuer(TEST_SECRET, 1).bot(holder);
    expect((await api.get("/v2/rpc/vessel_details_fn", { token: own })).status).toBe(200);
    await other.call("sign_out_everywhere_fn", {});
    expect((await api.get("/v2/rpc/vessel_details_fn", { token: own })).status).toBe(401);
  });
});
