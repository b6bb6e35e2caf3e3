import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Observatory, openObservatory } from "./observatory.ts";

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
grant select, insert, update on flags to fixture_anonymous;
`;

let o: Observatory;
beforeAll(async () => {
  o = await openObservatory({ extra: COLOURS });
});
afterAll(() => o.close());

describe("a domain with a form of its own on the wire", () => {
  it("is shown in that form, by name and by star", async () => {
    expect((await o.get("/flags?order=id&limit=1")).json).toEqual([
      { id: 1, ground: "#0000ff", name: "blue" },
    ]);
    expect((await o.get("/flags?select=c:ground&id=eq.2")).json).toEqual([{ c: "#ff0000" }]);
    expect((await o.get("/flags?select=ground::text&id=eq.2")).json).toEqual([{ ground: "16711680" }]);
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
    expect((await o.get("/flags?select=n:ground::int&id=eq.3")).json).toEqual([{ n: 65024 }]);
  });
});
