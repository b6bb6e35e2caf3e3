/** What is not found, and how errors are worded, in both releases. */
import { describe, expect, it } from "vitest";
import { asksBoth, bothReleases, type Difference, fault, undone } from "./both-releases.ts";

const WRITES = { txEnd: "commit-allow-override", plan: false } as const;
const releases = bothReleases({
  config: WRITES,
  extra: `
    set search_path = observatory;
    create function similar_sounding() returns int language sql stable as 'select 1';
  `,
});

const noTable = (name: string, hint: string | null = null) =>
  fault("PGRST205", `Could not find the table 'observatory.${name}' in the schema cache`, null, hint);
const missing = (name: string) => fault("42P01", `relation "observatory.${name}" does not exist`);

const NOT_FOUND: readonly Difference[] = [
  {
    what: "an unknown table",
    ask: "GET /telescope",
    eleven: { status: 404, json: missing("telescope") },
    sixteen: {
      status: 404,
      json: noTable("telescope", "Perhaps you meant the table 'observatory.telescopes'"),
    },
  },
  {
    what: "no table is similar enough",
    ask: "GET /scopes",
    eleven: { status: 404, json: missing("scopes") },
    sixteen: { status: 404, json: noTable("scopes") },
  },
  {
    what: "an unknown table, and an embed of it",
    ask: "GET /nothing_here?select=id,sites(id)&sites.id=eq.1",
    eleven: { status: 400 },
    sixteen: { status: 404, json: noTable("nothing_here") },
  },
  {
    what: "a partition is not a table",
    ask: "GET /measurements_2024?select=telescopes(id)",
    eleven: { status: 400 },
    sixteen: { status: 404 },
  },
  {
    what: "a write with columns to an unknown table",
    ask: "POST /nothing_here?columns=a",
    body: { a: 1 },
    eleven: { status: 404, json: {}, headers: { "proxy-status": undefined } },
    sixteen: {
      status: 404,
      json: noTable("nothing_here"),
      headers: { "proxy-status": "PostgREST; error=PGRST205" },
    },
  },
  ...(["PATCH", "DELETE", "PUT"] as const).map(
    (method): Difference => ({
      what: `${method} of an unknown table`,
      ask: `${method} /nothing_here?id=eq.1`,
      body: { id: 1 },
      eleven: {},
      sixteen: { status: 404, json: noTable("nothing_here") },
    }),
  ),
  {
    what: "OPTIONS of an unknown table",
    ask: "OPTIONS /nothing_here",
    eleven: { status: 404, json: {} },
    sixteen: { status: 404, json: noTable("nothing_here") },
  },
  {
    what: "a path of another depth",
    ask: "GET /sites/1/telescopes",
    eleven: { status: 404, json: {} },
    sixteen: { status: 404, json: fault("PGRST125", "Invalid path specified in request URL") },
  },
  {
    what: "a write to the root",
    ask: "POST /",
    body: {},
    eleven: { status: 404, json: {} },
    sixteen: { status: 405, json: fault("PGRST117", "Unsupported HTTP method: POST") },
  },
  {
    what: "an unknown column to write",
    ask: "POST /sites?columns=name,colour",
    body: { name: "x", colour: 1 },
    headers: undone(),
    eleven: { status: 400, json: fault("PGRST204", "Column 'colour' of relation 'sites' does not exist") },
    sixteen: {
      status: 400,
      json: fault("PGRST204", "Could not find the 'colour' column of 'sites' in the schema cache"),
    },
  },
  {
    what: "a schema that is not exposed",
    ask: "GET /sites",
    headers: { "Accept-Profile": "hidden" },
    eleven: {
      status: 406,
      json: fault("PGRST106", "The schema must be one of the following: observatory, archive"),
    },
    sixteen: {
      status: 406,
      json: fault(
        "PGRST106",
        "Invalid schema: hidden",
        null,
        "Only the following schemas are exposed: observatory, archive",
      ),
    },
  },
];

describe("what is not found", () => {
  asksBoth(releases, NOT_FOUND);

  it("suggests functions only of a very similar name", async () => {
    for (const name of ["11", "16"] as const) {
      const near = await releases.of(name).get("/rpc/similar_soundings");
      expect(near.json.hint).toBe("Perhaps you meant to call the function observatory.similar_sounding");
      const far = await releases.of(name).get("/rpc/similar");
      expect(far.json.hint === null).toBe(name === "16");
    }
  });
});

describe("short errors", () => {
  const short = bothReleases({ config: WRITES }, { shortErrors: true });
  asksBoth(short, [
    {
      what: "have only code and message at 16",
      ask: "GET /sites?x=eq.1&select=id,telescope(id)",
      eleven: { status: 400 },
      sixteen: {
        status: 400,
        json: {
          code: "PGRST200",
          message: "Could not find a relationship between 'sites' and 'telescope' in the schema cache",
        },
        headers: { "proxy-status": "PostgREST; error=PGRST200" },
      },
    },
  ]);

  it("are whole at 11", async () => {
    const { json } = await short.of("11").get("/sites?select=id,telescope(id)");
    expect(Object.keys(json).sort()).toEqual(["code", "details", "hint", "message"]);
  });
});

describe("a root without a description", () => {
  asksBoth(bothReleases({ config: { openApi: { mode: "disabled", version: "0" } } }), [
    {
      what: "is not found",
      ask: "GET /",
      eleven: { status: 404, json: {} },
      sixteen: { status: 404, json: fault("PGRST126", "Root endpoint metadata is disabled") },
    },
  ]);
});

describe("one loaded schema", () => {
  it("serves both releases", async () => {
    for (const name of ["11", "16"] as const)
      expect((await releases.of(name).get("/sites")).status).toBe(200);
    const loads = releases.observatory.observed.filter(({ kind }) => kind === "schema-loaded");
    expect(loads).toHaveLength(1);
  });
});
