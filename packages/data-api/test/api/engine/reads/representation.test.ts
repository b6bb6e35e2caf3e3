import { describe, expect, it } from "vitest";
import { observatoryForTests } from "../observatory.ts";

/** A colour is stored as a number and travels as `#rrggbb`. */
const COLOURS = `
set search_path = observatory, tools;
create domain tools.colour as integer check (value between 0 and 16777215);
create function tools.colour_json(tools.colour) returns json language sql immutable as $$
  select to_json('#' || lpad(to_hex($1), 6, '0')) $$;
create function tools.colour_text(text) returns tools.colour language sql immutable as $$
  select (('x' || lpad(ltrim($1, '#'), 8, '0'))::bit(32)::int)::tools.colour $$;
create function tools.colour_from_json(json) returns tools.colour language sql immutable as $$
  select tools.colour_text($1 #>> '{}') $$;
create cast (tools.colour as json) with function tools.colour_json(tools.colour) as implicit;
create cast (text as tools.colour) with function tools.colour_text(text) as implicit;
create cast (json as tools.colour) with function tools.colour_from_json(json) as implicit;
create table flags (id integer primary key, ground tools.colour, name text);
insert into flags values (1, 255, 'blue'), (2, 16711680, 'red');
grant select, insert, update, delete on flags to fixture_anonymous;
create table pennants (id integer primary key, flag_id integer references flags (id), edge tools.colour default 16);
insert into pennants values (1, 1, 1), (2, 2, 255);
create view flag_names as select id, ground as colour, name from flags;
create function flags_of_all() returns setof flags language sql stable as $$ select * from observatory.flags $$;
create function own_colour() returns tools.colour language sql immutable as $$ select 255::tools.colour $$;
create function number_of(colour tools.colour) returns integer language sql immutable as $$ select colour::integer $$;
grant select, insert on pennants to fixture_anonymous;
grant select on flag_names to fixture_anonymous;
`;

const o = observatoryForTests({ extra: COLOURS });

describe("a domain with its own representation on the wire", () => {
  it("is shown in that form, by name and by star", async () => {
    expect((await o.get("/flags?order=id&limit=1")).json).toEqual([
      { id: 1, ground: "#0000ff", name: "blue" },
    ]);
    expect((await o.get("/flags?select=c:ground&id=eq.2")).json).toEqual([{ c: "#ff0000" }]);
    expect((await o.get("/flags?select=ground::text&id=eq.2")).json).toEqual([{ ground: '"#ff0000"' }]);
  });

  it("is filtered in that form", async () => {
    const ids = async (filter: string) =>
      (await o.get(`/flags?select=id&${filter}`)).json.map((row: { id: number }) => row.id);
    expect(await ids("ground=eq.%230000ff")).toEqual([1]);
    expect(await ids("ground=in.(%23ff0000,%23ffffff)")).toEqual([2]);
    expect(await ids("ground=not.is.null&order=id")).toEqual([1, 2]);
  });

  it("is written in that form", async () => {
    const full = { headers: { Prefer: "return=representation" } };
    const made = await o.post("/flags", { id: 3, ground: "#00ff00", name: "green" }, full);
    expect(made.json).toEqual([{ id: 3, ground: "#00ff00", name: "green" }]);
    const changed = await o.patch("/flags?id=eq.3&select=ground", { ground: "#00fe00" }, full);
    expect(changed.json).toEqual([{ ground: "#00fe00" }]);
    expect((await o.get("/flags?select=n:ground::varchar&id=eq.3")).json).toEqual([{ n: '"#00fe00"' }]);
    expect((await o.get("/flags?select=ground::int&id=eq.3")).json.message).toBe(
      "cannot cast type json to integer",
    );
  });
});

describe("its form in JSON", () => {
  it.each([
    ["rows of a table", "/flags?select=ground&id=eq.1", [{ ground: "#0000ff" }]],
    ["rows of a view", "/flag_names?select=colour&id=eq.2", [{ colour: "#ff0000" }]],
    ["an embedded row", "/pennants?select=flags(ground)&id=eq.1", [{ flags: { ground: "#0000ff" } }]],
    ["embedded rows", "/flags?select=pennants(edge)&id=eq.2", [{ pennants: [{ edge: "#0000ff" }] }]],
    ["a row that is spread", "/pennants?select=...flags(ground)&id=eq.2", [{ ground: "#ff0000" }]],
    ["rows of a function", "/rpc/flags_of_all?select=ground&id=eq.1", [{ ground: "#0000ff" }]],
    ["null", "/filters?select=color&id=eq.3", [{ color: null }]],
  ])("is what is read: %s", async (_what, path, rows) => {
    expect((await o.get(path)).json).toEqual(rows);
  });

  it("is what is read as CSV", async () => {
    const csv = await o.get("/flags?id=eq.1", { headers: { Accept: "text/csv" } });
    expect(csv.text).toBe('id,ground,name\n1,"""#0000ff""",blue');
  });

  it("is not that of what a function takes and gives, which are no columns", async () => {
    expect((await o.get("/rpc/own_colour")).json).toBe(255);
    expect((await o.get("/rpc/number_of?colour=255")).json).toBe(255);
    expect((await o.post("/rpc/number_of", { colour: "#0000ff" })).json.code).toBe("22P02");
  });
});

describe("its form in text", () => {
  it.each([
    ["/flags?ground=eq.%230000ff", [1]],
    ["/flags?ground=neq.%230000ff", [2]],
    ["/flags?ground=gt.%230000ff", [2]],
    ["/flags?ground=lte.%230000ff", [1]],
    ["/flags?ground=not.eq.%230000ff", [2]],
    ["/flags?ground=in.(%230000ff,%2300ff00)", [1]],
    ["/flags?ground=isdistinct.%230000ff", [2]],
    ["/flags?or=(ground.eq.%230000ff,ground.eq.%23ff0000)", [1, 2]],
    ["/flags?select=id,pennants!inner()&pennants.edge=eq.%23000001", [1]],
    ["/flag_names?colour=eq.%23ff0000", [2]],
    ["/rpc/flags_of_all?ground=eq.%23ff0000", [2]],
  ])("is what is filtered by: %s", async (path, ids) => {
    const { json } = await o.get(`${path}&id=lt.3&order=id`);
    expect(json.map((row: { id: number }) => row.id)).toEqual(ids);
  });

  it("that makes no sense is the function's to refuse", async () => {
    expect((await o.get("/flags?ground=eq.nothing")).json.code).toBe("22P02");
  });
});

describe("its form in what is written", () => {
  const full = "return=representation";
  it.each([
    ["POST", "/flags", { id: 10, ground: "#00ff00" }, full, ["#00ff00"]],
    [
      "POST",
      "/flags",
      [
        { id: 11, ground: "#000001" },
        { id: 12, ground: null },
      ],
      full,
      ["#000001", null],
    ],
    ["POST", "/flags?columns=id,ground", { id: 13, ground: "#000002", name: 5 }, full, ["#000002"]],
    ["POST", "/flags", { id: 10, ground: "#000003" }, `${full},resolution=merge-duplicates`, ["#000003"]],
    ["PUT", "/flags?id=eq.10", { id: 10, ground: "#000004", name: "x" }, full, ["#000004"]],
    ["PATCH", "/flags?id=eq.10", { ground: "#000005" }, full, ["#000005"]],
    ["PATCH", "/flags?ground=eq.%23000005", { name: "found" }, full, ["#000005"]],
    ["DELETE", "/flags?ground=eq.%23000005", undefined, full, ["#000005"]],
  ])("is read by %s %s %j", async (method, path, body, Prefer, grounds) => {
    const { json } = await o.ask(method, path, { body, headers: { Prefer } });
    expect(json.map((row: { ground: string }) => row.ground)).toEqual(grounds);
  });

  it.each([
    ["text/csv", "id,ground\n20,#00ff00"],
    ["application/x-www-form-urlencoded", "id=20&ground=%2300ff00"],
  ])("is read in bodies of %s", async (type, body) => {
    const headers = { "Content-Type": type, Prefer: full };
    expect((await o.post("/flags", body, { headers })).json).toMatchObject([{ ground: "#00ff00" }]);
    await o.delete("/flags?id=eq.20");
  });

  it("is shown of defaults that PostgreSQL fills in", async () => {
    const { json } = await o.post("/pennants", { id: 3 }, { headers: { Prefer: full } });
    expect(json).toEqual([{ id: 3, flag_id: null, edge: "#000010" }]);
  });
});
