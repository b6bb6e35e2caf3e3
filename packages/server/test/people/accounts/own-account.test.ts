/** Users' actions on their own account: refusals and effects. */
import { describe, expect, it } from "vitest";
import { newSailor } from "../../../../../test/support/client.ts";
import { TEST_SECRET } from "../../../../../test/support/server.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { tokenIssuer } from "../../../src/people/accounts/tokens.ts";

const service = serviceForTests();
const { api } = service;

/** Each procedure with arguments that would succeed, if the password is right. */
const CALLS = (email: string, pass: string) =>
  [
    ["change_name_fn", { firstname: "Eira", lastname: "Saari" }],
    ["change_password_fn", { pass, new_pass: "following seas 9" }],
    ["export_account_fn", { pass }],
    ["delete_account_fn", { pass, email }],
  ] as const;

const named = async (token: string) => {
  const { first, last } = (await api.get("/rpc/settings_fn", { token })).json.settings;
  return `${first} ${last}`;
};

describe("an account", () => {
  it("is its owner's: strangers, boats and operators neither change nor take nor delete it", async () => {
    const { email, password, userToken, vesselToken } = await newSailor(api);
    const operator = await tokenIssuer(TEST_SECRET, 1).operator("admin_role", 600);
    for (const [name, body] of CALLS(email, password)) {
      const refused = async (token?: string) =>
        (await api.post(`/rpc/${name}`, body, token === undefined ? {} : { token })).status;
      expect([name, await refused(), await refused(vesselToken), await refused(operator)]).toEqual([
        name,
        401,
        403,
        403,
      ]);
      // Nothing of this is done by following a link.
      const asked = `/rpc/${name}?${new URLSearchParams(body)}`;
      expect((await api.get(asked, { token: userToken })).status).toBe(405);
    }
    expect((await api.get("/rpc/belongings_fn")).status).toBe(401);
    expect((await api.get("/rpc/belongings_fn", { token: vesselToken })).status).toBe(403);
    expect(await named(userToken)).toBe("Aino Meri");
    expect((await api.post("/rpc/login", { email, pass: password })).status).toBe(200);
  });

  it("keeps its password, its rows and its sessions from who does not know the password", async () => {
    const { email, userToken: token } = await newSailor(api);
    for (const [name, body] of CALLS(email, "something else entirely").slice(1)) {
      const { status, json } = await api.post(`/rpc/${name}`, body, { token });
      expect([name, status, json.message]).toEqual([name, 403, "this is not your password"]);
    }
    const { status, json } = await api.post("/rpc/delete_account_fn", { email, pass: "" }, { token });
    expect([status, json.details]).toEqual([400, "pass is empty"]);
    expect(await named(token)).toBe("Aino Meri");
  });

  it("bears ten guesses at its password in five minutes, whatever they are for, and then not even the right one", async () => {
    const { email, password, userToken: token } = await newSailor(api);
    const guess = async (name: string, body: object) =>
      (await api.post(`/rpc/${name}`, body, { token })).status;
    for (let n = 0; n < 5; n++) {
      expect(await guess("delete_account_fn", { email, pass: `guess ${n}` })).toBe(403);
      expect(await guess("change_password_fn", { pass: `guess ${n}`, new_pass: "a new one 12" })).toBe(403);
    }
    expect(await guess("export_account_fn", { pass: password })).toBe(429);
    const refused = await api.post("/rpc/delete_account_fn", { email, pass: password }, { token });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    // The owner still gets in.
    expect((await api.post("/rpc/login", { email, pass: password })).status).toBe(200);
  });
});

describe("a name", () => {
  it("is changed, and refused by the rule of signing up", async () => {
    const { userToken: token } = await newSailor(api);
    const change = (firstname: string, lastname: string) =>
      api.post("/rpc/change_name_fn", { firstname, lastname }, { token });
    expect((await change(" Eira ", "Saari")).json).toBe(true);
    expect(await named(token)).toBe("Eira Saari");
    expect((await change("E", "O")).json).toBe(true);
    expect(await named(token)).toBe("E O");
    expect((await change("Eira", "Saari")).json).toBe(true);
    const long = await change("E".repeat(61), "Saari");
    expect([long.status, long.json.message]).toEqual([400, "A first name has 1 to 60 characters."]);
    expect((await change("Eira", "see https://example.org")).status).toBe(400);
    expect((await change("Eira", "  ")).status).toBe(400);
    expect(await named(token)).toBe("Eira Saari");
  });

  it("is changed, like a password, and the account deleted, before there is a boat", async () => {
    const person = {
      email: "on-land@example.org",
      pass: "fair winds 7",
      firstname: "Aino",
      lastname: "Meri",
    };
    const { token } = (await api.post("/rpc/signup", person)).json;
    expect((await api.get("/rpc/belongings_fn", { token })).json).toEqual({
      vessels: [],
      logs: 0,
      photos: 0,
      rows: 0,
    });
    for (const [name, body] of CALLS(person.email, person.pass).slice(0, 1))
      expect((await api.post(`/rpc/${name}`, body, { token })).status).toBe(200);
    const changed = await api.post(
      "/rpc/change_password_fn",
      { pass: person.pass, new_pass: "following seas 9" },
      { token },
    );
    const gone = await api.post(
      "/rpc/delete_account_fn",
      { pass: "following seas 9", email: person.email },
      { token: changed.json.token },
    );
    expect(gone.status, gone.text).toBe(200);
    const login = await api.post("/rpc/login", { email: person.email, pass: "following seas 9" });
    expect(login.status).toBe(401);
  });
});

describe("a new password", () => {
  it("ends every other session, and begins one", async () => {
    const { email, password, userToken, vesselToken } = await newSailor(api);
    const other = (await api.post("/rpc/login", { email, pass: password })).json.token;
    const change = (new_pass: string) =>
      api.post("/rpc/change_password_fn", { pass: password, new_pass }, { token: userToken });
    expect((await change("short")).json.message).toBe("the password is too short");
    const { status, json } = await change("following seas 9");
    expect(status).toBe(200);
    expect(await named(json.token)).toBe("Aino Meri");
    for (const token of [userToken, other])
      expect((await api.get("/rpc/settings_fn", { token })).status).toBe(401);
    expect((await api.post("/rpc/login", { email, pass: password })).status).toBe(401);
    expect((await api.post("/rpc/login", { email, pass: "following seas 9" })).status).toBe(200);
    // The boat sails on.
    expect((await api.get("/metadata", { token: vesselToken })).status).toBe(200);
  });
});
