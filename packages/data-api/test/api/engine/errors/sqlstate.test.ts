/** PostgreSQL's errors, and the status of each SQLSTATE. */
import { describe, expect, it } from "vitest";
import { type Answered, observatoryForTests } from "../observatory.ts";

const EXTRA = `
create function observatory.refused_whole() returns trigger language plpgsql as $$
begin
  raise exception using errcode = '21000', message = tg_op || ' requires a WHERE clause';
end
$$;
create table observatory.whole (id integer);
create trigger refused_whole before update or delete on observatory.whole
  for each statement execute function observatory.refused_whole();
grant all on observatory.whole to fixture_anonymous;
create function observatory.endless(n integer) returns integer language sql stable as $$ select observatory.endless(n + 1) $$;
create function observatory.nap() returns void language sql volatile set statement_timeout = '50ms' as $$ select pg_sleep(5) $$;
create table observatory.looping (id integer);
create policy looping on observatory.looping using (exists (select from observatory.looping));
alter table observatory.looping enable row level security;
grant select on observatory.looping to fixture_anonymous;
`;

const o = observatoryForTests({ extra: EXTRA });

const failing = (code: string, message = "failed", as?: string): Promise<Answered> =>
  o.post("/rpc/fail_with", { code, message }, as === undefined ? {} : { as });

describe("an error of PostgreSQL", () => {
  it("has its code, message, details and hint", async () => {
    const { status, json, headers } = await failing("P0001", "It cannot be");
    expect([status, json]).toEqual([
      400,
      { code: "P0001", message: "It cannot be", details: "why", hint: "what now" },
    ]);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  });

  it("has null for details and hint that it does not give", async () => {
    const { json } = await o.get("/sites?id=eq.x");
    expect(json).toEqual({
      code: "22P02",
      message: 'invalid input syntax for type integer: "x"',
      details: null,
      hint: null,
    });
  });

  it("has no body, but all its headers, for HEAD", async () => {
    const { status, headers, body } = await o.ask("HEAD", "/secrets");
    expect([status, body]).toEqual([401, null]);
    expect(headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "www-authenticate": "Bearer",
    });
  });

  it("names no other software in a header", async () => {
    expect((await failing("P0001")).headers).not.toHaveProperty("proxy-status");
  });
});

describe("the status of an SQLSTATE", () => {
  it.each([
    ["08*", 503, ["08000", "08003", "08006", "08P01"]],
    ["09*", 500, ["09000"]],
    ["0L*", 403, ["0L000", "0LP01"]],
    ["0P*", 403, ["0P000"]],
    ["23503", 409, ["23503"]],
    ["23505", 409, ["23505"]],
    ["23*, all others", 400, ["23000", "23001", "23502", "23514", "23P01"]],
    ["25006", 405, ["25006"]],
    ["25*, all others", 500, ["25000", "25001", "25P02", "25P03"]],
    ["28*", 403, ["28000", "28P01"]],
    ["2D*", 500, ["2D000"]],
    ["38*", 500, ["38000", "38001", "38004"]],
    ["39*", 500, ["39000", "39P01"]],
    ["3B*", 500, ["3B000", "3B001"]],
    ["40*", 500, ["40000", "40001", "40P01"]],
    ["53*", 503, ["53000", "53100", "53200", "53300", "53400"]],
    ["54*", 413, ["54000", "54001", "54011", "54023"]],
    ["55*", 500, ["55000", "55006", "55P03"]],
    ["57P01", 503, ["57P01"]],
    ["57*, all others", 500, ["57000", "57014", "57P02", "57P03"]],
    ["58*", 500, ["58000", "58P01"]],
    ["F0*", 500, ["F0000", "F0001"]],
    ["HV*", 500, ["HV000", "HV00B"]],
    ["P0001", 400, ["P0001"]],
    ["P0*, all others", 500, ["P0000", "P0002", "P0003", "P0004"]],
    ["XX*", 500, ["XX000", "XX001"]],
    ["42883", 404, ["42883"]],
    ["42P01", 404, ["42P01"]],
    ["42P17, as of 11.2", 400, ["42P17"]],
    ["21000, as of 11.2", 400, ["21000"]],
    ["22023, as of 11.2", 400, ["22023"]],
    [
      "every other",
      400,
      ["0A000", "20000", "22012", "22P02", "2F000", "3D000", "42601", "42703", "44000", "72000", "ZZZZZ"],
    ],
  ])("%s is %i", async (_class, status, codes) => {
    for (const code of codes) {
      const answered = await failing(code);
      expect([code, answered.status, answered.json.code]).toEqual([code, status, code]);
    }
  });

  it("42883 is 406 for an aggregate of XML that is not there", async () => {
    expect((await failing("42883", "function xmlagg(integer) does not exist")).status).toBe(406);
    expect((await failing("42883", "function foo(integer) does not exist")).status).toBe(404);
  });

  it("42501 asks for a token where none was sent, and forbids where one was", async () => {
    const anonymous = await failing("42501");
    expect([anonymous.status, anonymous.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
    const user = await failing("42501", "failed", "a@b.c");
    expect([user.status, user.headers["www-authenticate"]]).toEqual([403, undefined]);
  });

  it("503 says when to come back; others do not", async () => {
    for (const code of ["08006", "53300", "57P01"]) {
      expect([code, (await failing(code)).headers["retry-after"]]).toEqual([
        code,
        expect.stringMatching(/^\d+$/),
      ]);
    }
    for (const code of ["57014", "54000", "P0001"]) {
      expect((await failing(code)).headers).not.toHaveProperty("retry-after");
    }
  });

  it("22023 of a role that is not there is 400", async () => {
    expect((await failing("22023", 'role "unknown" does not exist')).status).toBe(400);
  });
});

describe("what PostgreSQL itself refuses", () => {
  it.each([
    ["an unknown relation", "GET", "/nowhere", undefined, 404, "42P01"],
    ["an unknown column", "GET", "/sites?select=nope", undefined, 400, "42703"],
    ["an operator that the type does not have", "GET", "/sites?name=cs.{a}", undefined, 404, "42883"],
    ["a value that the type does not have", "GET", "/sites?id=eq.x", undefined, 400, "22P02"],
    ["a relation without the right to it", "GET", "/secrets", undefined, 401, "42501"],
    ["a function without the right to it", "GET", "/rpc/restricted", undefined, 401, "42501"],
    ["a row twice", "POST", "/sites", { id: 1, name: "x" }, 409, "23505"],
    ["a reference to nothing", "POST", "/telescopes", { id: 9, name: "x", site_id: 99 }, 409, "23503"],
    ["a row that others refer to", "DELETE", "/sites?id=eq.1", undefined, 409, "23503"],
    ["a null that may not be", "POST", "/sites", { name: null }, 400, "23502"],
    ["a broken rule", "POST", "/stars", { catalog: "X", number: 0 }, 400, "23514"],
    ["a write in a read", "GET", "/rpc/add_star?catalog=X&number=9", undefined, 405, "25006"],
    ["a table as a whole", "DELETE", "/whole", undefined, 400, "21000"],
    ["an update of a table as a whole", "PATCH", "/whole", { id: 1 }, 400, "21000"],
    ["what never ends", "GET", "/rpc/endless?n=1", undefined, 413, "54001"],
    ["what lasts too long", "POST", "/rpc/nap", {}, 500, "57014"],
    ["row security that asks itself", "GET", "/looping", undefined, 400, "42P17"],
    ["a division by zero", "GET", "/rpc/divide?a=1&b=0", undefined, 400, "22012"],
  ])("%s: %s %s", async (_what, method, path, body, status, code) => {
    const answered = await o.ask(method, path, { body });
    expect([answered.status, answered.json.code]).toEqual([status, code]);
  });
});
