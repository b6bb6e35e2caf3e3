/** Limits of a request's cost, off by default. */
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ident, sql } from "../../src/db/sql.ts";
import { SECRET, type Served, type Server, serveFixture } from "../api/http/served.ts";
import { FIXTURE_AUTHENTICATOR } from "../cases/fixture.ts";

/** Returns whether no other call ran at the same time. */
const ALONE = `
create function observatory.alone(seconds float) returns boolean language plpgsql volatile as $$
declare answer boolean := pg_try_advisory_xact_lock(7);
begin perform pg_sleep(seconds); return answer; end $$`;

const DEEP = "/sites?select=id,telescopes(sites(telescopes(id)))";
const LONG = "x".repeat(1000);

let served: Served;
let free: Server;
/** A role without its own statement_timeout; roles are shared by all databases of the server. */
let guest: string;
beforeAll(async () => {
  served = await serveFixture(ALONE);
  guest = `limits_${new URL(served.database.url).pathname.slice(-8)}`;
  await served.database.owner.transaction(async (tx) => {
    await tx.run(sql`create role ${ident(guest)}`);
    await tx.run(sql`grant usage on schema observatory, tools to ${ident(guest)}`);
    await tx.run(sql`grant ${ident(guest)} to ${ident(FIXTURE_AUTHENTICATOR.user)}`);
  });
  free = await served.start({ "db-pool": "4" });
});
afterAll(async () => {
  await served.database.owner.transaction(async (tx) => {
    await tx.run(sql`drop owned by ${ident(guest)}`);
    await tx.run(sql`drop role ${ident(guest)}`);
  });
  await served.close();
});

const bearer = async (claims: Readonly<Record<string, string>>): Promise<{ authorization: string }> => {
  const token = new SignJWT({ role: "fixture_user", ...claims }).setProtectedHeader({ alg: "HS256" });
  return { authorization: `Bearer ${await token.sign(new TextEncoder().encode(SECRET))}` };
};

async function ask({ api }: Server, target: string, init: RequestInit = {}) {
  const answer = await fetch(`${api.where}${target}`, init);
  const body: unknown = await answer.json();
  return { status: answer.status, body };
}

const alone = (server: Server, headers: Readonly<Record<string, string>> = {}, seconds = 0.1) =>
  ask(server, "/rpc/alone", {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ seconds }),
  });

describe("limits of the data API", () => {
  it("bounds the rows of an answer and the repetitions of a relation", async () => {
    const rows = await served.start({ "db-answer-rows": "2" });
    expect((await ask(free, "/sites?select=id")).status).toBe(200);
    expect(await ask(rows, "/sites?select=id")).toMatchObject({ status: 400, body: { code: "54000" } });
    expect((await ask(rows, "/sites?select=id&limit=2")).status).toBe(200);
    const repeats = await served.start({ "db-embed-repeats": "1" });
    expect((await ask(free, DEEP)).status).toBe(200);
    expect(await ask(repeats, DEEP)).toMatchObject({ status: 400, body: { code: "54001" } });
  });

  it("accepts cheap patterns only, and only from callers with a token", async () => {
    const bounded = await served.start({ "db-patterns": "bounded" });
    const headers = await bearer({});
    const target = "/sites?select=id&name=match.";
    expect((await ask(free, `${target}(a%7Cb)%2B`)).status).toBe(200);
    expect((await ask(bounded, `${target}Cerro`)).status).toBe(401);
    expect((await ask(bounded, `${target}Cerro`, { headers })).status).toBe(200);
    const nested = await ask(bounded, `${target}(a%2B)%2B`, { headers });
    expect(nested).toMatchObject({ status: 400, body: { code: "2201B" } });
  });

  it("shortens the values that errors repeat", async () => {
    const short = await served.start({ "db-error-texts": "short" });
    const message = async (server: Server) =>
      JSON.stringify((await ask(server, `/sites?id=eq.${LONG}`)).body);
    expect(await message(free)).toContain(LONG);
    expect(await message(short)).not.toContain(LONG.slice(0, 300));
  });

  it("limits the time of statements, with another limit for callers without a token", async () => {
    const [headers, user] = [await bearer({ role: guest }), await bearer({})];
    const anonymous = await served.start({ "db-anon-statement-timeout": "1" });
    expect(await alone(anonymous, {}, 1.5)).toMatchObject({ body: { code: "57014" } });
    expect(await alone(anonymous, headers, 1.5)).toMatchObject({ status: 200 });
    const everybody = await served.start({ "db-statement-timeout": "1", "db-anon-statement-timeout": "10" });
    expect(await alone(everybody, headers, 1.5)).toMatchObject({ body: { code: "57014" } });
    expect(await alone(everybody, {}, 1.5)).toMatchObject({ status: 200 });
    // The role's own statement_timeout wins.
    expect(await alone(everybody, user, 1.5)).toMatchObject({ status: 200 });
  });

  it("limits the connections that one caller, or all without a token, may hold", async () => {
    const limited = await served.start({ "db-pool": "4", "db-caller-pool": "1", "db-anon-pool": "1" });
    const [ada, ben] = [await bearer({ sub: "ada" }), await bearer({ sub: "ben" })];
    const allAlone = async (callers: readonly Readonly<Record<string, string>>[]) => {
      const answers = await Promise.all(callers.map((headers) => alone(limited, headers)));
      return answers.every(({ body }) => body === true);
    };
    /** Whether a caller is answered while another one's long call still runs. */
    const overtakes = async (server: Server, one: Record<string, string>, other: Record<string, string>) => {
      const long = alone(server, one, 3).then(() => false);
      const overtaken = await Promise.race([long, alone(server, other, 0).then(() => true)]);
      await long;
      return overtaken;
    };
    expect(await overtakes(free, {}, {})).toBe(true);
    expect(await allAlone([{}, {}, {}, {}])).toBe(true);
    expect(await allAlone([ada, ada, ada])).toBe(true);
    expect(await overtakes(limited, ada, ben)).toBe(true);
    expect(await overtakes(limited, ada, {})).toBe(true);
  });
});
