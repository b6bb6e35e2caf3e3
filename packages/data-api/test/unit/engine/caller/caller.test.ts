import { ApiError } from "@wakelog/kit/errors.ts";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { type AuthenticateConfig, createAuthenticator } from "../../../../src/engine/caller/caller.ts";

const secret = "a secret of at least thirty-two characters";
const bytes = new TextEncoder().encode(secret);
const NOW = 1_800_000_000;

const sign = (claims: Record<string, unknown>, alg = "HS256", key: Uint8Array = bytes): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg }).sign(key);
const make = (config: Partial<AuthenticateConfig> = {}) =>
  createAuthenticator({ secret, anonymousRole: "anonymous", now: () => NOW * 1000, ...config });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function refused(token: string, config: Partial<AuthenticateConfig> = {}): Promise<ApiError> {
  const fault: unknown = await make(config)(bearer(token)).catch((caught: unknown) => caught);
  if (fault instanceof ApiError) return fault;
  throw new Error("the token was not refused");
}

describe("callers", () => {
  it("without a token are anonymous, where that is allowed", async () => {
    expect(await make()({})).toEqual({ role: "anonymous", claims: {} });
    await expect(make({ anonymousRole: null })({})).rejects.toMatchObject({
      code: "PGRST302",
      status: 401,
      headers: [["WWW-Authenticate", "Bearer"]],
    });
  });
  it.each(["HS256", "HS384", "HS512"])("with a token signed by %s have its role and claims", async (alg) => {
    const key = new TextEncoder().encode(secret.repeat(2));
    const authenticate = make({ secret: secret.repeat(2) });
    expect(await authenticate(bearer(await sign({ role: "user_role", vid: "x" }, alg, key)))).toMatchObject({
      role: "user_role",
      claims: { role: "user_role", vid: "x" },
    });
  });
  it("whose token names no role are anonymous", async () => {
    expect(await make()(bearer(await sign({ a: 1 })))).toMatchObject({
      role: "anonymous",
      claims: { a: 1 },
    });
  });
  it("may write the scheme in lower case", async () => {
    expect((await make()({ authorization: `bearer ${await sign({ role: "r" })}` })).role).toBe("r");
  });
  it("have the role that a path names", async () => {
    const token = await sign({ "https://x.y": { roles: ["a", "b"] } });
    const authenticate = make({ roleClaimKey: '."https://x.y".roles[1]' });
    expect((await authenticate(bearer(token))).role).toBe("b");
    expect((await make({ roleClaimKey: ".constructor.name" })(bearer(token))).role).toBe("anonymous");
  });
});

describe("our own tokens from the future", () => {
  it.each([
    ["a boat's, whenever it was issued", { iat: NOW + 400 * 86_400 }, null],
    ["a person's, issued by a clock that was ahead", { iat: NOW + 31, exp: NOW + 3600 }, 503],
    ["one that is not valid yet", { nbf: NOW + 31 }, 503],
    ["one that has expired", { iat: NOW + 31, exp: NOW - 31 }, 401],
    ["one from half a minute ahead", { iat: NOW + 29, nbf: NOW + 29, exp: NOW + 3600 }, null],
  ])("are no fault of their bearers: %s", async (_, claims, status) => {
    const token = await sign({ role: "r", ...claims });
    if (status === null) expect((await make({ issuesTokens: true })(bearer(token))).role).toBe("r");
    else expect(await refused(token, { issuesTokens: true })).toMatchObject({ status });
  });
});

describe("tokens", () => {
  it.each([
    ["exp", -31, "JWT expired"],
    ["exp", -29, null],
    ["nbf", 31, "JWTNotYetValid"],
    ["nbf", 29, null],
    ["iat", 31, "JWTIssuedAtFuture"],
    ["iat", 29, null],
  ])("with %s %i s from now", async (claim, seconds, message) => {
    const token = await sign({ role: "r", [claim]: NOW + seconds });
    if (message === null) expect((await make()(bearer(token))).role).toBe("r");
    else expect(await refused(token)).toMatchObject({ status: 401, code: "PGRST301", message });
  });

  it("that expire are refused though they were remembered", async () => {
    let now = NOW;
    const authenticate = make({ now: () => now * 1000 });
    const headers = bearer(await sign({ role: "r", exp: NOW + 10 }));
    expect((await authenticate(headers)).role).toBe("r");
    now += 41;
    await expect(authenticate(headers)).rejects.toMatchObject({ message: "JWT expired" });
  });

  it("that are remembered give way to newer ones", async () => {
    const authenticate = make({ cacheSize: 1 });
    for (const role of ["a", "b", "a"])
      expect((await authenticate(bearer(await sign({ role })))).role).toBe(role);
  });

  it("signed by another secret are refused with a header that says so", async () => {
    const token = await sign({ role: "r" }, "HS256", new TextEncoder().encode("x".repeat(40)));
    expect(await refused(token)).toMatchObject({
      code: "PGRST301",
      message: "JWSError JWSInvalidSignature",
      headers: [
        [
          "WWW-Authenticate",
          'Bearer error="invalid_token", error_description="JWSError JWSInvalidSignature"',
        ],
      ],
    });
  });

  it("that claim to need no signature are refused", async () => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
    const token = `${part({ alg: "none" })}.${part({ role: "r" })}.`;
    expect(await refused(token)).toMatchObject({ status: 401, code: "PGRST301" });
  });

  it.each(["", "a.b", "a.b.c", "a.b.c.d", "....", "\u0000.é.x"])(
    "that are none are refused: %j",
    async (token) => {
      expect(await refused(token)).toMatchObject({ status: 401, code: "PGRST301" });
    },
  );

  it("say how many parts they have where that is wrong", async () => {
    expect((await refused("a.b")).message).toBe(
      "JWSError (CompactDecodeError Invalid number of parts: Expected 3 parts; got 2)",
    );
  });

  it.each([
    ["me", true],
    [["you", "me"], true],
    [null, true],
    [undefined, true],
    ["you", false],
    [5, false],
    [["me", 5], false],
    [[], false],
  ])("for the audience %j pass: %s", async (aud, passes) => {
    const token = await sign({ role: "r", aud });
    if (passes) expect((await make({ audience: "me" })(bearer(token))).role).toBe("r");
    else expect((await refused(token, { audience: "me" })).code).toBe("PGRST301");
  });

  it("are a fault of the server's where it has no secret", async () => {
    expect(await refused(await sign({ role: "r" }), { secret: null })).toMatchObject({
      code: "PGRST300",
      status: 500,
    });
  });
});

describe("secrets", () => {
  it("may be base64", async () => {
    const authenticate = make({ secret: Buffer.from(secret).toString("base64"), secretIsBase64: true });
    expect((await authenticate(bearer(await sign({ role: "r" })))).role).toBe("r");
  });
  it("that are short stop the service", () => {
    expect(() => make({ secret: "short" })).toThrow(/at least 32/);
  });
  it.each(["RS256", "PS256", "ES256"])(
    "may be public keys for %s, of which none passes as a shared secret",
    async (alg) => {
      const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
      const jwk = { ...(await exportJWK(publicKey)), alg };
      const shared = { kty: "oct", k: Buffer.from(secret).toString("base64url") };
      const keys = JSON.stringify({ keys: [jwk, shared] });
      const token = await new SignJWT({ role: "r" }).setProtectedHeader({ alg }).sign(privateKey);
      expect((await make({ secret: JSON.stringify(jwk) })(bearer(token))).role).toBe("r");
      expect((await make({ secret: keys })(bearer(token))).role).toBe("r");
      expect((await make({ secret: keys })(bearer(await sign({ role: "h" })))).role).toBe("h");
      const forged = await sign({ role: "admin" }, "HS256", new TextEncoder().encode(JSON.stringify(jwk)));
      expect(await refused(forged, { secret: JSON.stringify(jwk) })).toMatchObject({ status: 401 });
    },
  );
});
