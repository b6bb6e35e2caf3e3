/** Names of embeds, aggregates, media types and the description, in both releases. */
import { describe, expect, it } from "vitest";
import { asksBoth, bothReleases, type Difference, fault } from "./both-releases.ts";

const releases = bothReleases({
  config: { aggregates: true },
  extra: `
    set search_path = observatory;
    create domain tools."text/plain" as text;
    create domain tools."application/x-any" as text;
    create domain tools."*/*" as text;
    create domain tools."text/xml" as xml;
    create function plain() returns tools."text/plain" language sql stable as $$ select 'plain' $$;
    create function bare() returns text language sql stable as $$ select '<x/>' $$;
    create function document() returns tools."text/xml" language sql stable as
      $$ select '<?xml version="1.0"?><x/>'::xml $$;
    create function anything() returns tools."*/*" language sql stable as $$ select 'anything' $$;
    create table whole (id int primary key, name text);
    insert into whole values (1, 'a'), (2, 'b');
    create function tools.named(state text, one whole) returns text language sql immutable as
      $$ select coalesce(state, '') || one.name $$;
    create function tools.last(state text) returns tools."application/x-any" language sql immutable as
      $$ select state $$;
    create aggregate tools.names(whole) (sfunc = tools.named, stype = text, finalfunc = tools.last);
    create table open_to_all (id int primary key);
    insert into open_to_all values (7);
    create function tools.counted(state text, one open_to_all) returns text language sql immutable as
      $$ select coalesce(state, '') || one.id $$;
    create function tools.any_last(state text) returns tools."*/*" language sql immutable as $$ select state $$;
    create aggregate tools.open_rows(open_to_all) (sfunc = tools.counted, stype = text, finalfunc = tools.any_last);
    create function changing(n bigint) returns int language sql volatile as 'select 1';
    grant select on whole, open_to_all to fixture_anonymous, fixture_user;
  `,
});

const WARNING =
  '299 postgrest/16.2 "Embedded resource was referenced by relation name even though it has an alias. This is ' +
  "deprecated and will stop working in a future release. Update `telescopes` to `t` in query string filters, orders or " +
  'limits."';

describe("the relation's name of an aliased embed", () => {
  const named = (what: string, ask: string): Difference => ({
    what,
    ask,
    eleven: { status: 200, headers: { warning: undefined } },
    sixteen: { status: 200, headers: { warning: WARNING } },
  });
  asksBoth(releases, [
    named("in a filter", "GET /sites?select=id,t:telescopes(id)&telescopes.id=eq.1"),
    named("in an order", "GET /sites?select=id,t:telescopes(id)&telescopes.order=id"),
    named("in a limit", "GET /sites?select=id,t:telescopes(id)&telescopes.limit=1"),
    {
      what: "is not used by clauses that name the alias",
      ask: "GET /sites?select=id,t:telescopes(id)&t.id=eq.1",
      eleven: { headers: { warning: undefined } },
      sixteen: { headers: { warning: undefined } },
    },
  ]);

  it("is warned of each time, also where the plan is kept", async () => {
    for (const id of [1, 2, 3]) {
      const { headers } = await releases
        .of("16")
        .get(`/sites?select=id,t:telescopes(id)&telescopes.id=eq.${id}`);
      expect(headers.warning).toBe(WARNING);
    }
  });
});

describe("where relations' names are refused", () => {
  const strict = bothReleases({}, { legacyTargetNames: false });
  const refused = (relation: string, alias: string) =>
    fault(
      "PGRST108",
      `'${relation}' is not an embedded resource in this request`,
      "Target names are not allowed in filters if they have an alias",
      `Change '${relation}' to '${alias}' in filters, orders or limits.`,
    );
  asksBoth(strict, [
    {
      what: "in a filter",
      ask: "GET /sites?select=id,t:telescopes(id)&telescopes.id=eq.1",
      eleven: { status: 200 },
      sixteen: { status: 400, json: refused("telescopes", "t") },
    },
    {
      what: "in an order by a related row",
      ask: "GET /telescopes?select=id,s:sites(name)&order=sites(name)",
      eleven: { status: 200 },
      sixteen: { status: 400, json: refused("sites", "s") },
    },
  ]);

  it("two embeds of one relation have parameters of their own", async () => {
    const { json } = await strict
      .of("16")
      .get("/sites?select=t:telescopes(id),telescopes(id)&telescopes.id=eq.1&t.id=eq.2&id=eq.1");
    expect(json).toEqual([{ t: [{ id: 2 }], telescopes: [{ id: 1 }] }]);
  });
});

describe("aggregates of what is spread", () => {
  /** Both releases answer alike. */
  const alike = (what: string, ask: string, json: unknown): Difference => ({
    what,
    ask,
    eleven: { status: 200, json },
    sixteen: { status: 200, json },
  });
  asksBoth(releases, [
    alike(
      "are grouped by an embedded object",
      "GET /exposures?select=...nights(telescopes(name)),seconds.sum()&night_id=eq.1",
      [{ telescopes: { name: "Anteros" }, sum: 930 }],
    ),
    alike(
      "are sorted by an alias within the spread",
      "GET /nights?select=...telescopes(t:id),count()&order=telescopes(t).desc&id=in.(1,2)",
      [{ t: 1, count: 2 }],
    ),
    alike(
      "are sorted by an alias two spreads below",
      "GET /nights?select=...telescopes(...sites(s:id)),count()&order=telescopes(s)&id=eq.1",
      [{ s: 1, count: 1 }],
    ),
  ]);
});

describe("media types", () => {
  const typed = (
    what: string,
    target: string,
    accept: string,
    eleven: Difference["eleven"],
    sixteen: Difference["sixteen"],
  ): Difference => ({ what, ask: `GET ${target}`, headers: { Accept: accept }, eleven, sixteen });
  const plain = { "content-type": "text/plain; charset=utf-8" };
  asksBoth(releases, [
    typed(
      "one column as text",
      "/sites?select=name&id=eq.1",
      "text/plain",
      { text: "Cerro Alto" },
      { status: 406 },
    ),
    typed(
      "one column as bytes",
      "/sites?select=name&id=eq.1",
      "application/octet-stream",
      { status: 200 },
      { status: 406 },
    ),
    typed(
      "the next type",
      "/sites?select=name&id=eq.1",
      "text/plain, application/json",
      { headers: plain },
      {
        json: [{ name: "Cerro Alto" }],
      },
    ),
    typed(
      "text as XML",
      "/rpc/bare",
      "text/xml",
      { status: 406, headers: { "proxy-status": undefined } },
      { status: 406, headers: { "proxy-status": "PostgREST; error=PGRST107" } },
    ),
    typed("a function of that type", "/rpc/plain", "text/plain", { text: "plain" }, { text: "plain" }),
    typed("a document as its type writes it", "/rpc/document", "text/xml", { status: 200 }, { text: "<x/>" }),
    typed(
      "a function for all types",
      "/rpc/anything",
      "application/json",
      { text: "anything" },
      {
        text: "anything",
        headers: { "content-type": "application/octet-stream" },
      },
    ),
    typed("whole rows of a relation", "/whole", "application/x-any", { text: "ab" }, { text: "ab" }),
    typed(
      "a list of its columns",
      "/whole?select=id,name",
      "application/x-any",
      { text: "ab" },
      { status: 406 },
    ),
    typed("a relation for all types", "/open_to_all", "*/*", { json: [{ id: 7 }] }, { text: "7" }),
    typed(
      "a relation for all types, as JSON",
      "/open_to_all",
      "application/json",
      { json: [{ id: 7 }] },
      {
        text: "7",
        headers: { "content-type": "application/octet-stream" },
      },
    ),
  ]);
});

describe("the description", () => {
  it("names the release, and the formats of integers", async () => {
    const documents = new Map<string, { readonly json: ReturnType<typeof JSON.parse> }>();
    for (const name of ["11", "16"] as const) documents.set(name, await releases.of(name).get("/"));
    const [eleven, sixteen] = [documents.get("11")?.json, documents.get("16")?.json];
    const facts = (all: ReturnType<typeof JSON.parse>) => ({
      integer: all.definitions.sites.properties.id.format,
      smallint: all.definitions.sites.properties.altitude.format,
      bigint: all.paths["/rpc/changing"].post.parameters[0].schema.properties.n.format,
      text: all.definitions.sites.properties.name.format,
      filter: all.parameters["rowFilter.sites.id"].format,
      changing: Object.keys(all.paths["/rpc/changing"]),
      enum: all.parameters.preferParams.enum,
      oneToOne: /Foreign Key/.test(all.definitions.badges.properties.observer_id.description ?? ""),
      url: all.externalDocs.url,
    });
    expect(facts(eleven)).toEqual({
      integer: "integer",
      smallint: "smallint",
      bigint: "bigint",
      text: "text",
      filter: "integer",
      changing: ["get", "post"],
      enum: ["params=single-object"],
      oneToOne: false,
      url: "https://postgrest.org/en/v11.2/api.html",
    });
    expect(facts(sixteen)).toEqual({
      integer: "int32",
      smallint: "int32",
      bigint: "int64",
      text: "text",
      filter: undefined,
      changing: ["post"],
      enum: undefined,
      oneToOne: true,
      url: "https://postgrest.org/en/v16/references/api.html",
    });
  });
});
