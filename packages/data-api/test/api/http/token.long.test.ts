/** Bearer tokens: transport, signatures and invalid ones. */
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PeerAnswer } from "../../peer/request.ts";
import { ask, CLAIMS, part, roleOf, token, USER } from "./bearer.ts";
import { SECRET, type Served, type Server, serveFixture } from "./served.ts";

let served: Served;
let usual: Server;
beforeAll(async () => {
  served = await serveFixture(CLAIMS);
  usual = await served.start();
});
afterAll(() => served.close());

const now = (): number => Math.floor(Date.now() / 1000);
/** Everything that matters of a refusal. */
function refusal({ status, headers, body }: PeerAnswer): unknown {
  return [status, JSON.parse(body), headers["www-authenticate"]];
}

const refused = (code: string, message: string, challenge: string): unknown => [
  401,
  { code, details: null, hint: null, message },
  challenge,
];

/** A token that is not accepted: 401, and why. */
const invalid = (message: string): unknown =>
  refused("PGRST301", message, `Bearer error="invalid_token", error_description="${message}"`);

describe("a bearer token", () => {
  it.each(["Bearer", "bearer", "BEARER", "Bearer "])("is read after %j", async (scheme) => {
    expect(roleOf(await ask(usual, token(USER), scheme))).toBe("fixture_user");
  });

  it("is not looked for after another scheme", async () => {
    expect(roleOf(await ask(usual, "YTpi", "Basic"))).toBe("fixture_anonymous");
  });

  it("that is empty is none", async () => {
    expect(roleOf(await ask(usual, ""))).toBe("fixture_anonymous");
  });

  it.each([
    ["/sites?select=(", "GET"],
    ["/a/b/c", "GET"],
    ["/nowhere", "GET"],
    ["/", "GET"],
    ["/sites", "OPTIONS"],
    ["/sites", "HEAD"],
  ])("is looked at before the request: %s by %s", async (path, method) => {
    expect((await usual.send(method, path, { Authorization: "Bearer x" })).status).toBe(401);
  });
});

describe("without a token", () => {
  it("requests have the anonymous role", async () => {
    expect(roleOf(await usual.send("GET", "/rpc/whoami"))).toBe("fixture_anonymous");
  });

  it("and without an anonymous role they are refused: 401 PGRST302", async () => {
    const closed = await served.start({ "db-anon-role": "" });
    const disabled = refused("PGRST302", "Anonymous access is disabled", "Bearer");
    for (const path of ["/sites", "/", "/rpc/answer", "/a/b/c"]) {
      expect(refusal(await closed.send("GET", path))).toEqual(disabled);
    }
    expect(refusal(await ask(closed, "YTpi", "Basic"))).toEqual(disabled);
    expect(refusal(await ask(closed, token({ email: "x" })))).toEqual(disabled);
    expect((await closed.send("OPTIONS", "/sites")).status).toBe(401);
    expect(roleOf(await ask(closed, token(USER)))).toBe("fixture_user");
  });
});

describe("a token that a server without a secret gets", () => {
  it("is the server's fault: 500 PGRST300", async () => {
    const bare = await served.start({ "jwt-secret": "" });
    for (const sent of [token(USER), "x"]) {
      const { status, body, headers } = await ask(bare, sent);
      expect([status, JSON.parse(body), headers["www-authenticate"]]).toEqual([
        500,
        { code: "PGRST300", details: null, hint: null, message: "Server lacks JWT secret" },
        undefined,
      ]);
    }
    expect(roleOf(await bare.send("GET", "/rpc/whoami"))).toBe("fixture_anonymous");
  });
});

describe("a token that is refused says why, with 401 PGRST301 and in WWW-Authenticate:", () => {
  const parts = (got: number): string =>
    `JWSError (CompactDecodeError Invalid number of parts: Expected 3 parts; got ${got})`;
  it.each([
    ["one part", "x", parts(1)],
    ["two parts", "a.b", parts(2)],
    ["four parts", "...", parts(4)],
    ["another's signature", token(USER, "x".repeat(40)), "JWSError JWSInvalidSignature"],
    ["a signature that was changed", `${token(USER).slice(0, -4)}AAAA`, "JWSError JWSInvalidSignature"],
    [
      "claims that were changed",
      token(USER).replace(/\..*\./, `.${part({})}.`),
      "JWSError JWSInvalidSignature",
    ],
  ])("%s", async (_what, sent, message) => {
    expect(refusal(await ask(usual, sent))).toEqual(invalid(message));
  });

  it.each([
    ["no signature at all", `${part({ alg: "none" })}.${part(USER)}.`],
    ["an unknown algorithm", token(USER, SECRET, { alg: "FOO" })],
    ["an algorithm of other keys", token(USER, SECRET, { alg: "RS256" })],
    ["no algorithm", token(USER, SECRET, {})],
    ["a header that is no JSON", `x.${part(USER)}.x`],
    ["claims that are no object", token([])],
    ["an expiry that is no number", token({ ...USER, exp: "tomorrow" })],
    ["a beginning that is no number", token({ ...USER, nbf: "yesterday" })],
    ["an issue that is no number", token({ ...USER, iat: [] })],
    ["an audience that is no text", token({ ...USER, aud: 5 })],
    ["a subject that is no text", token({ ...USER, sub: 5 })],
    ["an issuer that is no text", token({ ...USER, iss: 5 })],
    ["an id that is not text", token({ ...USER, jti: 5 })],
  ])("%s", async (_what, sent) => {
    const { status, body, headers } = await ask(usual, sent);
    const { code, message } = JSON.parse(body);
    expect([status, code, headers["www-authenticate"]]).toEqual([
      401,
      "PGRST301",
      `Bearer error="invalid_token", error_description="${message.replace(/["\\]/g, "\\$&")}"`,
    ]);
  });
});

describe("times in a token", () => {
  it.each([
    ["exp", -25, null],
    ["exp", -35, "JWT expired"],
    ["nbf", 25, null],
    ["nbf", 35, "JWTNotYetValid"],
    ["iat", 25, null],
    ["iat", 35, "JWTIssuedAtFuture"],
  ])("may be off by 30 seconds: %s in %i s", async (claim, seconds, message) => {
    const answer = await ask(usual, token({ ...USER, [claim]: now() + seconds }));
    if (message === null) expect(roleOf(answer)).toBe("fixture_user");
    else expect(refusal(answer)).toEqual(invalid(message));
  });
});

describe("the audience", () => {
  it("is not looked at unless one is set, but an empty list matches none", async () => {
    for (const aud of ["anybody", ["a", "b"], null]) {
      expect(roleOf(await ask(usual, token({ ...USER, aud })))).toBe("fixture_user");
    }
    expect(refusal(await ask(usual, token({ ...USER, aud: [] })))).toEqual(invalid("JWTNotInAudience"));
  });

  it("that is set must be named, where the token names any", async () => {
    const strict = await served.start({ "jwt-aud": "observatory" });
    for (const aud of ["observatory", ["others", "observatory"], null, undefined]) {
      expect([aud, roleOf(await ask(strict, token({ ...USER, aud })))]).toEqual([aud, "fixture_user"]);
    }
    for (const aud of ["others", "Observatory", "", ["others"], []]) {
      expect([aud, refusal(await ask(strict, token({ ...USER, aud })))]).toEqual([
        aud,
        invalid("JWTNotInAudience"),
      ]);
    }
  });
});

describe("a secret", () => {
  it("may be base64 of the bytes that sign", async () => {
    const bytes = Buffer.from(`${SECRET}\u0001ÿ?>`, "latin1");
    const settings = { "jwt-secret": bytes.toString("base64"), "jwt-secret-is-base64": "true" };
    const server = await served.start(settings);
    expect(roleOf(await ask(server, token(USER, bytes)))).toBe("fixture_user");
    expect(refusal(await ask(server, token(USER, settings["jwt-secret"])))).toEqual(
      invalid("JWSError JWSInvalidSignature"),
    );
    const safe = await served.start({ ...settings, "jwt-secret": bytes.toString("base64url") });
    expect(roleOf(await ask(safe, token(USER, bytes)))).toBe("fixture_user");
  });

  it.each([
    ["HS384", "sha384", 48],
    ["HS512", "sha512", 64],
  ])("signs by %s only when it is as long as the hash", async (alg, hash, bytes) => {
    for (const length of [bytes - 1, bytes]) {
      const secret = "x".repeat(length);
      const server = await served.start({ "jwt-secret": secret });
      const answer = await ask(server, token(USER, secret, { alg }, hash));
      if (length === bytes) expect(roleOf(answer)).toBe("fixture_user");
      else expect(refusal(answer)).toEqual(invalid("JWSError JWSInvalidSignature"));
    }
  });

  it("of less than 32 bytes is refused at the start", async () => {
    await expect(served.start({ "jwt-secret": "x".repeat(31) })).rejects.toThrow(/jwt-secret .*at least 32/);
  });

  it.each(["RS256", "PS256", "ES256"])(
    "may be a public key for %s, alone or in a set of which any may have signed, whatever kid says",
    async (alg) => {
      const [own, other] = [
        await generateKeyPair(alg, { extractable: true }),
        await generateKeyPair(alg, { extractable: true }),
      ];
      const jwk = await exportJWK(own.publicKey);
      const sign = (
        key: Awaited<ReturnType<typeof generateKeyPair>>["privateKey"],
        header = {},
      ): Promise<string> => new SignJWT(USER).setProtectedHeader({ alg, ...header }).sign(key);
      const alone = await served.start({ "jwt-secret": JSON.stringify(jwk) });
      expect(roleOf(await ask(alone, await sign(own.privateKey)))).toBe("fixture_user");
      const bad = invalid("JWSError JWSInvalidSignature");
      expect(refusal(await ask(alone, await sign(other.privateKey)))).toEqual(bad);
      expect(refusal(await ask(alone, token(USER, JSON.stringify(jwk))))).toEqual(bad);
      const keys = [
        { ...jwk, kid: "own" },
        { ...(await exportJWK(other.publicKey)), kid: "other" },
        { kty: "oct", k: Buffer.from(SECRET).toString("base64url") },
      ];
      const set = await served.start({ "jwt-secret": JSON.stringify({ keys }) });
      for (const sent of [
        await sign(own.privateKey, { kid: "own" }),
        await sign(other.privateKey, { kid: "other" }),
        await sign(own.privateKey),
        await sign(other.privateKey),
        await sign(other.privateKey, { kid: "own" }),
        await sign(own.privateKey, { kid: "of another set" }),
        token(USER, SECRET, { alg: "HS256", kid: "own" }),
        token(USER),
      ]) {
        expect(roleOf(await ask(set, sent))).toBe("fixture_user");
      }
    },
  );
});
