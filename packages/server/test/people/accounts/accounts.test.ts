import { sql } from "@wakelog/data-api/db/sql.ts";
import { decodeJwt, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { newSailor } from "../../../../../test/support/client.ts";
import { prove } from "../../../../../test/support/proven.ts";
import { TEST_SECRET } from "../../../../../test/support/server.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";

const service = serviceForTests();
const { api } = service;

const person = (email: string, pass = "fair winds 7") => ({
  email,
  pass,
  firstname: "Aino",
  lastname: "Meri",
});

/** Reads the newest message to an address out of the outbox, as its owner would read the mail. */
async function mailTo(email: string, kind: string): Promise<string> {
  await service.drainJobs();
  const rows = await service.database.owner.transaction((tx) =>
    tx.query(
      sql`select body from app.deliveries where recipient = ${email} and kind = ${kind} order by id desc limit 1`,
    ),
  );
  return String(rows[0]?.body ?? "");
}
const codeIn = (mail: string): string => /\b(\d{8})\b/.exec(mail)?.[1] ?? "";

describe("signing up", () => {
  it("answers with a token, and signs in when repeated with the same password", async () => {
    const first = await api.post("/rpc/signup", person("up@example.org"));
    expect(first.status).toBe(200);
    expect(first.json.token).toMatch(/^ey/);
    expect((await api.post("/rpc/signup", person("UP@example.org"))).status).toBe(200);
  });

  it("refuses an address that has an account with another password", async () => {
    await api.post("/rpc/signup", person("taken@example.org"));
    const again = await api.post("/rpc/signup", person("taken@example.org", "another one"));
    expect(again.status).toBe(409);
    expect(again.json.code).toBe("23505");
  });

  it("says what is wrong with a short password, an empty or impossible address, an empty name", async () => {
    const short = await api.post("/rpc/signup", person("short@example.org", "short"));
    expect([short.status, short.json.hint]).toEqual([400, "Choose a password of at least 8 characters."]);
    expect((await api.post("/rpc/signup", person(""))).json.message).toBe("Invalid input");
    expect((await api.post("/rpc/signup", person("unknown"))).json.code).toBe("23514");
    expect((await api.post("/rpc/signup", { ...person("n@example.org"), firstname: "" })).status).toBe(400);
  });

  it("takes names of one letter", async () => {
    const answer = await api.post("/rpc/signup", {
      ...person("o@example.org"),
      firstname: "Ó",
      lastname: "I",
    });
    expect(answer.status, answer.text).toBe(200);
  });

  it("leaves the welcome and two requests for a code in the event log", async () => {
    const { json } = await api.post("/rpc/signup", person("events@example.org"));
    const sailor = { token: json.token };
    await api.post(
      "/rpc/register_vessel",
      { vessel_email: "events@example.org", vessel_mmsi: "", vessel_name: "Events" },
      sailor,
    );
    const events = await api.get("/eventlogs_view?select=channel&order=id", sailor);
    expect(events.json.map((e: { channel: string }) => e.channel)).toEqual([
      "new_account",
      "email_otp",
      "email_otp",
      "new_vessel",
    ]);
  });
});

describe("signing in", () => {
  it("ignores the case of the address", async () => {
    await api.post("/rpc/signup", person("case@example.org"));
    expect((await api.post("/rpc/login", { email: "CASE@Example.org", pass: "fair winds 7" })).status).toBe(
      200,
    );
  });

  it("stays good with a token that names a cell, as those of earlier releases did", async () => {
    const sailor = await newSailor(api, "Cellmate");
    const named = (token: string): Promise<string> =>
      new SignJWT({ ...decodeJwt(token), cell: "north" })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .sign(new TextEncoder().encode(TEST_SECRET));
    const boats = await api.get("/vessels_view", { token: await named(sailor.userToken) });
    expect([boats.status, boats.json]).toMatchObject([200, [{ name: "Cellmate" }]]);
    const posted = await api.post(
      "/metrics",
      [{ time: new Date().toISOString(), latitude: 59.5, longitude: 24.5 }],
      { token: await named(sailor.vesselToken) },
    );
    expect(posted.status, posted.text).toBe(201);
  });

  it("answers a wrong password and an unknown address alike", async () => {
    await api.post("/rpc/signup", person("alike@example.org"));
    const wrong = await api.post("/rpc/login", { email: "alike@example.org", pass: "not this one" });
    const unknown = await api.post("/rpc/login", { email: "unknown@example.org", pass: "not this one" });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.json).toEqual(unknown.json);
  });

  it("stops a guesser with 429 and says when to come back", async () => {
    await api.post("/rpc/signup", person("guessed@example.org"));
    const answers = [];
    for (let i = 0; i < 12; i++)
      answers.push(await api.post("/rpc/login", { email: "guessed@example.org", pass: `guess ${i}` }));
    expect(answers.at(-1)?.status).toBe(429);
    expect(Number(answers.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("the vessel", () => {
  it("is required before vessel data can be read", async () => {
    const { json } = await api.post("/rpc/signup", person("landlubber@example.org"));
    const answer = await api.get("/logs_view", { token: json.token });
    expect([answer.status, answer.json.code, answer.json.message]).toEqual([551, "PT551", "Vessel Required"]);
    expect((await api.get("/rpc/settings_fn", { token: json.token })).json.settings.has_vessel).toBe(false);
  });

  it("is the caller's own: another's address gives no token", async () => {
    const victim = await newSailor(api, "Victim");
    const { json } = await api.post("/rpc/signup", person("thief@example.org"));
    const answer = await api.post(
      "/rpc/register_vessel",
      { vessel_email: victim.email, vessel_mmsi: "", vessel_name: "Thief" },
      { token: json.token },
    );
    expect(answer.status).toBe(403);
    expect(answer.text).not.toContain("ey");
  });

  it("is the same when registered again", async () => {
    const sailor = await newSailor(api, "Twice");
    const again = await api.post(
      "/rpc/register_vessel",
      { vessel_email: sailor.email, vessel_mmsi: "", vessel_name: "Another name" },
      { token: sailor.userToken },
    );
    const vid = (token: string): string =>
      JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).vid;
    expect(vid(again.json.token)).toBe(vid(sailor.vesselToken));
  });

  it("has a token that can be rotated: the old one is refused, the new one works", async () => {
    const sailor = await newSailor(api, "Rotating");
    const rotated = await api.post("/rpc/rotate_vessel_token_fn", {}, { token: sailor.userToken });
    expect((await api.get("/metadata", { token: sailor.vesselToken })).status).toBe(400);
    expect((await api.get("/metadata", { token: rotated.json.token })).status).toBe(200);
  });
});

describe("one-time codes", () => {
  it("prove an address once, and only its owner's", async () => {
    const { json } = await api.post("/rpc/signup", person("code@example.org"));
    const other = await api.post("/rpc/signup", person("other@example.org"));
    const code = codeIn(await mailTo("code@example.org", "email_otp"));
    expect(code).toHaveLength(8);
    expect((await api.post("/rpc/email_fn", { token: code }, { token: other.json.token })).json).toBe(false);
    expect((await api.post("/rpc/email_fn", { token: code }, { token: json.token })).json).toBe(true);
    expect((await api.post("/rpc/email_fn", { token: code }, { token: json.token })).json).toBe(false);
    const settings = await api.get("/rpc/settings_fn", { token: json.token });
    expect(settings.json.settings.preferences.email_valid).toBe(true);
  });

  it("die after five wrong guesses", async () => {
    const { json } = await api.post("/rpc/signup", person("five@example.org"));
    const code = codeIn(await mailTo("five@example.org", "email_otp"));
    for (let i = 0; i < 5; i++) await api.post("/rpc/email_fn", { token: "00000000" }, { token: json.token });
    expect((await api.post("/rpc/email_fn", { token: code }, { token: json.token })).json).toBe(false);
  });

  it("are never shown: a messenger code is mailed, another's is null", async () => {
    const { json } = await api.post("/rpc/signup", person("shown@example.org"));
    await api.post("/rpc/signup", person("notmine@example.org"));
    expect((await api.post("/rpc/messenger_otp_fn", { email: "shown@example.org" })).text).not.toMatch(
      /\d{6}/,
    );
    expect(
      (await api.post("/rpc/generate_otp_fn", { email: "notmine@example.org" }, { token: json.token })).json,
    ).toBeNull();
  });

  it("reset only the password of the account that they were mailed to", async () => {
    await api.post("/rpc/signup", person("forgetful@example.org"));
    await api.post("/rpc/signup", person("bystander@example.org"));
    await prove(service, "forgetful@example.org");
    const known = await api.post("/rpc/recover", { email: "forgetful@example.org" });
    const unknown = await api.post("/rpc/recover", { email: "stranger@example.org" });
    expect([known.json, unknown.json]).toEqual([true, true]);
    const mail = await mailTo("forgetful@example.org", "email_reset");
    const query = new URL(/https?:\S+/.exec(mail)?.[0] ?? "").searchParams;
    const [uuid, token] = [query.get("uuid"), query.get("token")];
    const bystander = await service.database.owner.transaction((tx) =>
      tx.query(sql`select account_id from app.accounts where email = 'bystander@example.org'`),
    );
    const attack = await api.post("/rpc/reset", {
      pass: "new password",
      token,
      uuid: bystander[0]?.account_id,
    });
    expect(attack.json).toBe(false);
    expect((await api.post("/rpc/reset", { pass: "new password", token, uuid })).json).toBe(true);
    expect(
      (await api.post("/rpc/login", { email: "forgetful@example.org", pass: "new password" })).status,
    ).toBe(200);
    expect(
      (await api.post("/rpc/login", { email: "bystander@example.org", pass: "fair winds 7" })).status,
    ).toBe(200);
  });

  it("end the sessions that began with the old password, and no others", async () => {
    const bystander = await newSailor(api);
    const sailor = await newSailor(api);
    const { email, userToken, vesselToken } = sailor;
    await prove(service, email);
    const asks = (token: string) => api.get("/rpc/settings_fn", { token });
    expect((await asks(userToken)).status).toBe(200);
    await api.post("/rpc/recover", { email });
    const mail = await mailTo(email, "email_reset");
    const uuid = /uuid=([\w-]+)/.exec(mail)?.[1] ?? "";
    const wrong = await api.post("/rpc/reset", { pass: "new password", token: "00000000", uuid });
    expect([wrong.json, (await asks(userToken)).status]).toEqual([false, 200]);
    expect((await api.post("/rpc/reset", { pass: "new password", token: codeIn(mail), uuid })).json).toBe(
      true,
    );
    const ended = await asks(userToken);
    expect([ended.status, ended.json.message, ended.json.hint]).toEqual([
      401,
      "Session ended",
      "Sign in again.",
    ]);
    const again = await api.post("/rpc/login", { email, pass: "new password" });
    expect((await asks(again.json.token)).status).toBe(200);
    expect((await asks(bystander.userToken)).status).toBe(200);
    // A boat at sea has no crew to sign it in; its token has its own limit.
    expect((await api.get("/metadata", { token: vesselToken })).status).toBe(200);
  });
});
