/** Sessions end together, and no permanent token is given to a session that an intruder may hold. */
import { decodeJwt, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { TEST_SECRET } from "../../../../../test/support/server.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { tokenIssuer } from "../../../src/people/accounts/tokens.ts";

const service = serviceForTests();
const { api } = service;

const settings = (token: string) => api.get("/rpc/settings_fn", { token });
/** The session this many seconds after the password. */
async function aged(sailor: Sailor, seconds: number): Promise<string> {
  const { auth_time: signedIn, iat, ...claims } = decodeJwt(sailor.userToken);
  const then = Number(iat) - seconds;
  return new SignJWT({ ...claims, auth_time: Number(signedIn) - seconds })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuedAt(then)
    .sign(new TextEncoder().encode(TEST_SECRET));
}
const rotate = (token: string, more: object = {}) => api.post("/rpc/rotate_vessel_token_fn", more, { token });
const register = (sailor: Sailor, token: string, more: object = {}) =>
  api.post(
    "/rpc/register_vessel",
    { vessel_email: sailor.email, vessel_mmsi: "", vessel_name: "Again", ...more },
    { token },
  );

describe("signing out everywhere", () => {
  it("ends every session of the account, also those begun the same second, and no others", async () => {
    const sailor = await newSailor(api);
    const other = await newSailor(api);
    const login = async () =>
      (await api.post("/rpc/login", { email: sailor.email, pass: sailor.password })).json.token;
    const sessions = [sailor.userToken, await login(), await login()];
    const ended = await api.post("/rpc/sign_out_everywhere_fn", {}, { token: sessions[1] });
    expect([ended.status, ended.json]).toEqual([200, true]);
    for (const token of sessions) {
      const answer = await settings(token);
      expect([answer.status, answer.json.message]).toEqual([401, "Session ended"]);
    }
    expect((await settings(await login())).status).toBe(200);
    expect((await settings(other.userToken)).status).toBe(200);
    // The boat sails on.
    expect((await api.get("/metadata", { token: sailor.vesselToken })).status).toBe(200);
  });

  it("works before there is a boat, and needs a sign-in", async () => {
    const person = { email: "ashore@example.org", pass: "fair winds 7", firstname: "Aino", lastname: "Meri" };
    const { token } = (await api.post("/rpc/signup", person)).json;
    expect((await api.post("/rpc/sign_out_everywhere_fn", {}, { token })).json).toBe(true);
    expect((await settings(token)).status).toBe(401);
    expect((await api.post("/rpc/sign_out_everywhere_fn", {})).status).toBe(401);
    const { vesselToken } = await newSailor(api);
    expect((await api.post("/rpc/sign_out_everywhere_fn", {}, { token: vesselToken })).status).toBe(403);
  });

  it("keeps a session from before this release until it is ended", async () => {
    const sailor = await newSailor(api);
    const { ver: _, ...claims } = decodeJwt(sailor.userToken);
    const old = await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .sign(new TextEncoder().encode(TEST_SECRET));
    expect((await settings(old)).status).toBe(200);
    await api.post("/rpc/sign_out_everywhere_fn", {}, { token: sailor.userToken });
    expect((await settings(old)).status).toBe(401);
  });
});

describe("the token of a boat, which never expires", () => {
  it("is given to a session of ten minutes without more ado", async () => {
    const sailor = await newSailor(api);
    const young = await aged(sailor, 590);
    expect((await register(sailor, young)).json.token).toMatch(/^ey/);
    expect((await rotate(young)).json.token).toMatch(/^ey/);
  });

  it("needs the password afterwards", async () => {
    const sailor = await newSailor(api);
    const old = await aged(sailor, 610);
    for (const ask of [(more: object) => rotate(old, more), (more: object) => register(sailor, old, more)]) {
      for (const more of [{}, { pass: null }, { pass: "" }]) {
        const without = await ask(more);
        expect([without.status, without.json.code]).toEqual([403, "28P01"]);
        expect(without.json.message).toBe("this needs your password again");
        expect(without.json.hint).toContain("Sign in again");
      }
      const wrong = await ask({ pass: "not this one" });
      expect([wrong.status, wrong.json.code]).toEqual([403, "28P01"]);
      expect(wrong.json.message).toBe("this is not your password");
      expect(wrong.text + (await ask({})).text).not.toContain("eyJ");
    }
    // The boat has been cut off by none of this.
    expect((await api.get("/metadata", { token: sailor.vesselToken })).status).toBe(200);
    expect((await register(sailor, old, { pass: sailor.password })).json.token).toMatch(/^ey/);
    const rotated = await rotate(old, { pass: sailor.password });
    expect((await api.get("/metadata", { token: rotated.json.token })).status).toBe(200);
    expect((await api.get("/metadata", { token: sailor.vesselToken })).status).toBe(400);
  });

  it("cannot be had by guessing the password from within a session", async () => {
    const sailor = await newSailor(api);
    const old = await aged(sailor, 3000);
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) statuses.push((await rotate(old, { pass: `guess ${i}` })).status);
    expect(statuses.slice(-2)).toEqual([403, 429]);
    expect((await rotate(old, { pass: sailor.password })).status).toBe(429);
  });

  it("is not given to a chat, which has given no password", async () => {
    const sailor = await newSailor(api);
    const { uid, vid } = decodeJwt(sailor.userToken);
    const chat = await tokenIssuer(TEST_SECRET, 1).chat({
      accountId: String(uid),
      email: sailor.email,
      vesselId: String(vid),
      sessionVersion: 1,
    });
    expect((await settings(chat)).status).toBe(200);
    expect((await rotate(chat)).status).toBe(403);
    expect((await register(sailor, chat)).status).toBe(403);
  });

  it("is given at once to a user who registers the first boat", async () => {
    const person = {
      email: "first.boat@example.org",
      pass: "fair winds 7",
      firstname: "Aino",
      lastname: "Meri",
    };
    const { token } = (await api.post("/rpc/signup", person)).json;
    const sailor = { email: person.email, password: person.pass, userToken: token, vesselToken: "" };
    expect((await register(sailor, await aged(sailor, 3000))).json.token).toMatch(/^ey/);
  });
});

describe("a radio identity", () => {
  it("may be claimed by several boats, so that its owner can always have it", async () => {
    const tokens: string[] = [];
    for (const email of ["mmsi.one@example.org", "mmsi.two@example.org"]) {
      const person = { email, pass: "fair winds 7", firstname: "Aino", lastname: "Meri" };
      const { token } = (await api.post("/rpc/signup", person)).json;
      const registered = await api.post(
        "/rpc/register_vessel",
        { vessel_email: email, vessel_mmsi: "230099001", vessel_name: "Same" },
        { token },
      );
      expect(registered.status).toBe(200);
      tokens.push(token);
    }
    for (const token of tokens) {
      expect((await api.get("/vessels_view?select=mmsi", { token })).json).toEqual([{ mmsi: 230_099_001 }]);
    }
  });
});
