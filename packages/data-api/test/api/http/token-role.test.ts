import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, CLAIMS, roleOf, signed, token, USER } from "./bearer.ts";
import { SECRET, type Served, type Server, serveFixture } from "./served.ts";

let served: Served;
let usual: Server;

beforeAll(async () => {
  served = await serveFixture(CLAIMS);
  usual = await served.start();
});
afterAll(() => served.close());

describe("the role", () => {
  it("is the claim of that name, else the anonymous one", async () => {
    expect(roleOf(await ask(usual, token(USER)))).toBe("fixture_user");
    expect(roleOf(await ask(usual, token({ email: "x" })))).toBe("fixture_anonymous");
  });

  it.each([
    [".who.roles[1]", { who: { roles: ["x", "fixture_user"] } }],
    ['."https://example.org/claims".role', { "https://example.org/claims": { role: "fixture_user" } }],
  ])("is found where jwt-role-claim-key says: %s", async (key, claims) => {
    const server = await served.start({ "jwt-role-claim-key": key });
    expect(roleOf(await ask(server, token(claims)))).toBe("fixture_user");
    expect(roleOf(await ask(server, token(USER)))).toBe("fixture_anonymous");
  });

  it("is found by JSON Path at release 16", async () => {
    const server = await served.start({
      "protocol-release": "16",
      "jwt-role-claim-key": "$.who.roles[?search(@, '^fixture_u')]",
    });
    expect(roleOf(await ask(server, token({ who: { roles: ["x", "fixture_user"] } })))).toBe("fixture_user");
    expect(roleOf(await ask(server, token(USER)))).toBe("fixture_anonymous");
  });

  it.each([
    [null, "null"],
    [5, "5"],
    [["fixture_user"], '["fixture_user"]'],
  ])("that is no text is the name of none: %j", async (role, name) => {
    const { status, body } = await ask(usual, token({ role }));
    expect([status, JSON.parse(body).message]).toEqual([401, `role "${name}" does not exist`]);
  });

  it("that does not exist is what PostgreSQL says of it, 22023, with 401", async () => {
    const { status, body } = await ask(usual, token({ role: "nobody_of_that_name" }));
    expect([status, JSON.parse(body)]).toEqual([
      401,
      { code: "22023", details: null, hint: null, message: 'role "nobody_of_that_name" does not exist' },
    ]);
  });

  it("that the login role is no member of is not granted: 42501 with 403", async () => {
    const { status, body } = await ask(usual, token({ role: "pg_read_all_data" }));
    expect([status, JSON.parse(body)]).toMatchObject([
      403,
      { code: "42501", message: 'permission denied to set role "pg_read_all_data"' },
    ]);
  });

  it.each(["fixture_authenticator", "none"])(
    "of the login itself may nothing: it inherits no rights: %s",
    async (role) => {
      const { status, body } = await ask(usual, token({ role }));
      expect([status, JSON.parse(body)]).toMatchObject([
        403,
        { code: "42501", message: "permission denied for schema observatory" },
      ]);
    },
  );

  it("decides what a refusal means: 403 with a role, 401 and a challenge without", async () => {
    const known = await usual.send("GET", "/secrets", { Authorization: `Bearer ${token(USER)}` });
    expect([known.status, known.headers["www-authenticate"]]).toEqual([403, undefined]);
    const unknown = await usual.send("GET", "/secrets");
    expect([unknown.status, unknown.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
  });
});

describe("the claims", () => {
  const claims = async (text: string, server = usual): Promise<string> => {
    const sent = signed(text, SECRET, { alg: "HS256" }, "sha256");
    return (await server.send("GET", "/rpc/claims", { Authorization: `Bearer ${sent}` })).body;
  };

  it("reach SQL code as the token writes them: no digit of a number is lost", async () => {
    const text = '{"role":"fixture_user","id":12345678901234567890,"share":0.10}';
    expect(await claims(text)).toBe(text);
  });

  it("have the role in force, where they name none or another", async () => {
    expect(await claims("{}")).toBe('{"role":"fixture_anonymous"}');
    expect(await claims(' { "id": 12345678901234567890 } ')).toBe(
      '{"role":"fixture_anonymous","id": 12345678901234567890 }',
    );
    const server = await served.start({ "jwt-role-claim-key": ".who" });
    expect(JSON.parse(await claims('{"role":"x","who":"fixture_user"}', server))).toEqual({
      role: "fixture_user",
      who: "fixture_user",
    });
  });
});
