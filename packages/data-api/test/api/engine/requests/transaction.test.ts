import { describe, expect, it } from "vitest";
import { sql } from "../../../../src/db/sql.ts";
import { observatoryForTests, openObservatory } from "../observatory.ts";

const CHECK = `
create function tools.check_request() returns void language plpgsql as $$
begin
  if current_setting('request.headers', true)::json ->> 'x-banned' is not null then
    raise sqlstate 'PT423' using message = 'Locked', hint = 'Not today.';
  end if;
  perform set_config('tools.checked', current_user, true);
end
$$;
create function observatory.checked() returns text language sql stable as $$ select current_setting('tools.checked', true) $$;
create function observatory.setting(name text) returns text language sql stable as $$ select current_setting(name, true) $$;
create function observatory.isolated() returns text language sql stable set default_transaction_isolation = 'serializable'
  as $$ select current_setting('transaction_isolation') $$;
create function observatory.patient() returns text language sql stable set statement_timeout = '7s'
  as $$ select current_setting('statement_timeout') $$;
create function observatory.own_path() returns text language sql stable set search_path = 'pg_catalog'
  as $$ select current_setting('search_path') $$;
create function observatory.raised() returns void language plpgsql as $$
begin
  raise sqlstate 'PGRST' using
    message = '{"code": "123", "message": "Paid", "details": "in full", "hint": "Thanks"}',
    detail = '{"status": 402, "headers": {"X-Powered-By": "wind"}}';
end
$$;
`;

const o = observatoryForTests({
  extra: CHECK,
  config: {
    preRequest: "tools.check_request",
    appSettings: [["app.settings.name", "observatory"]],
    txEnd: "commit-allow-override",
    serverTiming: true,
  },
});

const setting = async (name: string, asked = {}): Promise<unknown> =>
  (await o.get(`/rpc/setting?name=${name}`, asked)).json;

describe("the transaction of a request", () => {
  it("runs as the caller's role, who sees what that role may", async () => {
    expect((await o.get("/secrets")).status).toBe(401);
    expect((await o.get("/secrets", { as: "a@b.c" })).status).toBe(403);
    const own = await o.get("/notes?select=text&order=id", { as: "ada@example.org" });
    expect(own.json).toEqual([{ text: "clear tonight" }, { text: "private thought" }]);
    expect((await o.get("/notes?select=text")).json).toEqual([{ text: "clear tonight" }]);
  });

  it("keeps row security apart when requests of several people share connections", async () => {
    const people = ["ada@example.org", "ben@example.org", "eve@example.org"];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        o.get("/notes?select=owner,is_public", { as: people[i % 3] ?? "" }),
      ),
    );
    answers.forEach(({ json }, i) => {
      const foreign = json.filter(
        (note: { owner: string; is_public: boolean }) => !note.is_public && note.owner !== people[i % 3],
      );
      expect(foreign).toEqual([]);
    });
    expect(answers[1]?.json).toContainEqual({ owner: "ben@example.org", is_public: false });
  });

  it("tells SQL who asks, how, and with what", async () => {
    const asked = { as: "a@b.c", headers: { Cookie: "a=1; b=two", "X-Thing": "yes" } };
    expect(JSON.parse(String(await setting("request.jwt.claims", asked)))).toEqual({
      role: "fixture_user",
      email: "a@b.c",
    });
    expect(JSON.parse(String(await setting("request.cookies", asked)))).toEqual({ a: "1", b: "two" });
    const headers = JSON.parse(String(await setting("request.headers", asked)));
    expect([headers["x-thing"], headers.cookie]).toEqual(["yes", undefined]);
    expect(await setting("app.settings.name")).toBe("observatory");
    expect(await setting("search_path")).toBe('"observatory", "tools"');
  });

  it("has the settings of its role and its function", async () => {
    expect(await setting("statement_timeout", { as: "a@b.c" })).toBe("20s");
    expect((await o.get("/rpc/patient")).json).toBe("7s");
    expect((await o.get("/rpc/isolated")).json).toBe("serializable");
    expect((await o.get("/rpc/own_path")).json).toBe("pg_catalog");
  });

  it("leaves nothing behind for the next one on its connection", async () => {
    await Promise.all(Array.from({ length: 8 }, () => setting("role", { as: "a@b.c" })));
    expect(await setting("role")).toBe("fixture_anonymous");
    expect(await setting("transaction_read_only")).toBe("on");
    const post = await o.post("/rpc/count_stars", {});
    expect(post.status).toBe(200);
    expect((await o.post("/sites", { name: "after a read" })).status).toBe(201);
  });

  it("begins with the pre-request function, which can refuse", async () => {
    expect((await o.get("/rpc/checked", { as: "a@b.c" })).json).toBe("fixture_user");
    const banned = { headers: { "X-Banned": "1" } };
    for (const path of ["/sites", "/rpc/answer", "/"]) {
      const { status, reason, json } = await o.get(path, banned);
      expect([status, reason, json.hint]).toEqual([423, "Locked", "Not today."]);
    }
    const write = await o.post("/sites", { name: "banned" }, banned);
    expect(write.status).toBe(423);
    expect((await o.get("/sites?name=eq.banned")).json).toEqual([]);
  });

  it("is rolled back when that is preferred, and says so", async () => {
    const { json, headers } = await o.post(
      "/sites?select=name",
      { name: "fleeting" },
      {
        headers: { Prefer: "return=representation,tx=rollback" },
      },
    );
    expect(json).toEqual([{ name: "fleeting" }]);
    expect(headers["preference-applied"]).toBe("return=representation, tx=rollback");
    expect((await o.get("/sites?name=eq.fleeting")).json).toEqual([]);
  });

  it("has the time zone that is preferred", async () => {
    const path = "/badges?select=issued&observer_id=eq.1";
    const zoned = await o.get(path, { headers: { Prefer: "timezone=America/Lima" } });
    expect(zoned.json).toEqual([{ issued: "2020-05-05T05:00:00-05:00" }]);
    expect(zoned.headers["preference-applied"]).toBe("timezone=America/Lima");
    const lenient = await o.get(path, { headers: { Prefer: "timezone=Mars/Base" } });
    expect([lenient.status, lenient.headers["preference-applied"]]).toEqual([200, undefined]);
    const strict = await o.get(path, { headers: { Prefer: "handling=strict,timezone=Mars/Base" } });
    expect([strict.status, strict.json.code]).toEqual([400, "PGRST122"]);
  });

  it("refuses unknown preferences when handling is strict", async () => {
    const { status, json } = await o.get("/sites", { headers: { Prefer: "handling=strict,foo,bar=1" } });
    expect([status, json.code, json.details]).toEqual([400, "PGRST122", "Invalid preferences: foo, bar=1"]);
  });

  it("may be answered by a raise alone", async () => {
    const { status, headers, json } = await o.post("/rpc/raised", {});
    expect([status, headers["x-powered-by"], json]).toEqual([
      402,
      "wind",
      { code: "123", message: "Paid", details: "in full", hint: "Thanks" },
    ]);
  });

  it("tells how long its stages took when asked to", async () => {
    expect((await o.get("/sites")).headers["server-timing"]).toMatch(
      /^jwt;dur=[\d.]+, parse;dur=[\d.]+, plan;dur=[\d.]+, transaction;dur=[\d.]+, response;dur=[\d.]+$/,
    );
  });
});

describe("how transactions end", () => {
  it("is by rollback where the settings say so, whatever is preferred", async () => {
    const dry = await openObservatory({ config: { txEnd: "rollback" } });
    const { json } = await dry.post(
      "/sites?select=name",
      { name: "dry" },
      {
        headers: { Prefer: "return=representation,tx=commit" },
      },
    );
    expect(json).toEqual([{ name: "dry" }]);
    expect((await dry.get("/sites?name=eq.dry")).json).toEqual([]);
    await dry.close();
  });

  it("checks deferred constraints before a rollback", async () => {
    await o.owner.transaction((tx) =>
      tx.run(
        sql`alter table observatory.bookings add constraint bookings_late foreign key (observer_id) references observatory.observers (id) deferrable initially deferred`,
      ),
    );
    const { status, json } = await o.post(
      "/bookings",
      { id: 99, observer_id: 999 },
      {
        headers: { Prefer: "tx=rollback" },
      },
    );
    expect([status, json.code]).toEqual([409, "23503"]);
  });
});
