/** Refusals are sentences: they contain no row, constraint name or constraint text. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, newSailor, type Sailor } from "../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../test/support/passage.ts";
import { TEST_SECRET } from "../../../../test/support/server.ts";
import { serviceForTests } from "../../../../test/support/service.ts";
import { swagger } from "../../../../test/support/swagger.ts";
import { tokenIssuer } from "../../src/people/accounts/tokens.ts";

const service = serviceForTests();
const { api } = service;
let sailor: Sailor;
let other: Sailor;
/** Texts that no refusal may contain: PostgreSQL's row details, and contents of rows. */
const INTERNAL = /Failing row|violates|scrypt|_pkey|_fkey|_check|_length|constraint/i;
/** These end the tokens used by the other requests. */
const ENDS_TOKENS: ReadonlySet<string> = new Set([
  "/rpc/rotate_vessel_token_fn",
  "/rpc/sign_out_everywhere_fn",
]);

beforeAll(async () => {
  sailor = await newSailor(api, "Refused");
  other = await newSailor(api, "Other");
  await api.post("/metadata", { name: "Refused", plugin_version: "1" }, { token: sailor.vesselToken });
  const rows = passage(Date.now() - 8 * 3_600_000, DAY_TRIP);
  await api.post("/metrics?select=time", rows, { token: sailor.vesselToken });
  await service.drainJobs();
});

const operator = () => tokenIssuer(TEST_SECRET, 1).operator("admin_role", 3600);

const told = ({ status, json, text }: Answer) => {
  expect(text).not.toMatch(INTERNAL);
  return [status, json.code, json.message, json.details];
};

describe("a refused row", () => {
  it("of a sign-up", async () => {
    const person = {
      email: "short@example.org",
      pass: "fair winds 7",
      firstname: "A".repeat(61),
      lastname: "Meri",
    };
    const signup = (more: object) => api.post("/rpc/signup", { ...person, ...more });
    expect(told(await signup({}))).toEqual([
      400,
      "23514",
      "A first name has 1 to 60 characters.",
      { argument: "firstname" },
    ]);
    expect(told(await signup({ firstname: "Aino", lastname: "M".repeat(61) }))).toEqual([
      400,
      "23514",
      "A last name has 1 to 60 characters.",
      { argument: "lastname" },
    ]);
    expect(told(await signup({ firstname: "Aino", email: "bad" }))).toEqual([
      400,
      "23514",
      "This is not an e-mail address: one looks like name@example.org and has 6 to 254 characters.",
      { argument: "email" },
    ]);
  });

  it("of a boat that is registered", async () => {
    const person = { email: "boat@example.org", pass: "fair winds 7", firstname: "Aino", lastname: "Meri" };
    const { token } = (await api.post("/rpc/signup", person)).json;
    const register = (vessel_name: string, vessel_mmsi: string) =>
      api.post("/rpc/register_vessel", { vessel_email: person.email, vessel_name, vessel_mmsi }, { token });
    expect(told(await register("T", ""))).toEqual([
      400,
      "23514",
      "The name of a boat has 3 to 60 characters.",
      { argument: "vessel_name" },
    ]);
    expect(told(await register("Tyrsky", "17"))).toEqual([
      400,
      "23514",
      "This is not the MMSI of a boat: those are between 100000000 and 800000000.",
      null,
    ]);
  });

  it("of a log, a stay, a moorage, a note", async () => {
    const token = sailor.userToken;
    const [stay] = (await api.get("/stays?limit=1", { token })).json;
    expect(told(await api.post("/logbook", { name: "No time" }, { token }))).toEqual([
      400,
      "23502",
      "_from_time must have a value.",
      null,
    ]);
    const code = await api.patch(`/stays?id=eq.${stay.id}`, { stay_code: 77 }, { token });
    expect(told(code)).toEqual([
      409,
      "23503",
      "stay_code must be one of the codes of stays_at. A code that is in use cannot be removed there.",
      null,
    ]);
    expect(
      told(await api.post("/eventlogs_view", { channel: "new_logbook", payload: "1" }, { token })),
    ).toEqual([403, "42501", "This row is not yours to write.", null]);
    expect(
      told(await api.post("/eventlogs_view", { channel: "note", payload: "x".repeat(3000) }, { token })),
    ).toEqual([400, "23514", "The payload of an event has at most 2047 characters.", null]);
    const [{ vessel_id }] = (await api.get("/stays?limit=1", { token })).json;
    const foreign = await api.post("/moorages", { name: "Theirs", vessel_id }, { token: other.userToken });
    expect(told(foreign)).toEqual([403, "42501", "This row is not yours to write.", null]);
  });

  it("of an operator", async () => {
    const token = await operator();
    const twice = await api.post("/stays_at", { stay_code: 1, description: "Again" }, { token });
    expect(told(twice)).toEqual([409, "23505", "There is a type of stay with this code already.", null]);
    const used = await api.delete("/stays_at?stay_code=eq.1", { token });
    expect(told(used).slice(0, 2)).toEqual([409, "23503"]);
  });

  it("of a value that is nested deeper than PostgreSQL can follow", async () => {
    const { userToken: token } = sailor;
    const deep = "[".repeat(30_000) + "]".repeat(30_000);
    const { status, json, text } = await api.post(
      "/rpc/update_user_preferences_fn",
      { key: "{deep}", value: deep },
      { token },
    );
    expect([status, json.code, json.message]).toEqual([413, "54001", "The request is nested too deep"]);
    expect(text).not.toContain("max_stack_depth");
  });

  it("whose rule has no sentence yet", async () => {
    const owner = service.database.owner;
    await owner.transaction((tx) =>
      tx.run(sql`alter table api.moorages add constraint moorages_quiet_check check (name <> 'Loud')`),
    );
    const answer = await api.post("/moorages", { name: "Loud" }, { token: sailor.userToken });
    await owner.transaction((tx) =>
      tx.run(sql`alter table api.moorages drop constraint moorages_quiet_check`),
    );
    expect(told(answer)).toEqual([400, "23514", "A value is outside what is allowed.", null]);
  });
});

describe("a refusal in the words of a function", () => {
  it("stays as it was raised", async () => {
    const owner = service.database.owner;
    await owner.transaction(async (tx) => {
      await tx.run(sql`
        create function api.refuse_fn() returns integer language plpgsql as $$ begin
          raise exception 'a log ends after it begins' using errcode = '23514', hint = 'Check the times.';
        end $$`);
      await tx.run(sql`grant execute on function api.refuse_fn() to user_role`);
      await tx.run(sql`notify pgrst, 'reload schema'`);
    });
    const call = () => api.post("/rpc/refuse_fn", {}, { token: sailor.userToken });
    await expect.poll(async () => (await call()).status, { timeout: 20_000 }).toBe(400);
    expect((await call()).json).toEqual({
      code: "23514",
      message: "a log ends after it begins",
      details: null,
      hint: "Check the times.",
    });
  });
});

describe("whatever is sent", () => {
  const anything = fc.oneof(
    fc.constantFrom(null, "", "T", "x".repeat(600), -1, 0, 77, 1e12, true, "now", "1970-01-01", "{}", "bad"),
    fc.jsonValue(),
  );

  it("no refusal shows a row or a rule, on any path, to anybody", { timeout: 120_000 }, async () => {
    const callers = [undefined, sailor.userToken, sailor.vesselToken, await operator()];
    for (const token of callers) {
      const ask = token === undefined ? {} : { token };
      const { paths, definitions } = swagger.parse((await api.get("/", ask)).json);
      const writes = Object.entries(paths)
        .filter(([path]) => !ENDS_TOKENS.has(path))
        .flatMap(([path, verbs]) =>
          ["post", "patch"].filter((verb) => verb in verbs).map((verb) => ({ path, verb })),
        );
      const columnsOf = (path: string): readonly string[] => {
        const body = paths[path]?.post?.parameters?.find((one) => "in" in one && one.in === "body");
        const named = body !== undefined && "schema" in body ? Object(body.schema).properties : undefined;
        return Object.keys(named ?? definitions[path.slice(1)]?.properties ?? { name: true });
      };
      const request = fc.constantFrom(...writes).chain(({ path, verb }) =>
        fc.record({
          path: fc.constant(path),
          verb: fc.constant(verb),
          body: fc.dictionary(fc.constantFrom(...columnsOf(path)), anything),
        }),
      );
      await fc.assert(
        fc.asyncProperty(request, async ({ path, verb, body }) => {
          const answer = await api.send(verb.toUpperCase(), path, { ...ask, body });
          if (answer.status < 400) return;
          expect(answer.text).not.toMatch(/Failing row|violates|scrypt/);
        }),
        { numRuns: 150 },
      );
    }
  });
});
