/** The settings of a request's transaction, made before anything else runs in it. */
import { describe, expect, it } from "vitest";
import { type Asked, observatoryForTests, openObservatory } from "../observatory.ts";

/** The pre-request function reports the settings in headers. */
const EXTRA = `
create function tools.tell() returns void language plpgsql as $$
declare
  told json;
begin
  select json_agg(json_build_object('X-' || replace(name, '.', '-'), coalesce(current_setting(name, true), '(none)')))
  into told
  from unnest('{request.method,request.path,role,search_path,transaction_read_only,transaction_isolation,
    statement_timeout,plan_filter.statement_cost_limit,work_mem,app.settings.dome,timezone}'::text[]) name;
  perform set_config('response.headers', told::text, true);
  if current_setting('request.headers', true)::json ->> 'x-become' is not null then
    set local role fixture_user;
  end if;
end
$$;
create function observatory.setting(name text) returns text language sql stable as $$
  select current_setting(name, true) $$;
create function observatory.volatile_setting(name text) returns text language sql volatile as $$
  select current_setting(name, true) $$;
create function observatory.serializable() returns text language sql stable
  set default_transaction_isolation = 'serializable' as $$ select current_setting('transaction_isolation') $$;
create function observatory.hurried() returns void language sql volatile set statement_timeout = '150ms' as $$
  select pg_sleep(5) $$;
create function observatory.frugal() returns integer language sql stable
  set plan_filter.statement_cost_limit = '123456' set work_mem = '77kB' as $$ select 1 $$;
do $$
declare
  setting text;
begin
  foreach setting in array array[
    'session_preload_libraries to ''''', 'work_mem to ''3MB''', 'observatory.shift to ''night''', 'log_statement to ''none''',
    'default_transaction_isolation to ''repeatable read''']
  loop
    execute format('alter role fixture_user in database %I set %s', current_database(), setting);
  end loop;
end
$$;
`;

const o = observatoryForTests({
  extra: EXTRA,
  config: { preRequest: "tools.tell", appSettings: [["app.settings.dome", "open"]] },
});

const ada: Asked = { as: "ada@example.org" };
const setting = async (name: string, asked: Asked = {}): Promise<string> =>
  (await o.get(`/rpc/setting?name=${name}`, asked)).json;

describe("the access mode", () => {
  it.each([
    ["GET", "/sites", undefined, "on"],
    ["HEAD", "/sites", undefined, "on"],
    ["POST", "/filters", { id: 90, name: "x" }, "off"],
    ["PATCH", "/filters?id=eq.90", { name: "y" }, "off"],
    ["PUT", "/filters?id=eq.90", { id: 90, name: "z" }, "off"],
    ["DELETE", "/filters?id=eq.90", undefined, "off"],
    ["GET", "/rpc/count_stars", undefined, "on"],
    ["HEAD", "/rpc/count_stars", undefined, "on"],
    ["POST", "/rpc/count_stars", {}, "off"],
    ["POST", "/rpc/whoami", {}, "on"],
    ["POST", "/rpc/answer", {}, "on"],
  ])("follows from the method and the function: %s %s", async (method, path, body, mode) => {
    const { status, headers } = await o.ask(method, path, { body });
    expect(status).toBeLessThan(300);
    expect(headers).toMatchObject({
      "x-transaction_read_only": mode,
      "x-request-method": method,
      "x-request-path": path.replace(/\?.*/, ""),
    });
  });

  it("keeps GET and HEAD from writing: 25006 with 405", async () => {
    for (const method of ["GET", "HEAD"]) {
      const { status, json } = await o.ask(method, "/rpc/add_star?catalog=ZZ&number=1");
      expect(status).toBe(405);
      if (method === "GET") expect(json.code).toBe("25006");
    }
    expect((await o.get("/stars?catalog=eq.ZZ")).json).toEqual([]);
  });
});

describe("the isolation level", () => {
  it("is PostgreSQL's own unless something else is said", async () => {
    expect(await setting("transaction_isolation")).toBe("read committed");
  });

  it("is the one of the caller's role, from the first statement on", async () => {
    const { json, headers } = await o.get("/rpc/setting?name=transaction_isolation", ada);
    expect([json, headers["x-transaction_isolation"]]).toEqual(["repeatable read", "repeatable read"]);
    const write = await o.post("/filters", { id: 91, name: "x" }, ada);
    expect(write.headers["x-transaction_isolation"]).toBe("repeatable read");
  });

  it("is the function's where it has one, whatever the role's", async () => {
    for (const asked of [{}, ada]) {
      const { json, headers } = await o.get("/rpc/serializable", asked);
      expect([json, headers["x-transaction_isolation"]]).toEqual(["serializable", "serializable"]);
    }
  });
});

describe("the search path", () => {
  it("is the request's schema and the extra ones, quoted", async () => {
    expect(await setting("search_path")).toBe('"observatory", "tools"');
    const other = await o.get("/plates", { headers: { "Accept-Profile": "archive" } });
    expect(other.headers["x-search_path"]).toBe('"archive", "tools"');
  });
});

describe("the role", () => {
  it("is the anonymous one, or the one that the token names", async () => {
    expect([await setting("role"), await setting("role", ada)]).toEqual([
      "fixture_anonymous",
      "fixture_user",
    ]);
  });

  it("brings its settings, as if it had signed in to this database", async () => {
    expect(await setting("work_mem", ada)).toBe("3MB");
    expect(await setting("statement_timeout", ada)).toBe("20s");
    expect(await setting("observatory.shift", ada)).toBe("night");
    expect(await setting("observatory.shift")).not.toBe("night");
    expect(await setting("work_mem")).not.toBe("3MB");
  });

  it("leaves out those of its settings that only superusers may make", async () => {
    expect((await o.get("/sites?limit=1", ada)).status).toBe(200);
    expect(await setting("log_statement", ada)).toBe(await setting("log_statement"));
  });
});

describe("what SQL can read of the request", () => {
  it("is the token's claims with the role as JSON", async () => {
    expect(JSON.parse(await setting("request.jwt.claims"))).toEqual({ role: "fixture_anonymous" });
    expect(JSON.parse(await setting("request.jwt.claims", ada))).toEqual({
      role: "fixture_user",
      email: "ada@example.org",
    });
  });

  it("is its method and its path without the query", async () => {
    expect(await setting("request.method")).toBe("GET");
    expect(await setting("request.path")).toBe("/rpc/setting");
    const post = await o.post("/rpc/volatile_setting", { name: "request.method" });
    expect(post.json).toBe("POST");
  });

  it("is its headers as JSON, by lower-case names and without the cookies", async () => {
    const headers = { "X-Thing": "Yes", Accept: "application/json", Cookie: "a=1" };
    expect(JSON.parse(await setting("request.headers", { headers }))).toEqual({
      "x-thing": "Yes",
      accept: "application/json",
    });
  });

  it("is its cookies as JSON, an empty object without any", async () => {
    const asked = { headers: { Cookie: 'a=1; b="x y"; c; d=e=f; a=2' } };
    expect(JSON.parse(await setting("request.cookies", asked))).toEqual({
      a: "2",
      b: '"x y"',
      c: "",
      d: "e=f",
    });
    expect(await setting("request.cookies")).toBe("{}");
  });

  it("is not each header, cookie and claim by itself, as on servers before PostgreSQL 14", async () => {
    const asked = { ...ada, headers: { Cookie: "a=1", "X-Thing": "yes" } };
    for (const name of ["request.header.x-thing", "request.cookie.a", "request.jwt.claim.role"]) {
      expect([name, await setting(name, asked)]).toEqual([name, null]);
    }
  });

  it("is what the configuration hands to SQL code", async () => {
    expect(await setting("app.settings.dome")).toBe("open");
    expect((await o.post("/filters", { id: 92, name: "x" })).headers["x-app-settings-dome"]).toBe("open");
  });
});

describe("settings of a function", () => {
  it("that must hold before it begins are made first: its cost limit", async () => {
    const { headers } = await o.get("/rpc/frugal");
    expect(headers["x-plan_filter-statement_cost_limit"]).toBe("123456");
    expect((await o.get("/sites")).headers["x-plan_filter-statement_cost_limit"]).not.toBe("123456");
  });

  it("that need not are its own affair", async () => {
    expect((await o.get("/rpc/frugal")).headers["x-work_mem"]).not.toBe("77kB");
  });

  it("limit its time: 57014 with 500 when it takes longer", async () => {
    const { status, json } = await o.post("/rpc/hurried", {});
    expect([status, json.code]).toEqual([500, "57014"]);
  });
});

describe("the function before each request", () => {
  it("sees everything that is set", async () => {
    const { headers } = await o.get("/sites?select=id&limit=1", {
      ...ada,
      headers: { Prefer: "timezone=America/Lima" },
    });
    expect(headers).toMatchObject({
      "x-request-method": "GET",
      "x-request-path": "/sites",
      "x-role": "fixture_user",
      "x-search_path": '"observatory", "tools"',
      "x-transaction_read_only": "on",
      "x-transaction_isolation": "repeatable read",
      "x-statement_timeout": "20s",
      "x-app-settings-dome": "open",
      "x-timezone": "America/Lima",
    });
  });

  it("may choose another role", async () => {
    expect((await o.get("/papers?select=id")).status).toBe(401);
    const asked = { headers: { "X-Become": "1" } };
    expect((await o.get("/papers?select=id", asked)).json).toHaveLength(3);
    expect(await setting("role", asked)).toBe("fixture_user");
  });
});

describe("the name of the function before each request", () => {
  it("without a schema is looked for on the request's search path", async () => {
    const found = await openObservatory({ extra: EXTRA, config: { preRequest: "tell" } });
    for (const headers of [{}, { "Accept-Profile": "archive" }]) {
      expect((await found.get("/sites?limit=1", { headers })).headers["x-request-path"]).toBe("/sites");
    }
    await found.close();
    const missing = await openObservatory({ config: { preRequest: "nowhere" } });
    const { status, json } = await missing.get("/sites");
    expect([status, json.message]).toEqual([404, "function nowhere() does not exist"]);
    await missing.close();
  });
});

describe("everything that is set", () => {
  it("is forgotten when the transaction ends", async () => {
    await Promise.all(Array.from({ length: 6 }, () => o.get("/rpc/frugal", ada)));
    for (let i = 0; i < 4; i++) {
      const { headers } = await o.get("/sites?limit=1");
      expect(headers).toMatchObject({
        "x-role": "fixture_anonymous",
        "x-work_mem": expect.not.stringMatching("3MB"),
      });
      expect(headers["x-plan_filter-statement_cost_limit"]).not.toBe("123456");
    }
  });
});
