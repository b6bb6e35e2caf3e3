/** Headers, origins and tokens of the data API's server, in both releases. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAuthenticator } from "../../../src/engine/caller/caller.ts";
import { releaseOf } from "../../../src/engine/release/release.ts";
import { PEER_KEYS, PEER_SECRET, peerTokens } from "../../peer/tokens.ts";
import { type Served, type Server, serveFixture } from "../http/served.ts";

let served: Served;
const servers = new Map<string, Server>();

beforeAll(async () => {
  served = await serveFixture(`
    create function observatory.coded(code text) returns void language plpgsql stable as $$
    begin
      raise sqlstate 'PGRST' using message = json_build_object('code', code, 'message', 'm'),
        detail = '{"status": 418, "headers": {}}';
    end $$;
  `);
  for (const release of ["11", "16"])
    servers.set(release, await served.start({ "protocol-release": release }));
});
afterAll(() => served.close());

async function heads(
  method: string,
  target: string,
  headers: Readonly<Record<string, string>>,
  names: readonly string[],
): Promise<Readonly<Record<string, readonly (string | undefined)[]>>> {
  const found: Record<string, readonly (string | undefined)[]> = {};
  for (const [release, server] of servers) {
    const answer = await server.send(method, target, headers);
    found[release] = names.map((name) => answer.headers[name]);
  }
  return found;
}

describe("headers", () => {
  it("name the release", async () => {
    const found = await heads("GET", "/sites", {}, ["server"]);
    expect(found["11"]?.[0]).toMatch(/^postgrest\/11\.2\.2 /);
    expect(found["16"]?.[0]).toMatch(/^postgrest\/16\.2 /);
  });

  it("say at 16 what every answer depends on", async () => {
    for (const [method, target] of [
      ["GET", "/sites"],
      ["HEAD", "/nothing/here/at/all"],
      ["OPTIONS", "/sites"],
      ["GET", "/nothing"],
      ["BREW", "/sites"],
    ] as const) {
      const found = await heads(method, target, {}, ["vary"]);
      expect([method, target, found]).toEqual([
        method,
        target,
        { "11": [undefined], "16": ["Accept, Prefer, Range"] },
      ]);
    }
  });

  it("share answers at 16 with every origin, without credentials", async () => {
    const names = ["access-control-allow-origin", "access-control-allow-credentials", "vary"];
    const origin = { Origin: "https://a.example" };
    const echoed = ["https://a.example", "true", "Origin"];
    expect(await heads("GET", "/sites", origin, names)).toEqual({
      "11": echoed,
      "16": ["*", undefined, "Accept, Prefer, Range"],
    });
    const preflight = { ...origin, "Access-Control-Request-Method": "POST" };
    expect(await heads("OPTIONS", "/sites", preflight, names)).toEqual({
      "11": echoed,
      "16": ["*", undefined, "Accept, Prefer, Range"],
    });
  });

  it("name a listed origin at 16, and no other", async () => {
    const listed = await served.start({
      "protocol-release": "16",
      "server-cors-allowed-origins": "https://a.example",
    });
    const of = async (origin: string) => {
      const { headers } = await listed.send("GET", "/sites", { Origin: origin });
      return [
        headers["access-control-allow-origin"],
        headers["access-control-allow-credentials"],
        headers.vary,
      ];
    };
    expect(await of("https://a.example")).toEqual([
      "https://a.example",
      "true",
      "Accept, Prefer, Range, Origin",
    ]);
    expect((await of("https://b.example"))[0]).toBeUndefined();
    const names = ["access-control-allow-origin", "access-control-allow-credentials"];
    const asked = { "Access-Control-Request-Method": "POST" };
    for (const [origin, more, expected] of [
      ["https://a.example", asked, ["https://a.example", "true"]],
      ["https://a.example", {}, ["https://a.example", "true"]],
      ["https://b.example", asked, [undefined, undefined]],
      ["https://b.example", {}, [undefined, undefined]],
    ] as const) {
      const { headers } = await listed.send("OPTIONS", "/sites", { Origin: origin, ...more });
      expect(names.map((name) => headers[name])).toEqual(expected);
    }
  });

  it("can carry every alias and code", async () => {
    const sixteen = servers.get("16");
    const alias = encodeURIComponent('"漢 \\"\n"');
    const warned = await sixteen?.send("GET", `/sites?select=${alias}:telescopes(id)&telescopes.id=eq.1`);
    expect([warned?.status, warned?.headers.warning]).toEqual([
      200,
      expect.stringContaining("Update `telescopes` to `%E6%BC%A2 %22%0A` in"),
    ]);
    const raised = await sixteen?.send("GET", "/rpc/coded?code=a%0A%E6%BC%A2");
    expect([raised?.status, raised?.headers["proxy-status"]]).toEqual([
      418,
      "PostgREST; error=a%0A%E6%BC%A2",
    ]);
  });
});

const NO_KEY = ["PGRST301", "No suitable key or wrong key type"];
const UNREADABLE = ["PGRST301", "JWT cryptographic operation failed"];
const ALGORITHM = ["PGRST301", "Wrong or unsupported encoding algorithm"];
const AUDIENCE = ["PGRST303", "The JWT 'aud' claim must be a string or an array of strings"];

/** By the names of the tokens: code and message at 11 and at 16; null if the token passes. */
const TOKENS: readonly (readonly [string, readonly string[] | null, readonly string[] | null])[] = [
  ["ada", null, null],
  ["skewed", null, null],
  ["expired", ["PGRST301", "JWT expired"], ["PGRST303", "JWT expired"]],
  ["early", ["PGRST301", "JWTNotYetValid"], ["PGRST303", "JWT not yet valid"]],
  ["future", ["PGRST301", "JWTIssuedAtFuture"], ["PGRST303", "JWT issued at future"]],
  ["audience", ["PGRST301", "JWTNotInAudience"], ["PGRST303", "JWT not in audience"]],
  ["audience us", null, null],
  ["audience none", ["PGRST301", "JWTNotInAudience"], null],
  ["audience null", null, null],
  ["audience number", ["PGRST301"], AUDIENCE],
  ["audience mixed", ["PGRST301"], AUDIENCE],
  ["texttimes", ["PGRST301"], ["PGRST303", "The JWT 'exp' claim must be a number"]],
  ["nbf true", ["PGRST301"], ["PGRST303", "The JWT 'nbf' claim must be a number"]],
  ["iat list", ["PGRST301"], ["PGRST303", "The JWT 'iat' claim must be a number"]],
  ["iss number", ["PGRST301"], null],
  ["claims list", ["PGRST301"], ["PGRST303", "Parsing claims failed"]],
  ["claims broken", ["PGRST301"], ["PGRST303", "Parsing claims failed"]],
  ["parts two", ["PGRST301"], ["PGRST301", "Expected 3 parts in JWT; got 2"]],
  ["parts five", ["PGRST301"], ["PGRST301", "Expected 3 parts in JWT; got 5"]],
  ["parts three", ["PGRST301"], UNREADABLE],
  ["signature broken", ["PGRST301"], UNREADABLE],
  ["forged", ["PGRST301", "JWSError JWSInvalidSignature"], NO_KEY],
  ["hs256 named", null, NO_KEY],
  ["unsigned", ["PGRST301", "JWSError JWSNoSignatures"], ALGORITHM],
  ["header with unknown algorithm", ["PGRST301"], ALGORITHM],
];

describe("tokens", () => {
  const tokens = peerTokens();
  const refusal = async (release: "11" | "16", authorization: string, secret = PEER_SECRET) => {
    const authenticate = createAuthenticator({
      secret,
      audience: "observatory",
      anonymousRole: "anonymous",
      release: releaseOf(release),
    });
    try {
      return { role: (await authenticate({ authorization })).role };
    } catch (error) {
      return error;
    }
  };
  const expected = (error: readonly string[] | null): object =>
    error === null
      ? { role: "fixture_user" }
      : { status: 401, code: error[0], ...(error[1] === undefined ? {} : { message: error[1] }) };

  it.each(TOKENS)("%s", async (name, eleven, sixteen) => {
    const authorization = `Bearer ${tokens.get(name)}`;
    expect(await refusal("11", authorization)).toMatchObject(expected(eleven));
    expect(await refusal("16", authorization)).toMatchObject(expected(sixteen));
  });

  it("say why in their header, and more in details", async () => {
    expect(await refusal("16", `Bearer ${tokens.get("forged")}`)).toMatchObject({
      details: "None of the keys was able to decode the JWT",
      headers: [
        [
          "WWW-Authenticate",
          'Bearer error="invalid_token", error_description="No suitable key or wrong key type"',
        ],
      ],
    });
    expect(await refusal("16", `Bearer ${tokens.get("unsigned")}`)).toMatchObject({
      details: "JWT is unsecured but expected 'alg' was not 'none'",
    });
  });

  it("are missed at 16 behind their scheme", async () => {
    expect(await refusal("11", "Bearer")).toEqual({ role: "anonymous" });
    expect(await refusal("16", "Bearer")).toMatchObject({
      code: "PGRST301",
      message: "Empty JWT is sent in Authorization header",
    });
  });

  it("are tried with the key that they name, at 16", async () => {
    const keys = JSON.stringify({ keys: [{ ...PEER_KEYS.rsa, kid: "rsa" }] });
    const misnamed = `Bearer ${tokens.get("rs256 misnamed")}`;
    expect(await refusal("16", `Bearer ${tokens.get("rs256 named")}`, keys)).toEqual({
      role: "fixture_user",
    });
    expect(await refusal("11", misnamed, keys)).toEqual({ role: "fixture_user" });
    expect(await refusal("16", misnamed, keys)).toMatchObject({ code: "PGRST301" });
  });
});

describe("the setting", () => {
  it("can be reloaded from the database", async () => {
    const server = await served.start({ "db-config": "true" });
    await served.database.owner.transaction((tx) =>
      tx.script(`do $$ begin
        execute format('alter role fixture_authenticator in database %I set pgrst.protocol_release = 16', current_database());
      end $$`),
    );
    expect((await server.send("GET", "/a/b/c")).body).toBe("{}");
    await server.api.reloadSettings();
    const { body, headers } = await server.send("GET", "/a/b/c");
    expect([JSON.parse(body).code, headers["proxy-status"]]).toEqual([
      "PGRST125",
      "PostgREST; error=PGRST125",
    ]);
  });
});
