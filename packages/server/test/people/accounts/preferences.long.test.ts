/** Preferences are checked when they are set, and a name for public pages is one account's alone. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";

const service = serviceForTests();
const { api } = service;
let sailor: Sailor;

beforeAll(async () => {
  sailor = await newSailor(api, "Choosy");
});

const set = (key: string, value: unknown, who: Sailor = sailor) =>
  api.post("/rpc/update_user_preferences_fn", { key, value }, { token: who.userToken });
const preferences = async (who: Sailor = sailor) =>
  (await api.get("/rpc/settings_fn", { token: who.userToken })).json.settings.preferences;

describe("a preference", () => {
  it.each([
    ["{email_notifications}", '"maybe"', "email_notifications must be true or false"],
    ["{email_notifications}", 1, "email_notifications must be true or false"],
    ["{email_notifications,x}", true, "email_notifications must be true or false"],
    ["{{email_notifications}}", true, "key must name a preference"],
    ["phone_notifications", "", "phone_notifications must be true or false"],
    ["{push_user_key}", ["a"], "push_user_key must be one line of at most 255 characters"],
    ["{public_logs}", "some", "public_logs must be true, false or a list of log ids"],
    ["{public_logs}", [1, "x"], "public_logs must be true, false or a list of log ids"],
    ["{public_vessel}", "Sea Mew", "public_vessel must be at most 60 letters and digits, without spaces"],
    ["{preferred_homepage}", 1.5, "preferred_homepage must be a whole number from 0 to 1000"],
    ["{website}", "x".repeat(3000), "website must be one line of at most 2048 characters"],
    ["{website}", "a\nb", "website must be one line of at most 2048 characters"],
    ["{alerting}", "on", "alerting must be a JSON object"],
    ["{alerting}", { enabled: "perhaps" }, "alerting.enabled must be true or false"],
    [
      "{alerting,low_battery_voltage_threshold}",
      "much",
      "alerting.low_battery_voltage_threshold must be a number from 0 to 1000",
    ],
  ])("%s cannot be %j", async (key, value, message) => {
    const before = await preferences();
    const answer = await set(key, value);
    expect([answer.status, answer.json.code, answer.json.message]).toEqual([400, "22023", message]);
    expect(await preferences()).toEqual(before);
  });

  it("is stored as what it is, however a client writes it", async () => {
    for (const [key, value] of [
      ["{email_notifications}", "false"],
      ["{phone_notifications}", '"true"'],
      ["{use_imperial_units}", "TRUE"],
      ["{preferred_homepage}", '"2"'],
      ["{instagram_handle}", 4711],
      ["{public_logs}", [3, 4]],
      ["{alerting}", { enabled: "true", low_water_depth_threshold: "1.5", low_fuel_threshold: "", own: [1] }],
      ["{alerting,high_wind_speed_threshold}", "30"],
      ["{telegram_test}", "anything"],
      ["{my,own,key}", { a: 1 }],
    ] as const) {
      const answer = await set(key, value);
      expect([key, answer.status, answer.json]).toEqual([key, 200, true]);
    }
    expect(await preferences()).toMatchObject({
      email_notifications: false,
      phone_notifications: true,
      use_imperial_units: true,
      preferred_homepage: 2,
      instagram_handle: "4711",
      public_logs: [3, 4],
      alerting: {
        enabled: true,
        low_water_depth_threshold: 1.5,
        low_fuel_threshold: "",
        own: [1],
        high_wind_speed_threshold: 30,
      },
      telegram_test: "anything",
      my: { own: { key: { a: 1 } } },
    });
  });

  it("that is a flag is never stored as anything else, whatever is sent", async () => {
    const flags = ["email_notifications", "phone_notifications", "use_imperial_units", "alerting,enabled"];
    const value = fc.oneof(
      fc.jsonValue(),
      fc.string(),
      fc.constantFrom("true", "false", '"true"', "yes", "1"),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...flags), value, async (key, sent) => {
        const answer = await set(`{${key}}`, sent);
        expect([200, 400]).toContain(answer.status);
        const { alerting, ...all } = await preferences();
        const stored = key === "alerting,enabled" ? alerting?.enabled : all[key];
        expect(["boolean", "undefined"]).toContain(typeof stored);
      }),
      { numRuns: 100 },
    );
  });

  it("is refused when all of them take too much room", async () => {
    const hoarder = await newSailor(api, "Hoarder");
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push(await set(`{big${i}}`, "x".repeat(60_000), hoarder));
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 200, 400]);
    expect(answers[4]?.json.message).toBe("your preferences take up more than 256 KiB in all");
  });
});

describe("the name of public pages", () => {
  const list = (boat: string) =>
    api.get("/logs_view?select=id&order=id", {
      headers: { "x-is-public": Buffer.from(`${boat},public_logs_list,0`).toString("base64") },
    });

  it.each(["Åsa", "Čeladín", "Καλυψώ", "海燕丸"])("opens them, in any alphabet: %s", async (name) => {
    const who = await newSailor(api, name);
    expect((await preferences(who)).public_vessel).toBe(name);
    await api.post("/metrics?select=time", passage(Date.now() - 8 * 3_600_000, DAY_TRIP), {
      token: who.vesselToken,
    });
    await service.drainJobs();
    await set("{public_logs_list}", true, who);
    const own = await api.get("/logs_view?select=id&order=id", { token: who.userToken });
    const seen = await list(name);
    expect([seen.status, seen.json]).toEqual([200, own.json]);
    expect(own.json).not.toEqual([]);
  });

  it.each(["____", "gICAgCxw", "AGEscHVibGljX2xvZ3MsMQ==", "YQ=", "=", "å", "%"])(
    "is refused where it is no text: %s",
    async (header) => {
      const headers = { "x-is-public": Buffer.from(header).toString("latin1") };
      const answer = await api.get("/logs_view", { headers });
      expect([answer.status, answer.json.message]).toEqual([400, "Invalid public_valid"]);
    },
  );

  it("cannot be taken from the boat that has it", async () => {
    const victim = await newSailor(api, "Aava");
    const thief = await newSailor(api, "Thief");
    for (const who of [victim, thief]) {
      const rows = passage(Date.now() - 8 * 3_600_000, DAY_TRIP);
      await api.post("/metrics?select=time", rows, { token: who.vesselToken });
      await service.drainJobs();
      await set("{public_logs_list}", true, who);
    }
    const own = (await api.get("/logs_view?select=id&order=id", { token: victim.userToken })).json;
    expect((await list("aava")).json).toEqual(own);
    const taken = await set("{public_vessel}", "aAVA", thief);
    expect([taken.status, taken.json.code, taken.json.message, taken.json.details]).toEqual([
      409,
      "23505",
      "Another boat has this name, or one that looks like it, for its public pages: choose a different one.",
      null,
    ]);
    expect((await list("aava")).json).toEqual(own);
    // Its owner may spell it differently, or give it up; then it is free.
    expect((await set("{public_vessel}", "AAVA", victim)).json).toBe(true);
    expect((await set("{public_vessel}", null, victim)).json).toBe(true);
    expect((await list("aava")).status).toBe(404);
    expect((await set("{public_vessel}", "aava", thief)).json).toBe(true);
    expect((await list("aava")).json).not.toEqual(own);
  });

  it.each([
    [
      "Secretlady",
      [
        "secretLADY",
        "SecretIady",
        "Secret1ady",
        "Ｓｅｃｒｅｔｌａｄｙ",
        "Ѕесrеtlаdу",
        "Secretⅼady",
        "5ecretLady",
        "Secret_Lady",
        "Sécrètlądy",
      ],
    ],
    ["Groom", ["Gr00m", "Groorn", "GRΟΟM"]],
    ["Straße", ["STRASSE", "strasse", "Straẞe"]],
    ["Όλγα", ["ΌΛΓΑ", "όλγα", "Ολγα"]],
    ["___", []],
  ])("%s cannot be taken by a name that looks like it", async (name, lookalikes) => {
    const victim = await newSailor(api, "Looked at");
    const thief = await newSailor(api, "Looks alike");
    expect((await set("{public_vessel}", name, victim)).json).toBe(true);
    for (const lookalike of lookalikes) {
      const taken = await set("{public_vessel}", lookalike, thief);
      expect([lookalike, taken.status]).toEqual([lookalike, 409]);
      // The name made for a new boat of that name is another one.
      const namesake = await newSailor(api, lookalike);
      expect([lookalike, (await preferences(namesake)).public_vessel]).toEqual([lookalike, `${lookalike}2`]);
      await set("{public_vessel}", null, namesake);
    }
    expect((await set("{public_vessel}", `${name}Two`, thief)).json).toBe(true);
  });

  it("goes to one of those who choose it at the same time", async () => {
    const crowd = await Promise.all(Array.from({ length: 8 }, (_, i) => newSailor(api, `Crowd ${i}`)));
    const answers = await Promise.all(crowd.map((one) => set("{public_vessel}", "Wanted", one)));
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  });

  it("is the boat's, with a number if other boats have it, even for boats registered at the same time", async () => {
    const twins = await Promise.all(Array.from({ length: 6 }, () => newSailor(api, "Sea Mew!")));
    const names = await Promise.all(twins.map(async (one) => (await preferences(one)).public_vessel));
    expect(names.sort()).toEqual(["SeaMew", "SeaMew2", "SeaMew3", "SeaMew4", "SeaMew5", "SeaMew6"]);
  });

  it("that two accounts have nevertheless shows the pages of neither", async () => {
    const one = await newSailor(api, "Ambiguous");
    const two = await newSailor(api, "Double");
    for (const who of [one, two]) {
      await api.post("/metrics?select=time", passage(Date.now() - 8 * 3_600_000, DAY_TRIP), {
        token: who.vesselToken,
      });
      await set("{public_logs_list}", true, who);
    }
    await service.drainJobs();
    expect((await list("Ambiguous")).json).not.toEqual([]);
    await service.database.owner.transaction(async (tx) => {
      await tx.run(sql`drop index app.accounts_public_vessel`);
      await tx.run(sql`
        update app.accounts set preferences = preferences || '{"public_vessel": "ambiguous"}' where email = ${two.email}`);
    });
    expect((await list("Ambiguous")).status).toBe(404);
    const public_ = await api.post("/rpc/ispublic_fn", { boat: "Ambiguous", _type: "public_logs_list" });
    expect(public_.json).toBe(false);
  });
});
