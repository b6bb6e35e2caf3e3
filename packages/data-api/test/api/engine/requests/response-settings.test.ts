/** Responses changed by SQL: status and headers, in settings read with the result. */
import { describe, expect, it } from "vitest";
import { observatoryForTests } from "../observatory.ts";

const EXTRA = `
create function observatory.say_status(value text) returns text language plpgsql volatile as $$
begin
  perform set_config('response.status', value, true);
  return 'said';
end
$$;
create function observatory.say_headers(value text) returns text language plpgsql volatile as $$
begin
  perform set_config('response.headers', value, true);
  return 'said';
end
$$;
create function observatory.status_and_rows() returns setof observatory.sites language plpgsql stable as $$
begin
  perform set_config('response.status', '203', true);
  perform set_config('response.headers', '[{"X-Dome": "open"}]', true);
  return query select * from observatory.sites order by id;
end
$$;
create function tools.say_before() returns trigger language plpgsql as $$
begin
  perform set_config('response.status', '299', true);
  perform set_config('response.headers',
    json_build_array(json_build_object('X-Row', coalesce(new.id, old.id)::text), '{"Location": "/elsewhere"}'::json)::text,
    true);
  return coalesce(new, old);
end
$$;
create function tools.say_after() returns trigger language plpgsql as $$
begin
  perform set_config('response.status', '298', true);
  return null;
end
$$;
create trigger say before insert or update or delete on observatory.bookings
  for each row execute function tools.say_before();
create trigger say after insert on observatory.filters for each row execute function tools.say_after();
`;

const o = observatoryForTests({ extra: EXTRA });

const full = { headers: { Prefer: "return=representation" } };

describe("response.status", () => {
  it.each(["200", "201", "299", "404", "418", "503", "599", "600"])(
    "is the answer's status: %s",
    async (value) => {
      const { status, json } = await o.post("/rpc/say_status", { value });
      expect([status, json]).toEqual([Number(value), "said"]);
    },
  );

  it("is not looked at when it is empty", async () => {
    expect((await o.post("/rpc/say_status", { value: "" })).status).toBe(200);
  });

  it.each(["abc", " 200", "-1", "2e2", "99", "1000"])(
    "that is no status is 500 PGRST112: %j",
    async (value) => {
      const { status, json } = await o.post("/rpc/say_status", { value });
      expect([status, json]).toEqual([
        500,
        {
          code: "PGRST112",
          details: null,
          hint: null,
          message: "response.status guc must be a valid status code",
        },
      ]);
    },
  );

  it("goes with rows, pages and counts", async () => {
    const { status, headers, json } = await o.get("/rpc/status_and_rows?limit=1&select=id", {
      headers: { Prefer: "count=exact" },
    });
    expect([status, headers["x-dome"], headers["content-range"], json]).toEqual([
      203,
      "open",
      "0-0/4",
      [{ id: 1 }],
    ]);
    const head = await o.ask("HEAD", "/rpc/status_and_rows");
    expect([head.status, head.headers["x-dome"], head.body]).toEqual([203, "open", null]);
  });
});

describe("response.headers", () => {
  const said = (value: unknown) =>
    o.post("/rpc/say_headers", { value: typeof value === "string" ? value : JSON.stringify(value) });

  it("are added to the answer's", async () => {
    const { status, headers, json } = await said([{ "X-Dome": "open" }, { "Cache-Control": "no-store" }]);
    expect([status, json]).toEqual([200, "said"]);
    expect(headers).toMatchObject({
      "x-dome": "open",
      "cache-control": "no-store",
      "content-type": "application/json; charset=utf-8",
    });
  });

  it.each(["Content-Type", "content-type", "Content-Range", "Content-Profile"])(
    "take the place of the answer's own, by whatever case: %s",
    async (name) => {
      const { headers } = await said([{ [name]: "text/odd" }]);
      expect(headers[name.toLowerCase()]).toBe("text/odd");
    },
  );

  it("may be repeated, and are all sent", async () => {
    const value = [{ "Set-Cookie": "a=1" }, { Link: "<a>" }, { "Set-Cookie": "b=2" }, { Link: "<b>" }];
    const { headers } = await said(value);
    expect([headers["set-cookie"], headers.link]).toEqual(["a=1, b=2", "<a>, <b>"]);
  });

  it("may be none", async () => {
    for (const value of ["[]", ""]) expect((await said(value)).status).toBe(200);
  });

  it.each([
    "nope",
    "{}",
    '{"X-Dome": "open"}',
    '["X-Dome"]',
    '[{"X-Dome": 1}]',
    '[{"a": "1", "b": "2"}]',
    "[{}]",
  ])("that are no list of one text each are 500 PGRST111: %s", async (value) => {
    const { status, json } = await said(value);
    expect([status, json]).toEqual([
      500,
      {
        code: "PGRST111",
        details: null,
        hint: null,
        message:
          "response.headers guc must be a JSON array composed of objects with a single key and a string value",
      },
    ]);
  });
});

describe("what triggers say", () => {
  it.each([
    ["POST", "/bookings", { id: 50 }, "return=headers-only"],
    ["POST", "/bookings", { id: 51 }, "return=representation"],
    ["POST", "/bookings", { id: 52 }, "return=minimal"],
    ["PATCH", "/bookings?id=eq.50", { site_id: 1 }, "return=minimal"],
    ["DELETE", "/bookings?id=eq.51", undefined, "return=representation"],
  ])(
    "is the answer's when it is said before the row is written: %s %s %j %s",
    async (method, path, body, prefer) => {
      const { status, headers } = await o.ask(method, path, { body, headers: { Prefer: prefer } });
      const row = /\d+$/.exec(path)?.[0] ?? String(Object(body).id);
      expect([status, headers["x-row"], headers.location]).toEqual([299, row, "/elsewhere"]);
    },
  );

  it("comes too late after it: the settings are read in the statement itself", async () => {
    expect((await o.post("/filters", { id: 50, name: "late" }, full)).status).toBe(201);
  });
});

describe("an error", () => {
  it("is not touched by what was said before it", async () => {
    const { status, headers, json } = await o.patch("/bookings?id=eq.50", { site_id: 999 });
    expect([status, headers["x-row"], json.code]).toEqual([409, undefined, "23503"]);
  });
});
