/** The answers to writes, in both releases. */
import { describe, expect, it } from "vitest";
import { asksBoth, bothReleases, type Difference, undone } from "./both-releases.ts";

const releases = bothReleases({
  config: { txEnd: "commit-allow-override", aggregates: true },
  extra: `
    set search_path = observatory;
    create view all_sites as select * from sites;
    create table loose (a int);
    create table silent (id int primary key, note text, hidden text);
    grant select, insert, update on all_sites, loose to fixture_anonymous, fixture_user;
    -- May be merged into, but not read whole.
    grant insert, update, select (id, note) on silent to fixture_anonymous;
    insert into silent values (1, 'x');
  `,
});

const OLD = { id: 1, name: "Cerro Alto" };
const OTHER = { id: 2, name: "Mount Grey" };
const NEW = { id: 60, name: "New" };
const MERGE = "resolution=merge-duplicates";
const FULL = `return=representation,${MERGE}`;

/** A POST to a table, and the status at each release. */
const post = (what: string, table: string, body: unknown, prefer: string, sixteen: number): Difference => ({
  what,
  ask: `POST /${table}`,
  body,
  headers: undone(prefer),
  eleven: { status: 201 },
  sixteen: { status: sixteen },
});
const put = (
  what: string,
  row: { id: number },
  prefer: string,
  eleven: number,
  sixteen: number,
): Difference => ({
  what,
  ask: `PUT /sites?id=eq.${row.id}`,
  body: row,
  headers: undone(prefer),
  eleven: { status: eleven },
  sixteen: { status: sixteen },
});

describe("an upsert", () => {
  asksBoth(releases, [
    post("of rows that are there", "sites", [OLD], MERGE, 200),
    post("of rows that are there, returned", "sites", [OLD], FULL, 200),
    post("of new rows", "sites", [NEW], FULL, 201),
    post("of both", "sites", [OLD, NEW], MERGE, 201),
    post("of both, one not shown", "sites?select=id,telescopes!inner(id)", [OLD, NEW], FULL, 201),
    post("of both, shown as one row", "sites?select=count()", [OLD, NEW], FULL, 201),
    post("of rows that are there, shown as one row", "sites?select=count()", [OLD, OTHER], FULL, 200),
    post("of no rows", "sites", [], FULL, 200),
    post("by other columns", "sites?on_conflict=name", { name: "Cerro Alto", altitude: 1 }, MERGE, 200),
    post("through a view", "all_sites?on_conflict=id", [OLD], MERGE, 200),
    post("into a table without a key", "loose", [{ a: 1 }], MERGE, 201),
    post("that ignores rows", "sites", [OLD], "resolution=ignore-duplicates", 201),
    post("without a resolution", "sites", [NEW], "return=representation", 201),
    post("without the right to read the row", "silent", [{ id: 1, note: "y" }], MERGE, 200),
    put("by PUT of a row that is there", OLD, "return=representation", 200, 200),
    put("by PUT of a new row", NEW, "return=representation", 200, 201),
    put("by PUT of a new row, not returned", NEW, "", 204, 204),
  ]);

  it("counts the rows of each statement from zero", async () => {
    const { json, status } = await releases.of("16").post("/sites", [OLD], { headers: undone(FULL) });
    expect([status, json[0].id]).toEqual([200, 1]);
    const next = await releases.of("16").post("/sites", [NEW], { headers: undone(FULL) });
    expect(next.status).toBe(201);
  });
});

/** The rows that a request returns, in the order of each release. */
const sorted = (what: string, ask: string, body: unknown, eleven: unknown, sixteen: unknown): Difference => ({
  what,
  ask,
  ...(body === null ? {} : { body }),
  headers: undone(FULL),
  eleven: { json: eleven },
  sixteen: { json: sixteen },
});

describe("order", () => {
  const [a, b] = [{ id: 61 }, { id: 62 }];
  asksBoth(releases, [
    sorted(
      "sorts inserted rows by a column that is not selected",
      "POST /sites?select=id&order=name.desc",
      [
        { id: 61, name: "A" },
        { id: 62, name: "B" },
      ],
      [a, b],
      [b, a],
    ),
    sorted(
      "sorts updated rows",
      "PATCH /telescopes?select=id&id=in.(1,2)&order=id.desc",
      { is_open: true },
      [{ id: 1 }, { id: 2 }],
      [{ id: 2 }, { id: 1 }],
    ),
    sorted(
      "sorts deleted rows by a place in JSON",
      "DELETE /site_contacts?select=site_id&order=keeper.desc",
      null,
      [{ site_id: 1 }, { site_id: 2 }],
      [{ site_id: 2 }, { site_id: 1 }],
    ),
  ]);

  it("leads into an embedded row, at 16", async () => {
    const target = "/telescopes?select=id,sites(name)&id=in.(1,3)&order=sites(name).desc";
    const { json } = await releases.of("16").patch(target, { is_open: true }, { headers: undone(FULL) });
    expect(json.map(({ sites }: { sites: { name: string } }) => sites.name)).toEqual([
      "Mount Grey",
      "Cerro Alto",
    ]);
  });

  it("does not sort what is not returned, nor change which rows are written", async () => {
    const limited = "/telescopes?select=id&order=id.desc&limit=1";
    for (const name of ["11", "16"] as const) {
      const { json, status } = await releases
        .of(name)
        .patch(limited, { is_open: true }, { headers: undone(FULL) });
      expect([status, json]).toEqual([200, [{ id: 4 }]]);
      const refused = await releases.of(name).delete("/telescopes?limit=1", { headers: undone() });
      expect(refused.json.code).toBe("PGRST109");
    }
  });
});

describe("params=single-object", () => {
  asksBoth(releases, [
    {
      what: "is unknown at 16, and refused if handling is strict",
      ask: "GET /sites",
      headers: { Prefer: "handling=strict, params=single-object" },
      eleven: { status: 200 },
      sixteen: { status: 400 },
    },
  ]);
});

describe("the preference timezone", () => {
  const zone = (value: string, handling: string) => ({ Prefer: `timezone=${value}, handling=${handling}` });
  const ask = "GET /badges?select=issued&limit=1";
  asksBoth(releases, [
    {
      what: "is left to PostgreSQL at 16, whose offsets count to the west",
      ask,
      headers: zone("+05:30", "lenient"),
      eleven: { json: [{ issued: "2020-05-05T15:30:00+05:30" }] },
      sixteen: { json: [{ issued: "2020-05-05T04:30:00-05:30" }] },
    },
    {
      what: "of an unknown zone is refused at 16",
      ask,
      headers: zone("Mars", "lenient"),
      eleven: { status: 200 },
      sixteen: {
        status: 400,
        json: {
          code: "22023",
          message: 'invalid value for parameter "TimeZone": "Mars"',
          details: null,
          hint: null,
        },
      },
    },
    {
      what: "of an unknown zone is no unknown preference at 16",
      ask,
      headers: zone("Mars", "strict"),
      eleven: { status: 400, headers: { "proxy-status": undefined } },
      sixteen: { status: 400, headers: { "proxy-status": "PostgREST; error=22023" } },
    },
  ]);
});
