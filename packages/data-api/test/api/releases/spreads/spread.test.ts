/** Spreading what may be many, at release 16; 11 refuses it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { releaseOf } from "../../../../src/engine/release/release.ts";
import { observatoryForTests } from "../../engine/observatory.ts";
import { asksBoth, bothReleases, type Difference, fault, undone } from "../both-releases.ts";

const releases = bothReleases({ config: { txEnd: "commit-allow-override", plan: true } });
const refused = (origin: string, target: string) => ({
  status: 400,
  json: fault(
    "PGRST119",
    `A spread operation on '${target}' is not possible`,
    `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  ),
});
const spread = (what: string, query: string, target: string, json: unknown): Difference => ({
  what,
  ask: `GET /sites?${query}`,
  eleven: refused("sites", target),
  sixteen: { status: 200, json },
});

describe("a to-many spread", () => {
  asksBoth(releases, [
    spread(
      "makes an array of each item",
      "select=id,...telescopes(t:id,name)&telescopes.order=id&order=id&limit=3",
      "telescopes",
      [
        { id: 1, t: [1, 2], name: ["Anteros", "Bellona"] },
        { id: 2, t: [3], name: ["Carmenta"] },
        { id: 3, t: [], name: [] },
      ],
    ),
    spread(
      "sorts its arrays by a column that is not selected",
      "select=...telescopes(t:id)&telescopes.order=name.desc&id=eq.1",
      "telescopes",
      [{ t: [2, 1] }],
    ),
    spread(
      "filters and cuts before it makes arrays",
      "select=...telescopes(t:id)&telescopes.id=gt.1&telescopes.order=id&telescopes.limit=1&id=eq.1",
      "telescopes",
      [{ t: [2] }],
    ),
    spread("without columns shows nothing", "select=id,...telescopes()&order=id&limit=1", "telescopes", [
      { id: 1 },
    ]),
    spread("restricts its parents", "select=id,...telescopes!inner()&telescopes.id=eq.1", "telescopes", [
      { id: 1 },
    ]),
    spread(
      "writes repeated keys twice",
      "select=...telescopes(id),...telescopes(name)&id=eq.3",
      "telescopes",
      [{ id: [], name: [] }],
    ),
  ]);

  it("can be asked for its absence", async () => {
    const without = await releases
      .of("16")
      .get("/sites?select=id,...telescopes(t:id)&telescopes=is.null&order=id");
    expect(without.json.every(({ t }: { t: unknown[] }) => t.length === 0)).toBe(true);
    const having = await releases.of("16").get("/sites?select=id,...telescopes(t:id)&telescopes=not.is.null");
    expect(having.json.map(({ id }: { id: number }) => id)).not.toContain(3);
  });

  it("keeps repeated keys in the text, and nulls in the arrays", async () => {
    const { text } = await releases
      .of("16")
      .get("/sites?select=id,...telescopes(id,focal_length)&telescopes.order=id&id=eq.1");
    expect(text.match(/"id"/g)).toHaveLength(2);
    const { json } = await releases
      .of("16")
      .get("/observers?select=...nights!observer_id(rating)&nights.order=id&id=eq.1");
    expect(json[0].rating.length).toBeGreaterThan(0);
  });

  it("spreads every column, paths, casts and aliases", async () => {
    const all = await releases.of("16").get("/sites?select=...telescopes(*)&id=eq.1");
    const [columns] = (await releases.of("16").get("/telescopes?id=eq.1")).json;
    expect(Object.keys(all.json[0])).toEqual(Object.keys(columns));
    const items = "mount:spec->mount->>kind,id::text,spec->mount";
    const some = await releases
      .of("16")
      .get(`/sites?select=...telescopes(${items})&telescopes.order=id&id=eq.1`);
    expect(Object.keys(some.json[0])).toEqual(
      ["mount", "id", "mount"].filter((one, i, all) => all.indexOf(one) === i),
    );
    expect(some.json[0].id).toEqual(["1", "2"]);
  });

  it("is sorted by a related row", async () => {
    const target =
      "/observers?select=...nights!observer_id(night:id,...telescopes(name))&nights.order=telescopes(name).desc,id&id=eq.1";
    const { json, status } = await releases.of("16").get(target);
    expect(status).toBe(200);
    const { night, name } = json[0];
    expect(name).toEqual([...name].sort().reverse());
    expect(night).toHaveLength(name.length);
  });

  it("counts, sorts and pages its parents as usual", async () => {
    const { status, headers, json } = await releases
      .of("16")
      .get("/sites?select=id,...telescopes!inner(t:id)&order=id.desc&limit=1", {
        headers: { Prefer: "count=exact" },
      });
    expect([status, headers["content-range"]]).toEqual([206, "0-0/2"]);
    expect(json).toHaveLength(1);
  });

  it("works in the rows of writes and calls, and in CSV", async () => {
    const written = await releases
      .of("16")
      .patch(
        "/sites?id=eq.1&select=id,...telescopes(t:id)&telescopes.order=id",
        { altitude: 1 },
        { headers: undone("return=representation") },
      );
    expect(written.json).toEqual([{ id: 1, t: [1, 2] }]);
    const csv = await releases
      .of("16")
      .get("/sites?id=eq.1&select=id,...telescopes(t:id)&telescopes.order=id", {
        headers: { Accept: "text/csv" },
      });
    expect(csv.text).toBe('id,t\n1,"[1, 2]"');
  });

  it("is one statement, which reads the spread's rows once", async () => {
    const { text } = await releases
      .of("16")
      .get("/sites?select=id,...telescopes(t:id,name,tags)&order=id&limit=2", {
        headers: { Accept: "application/vnd.pgrst.plan+text" },
      });
    expect(text.match(/Scan.* on telescopes/g)).toHaveLength(1);
  });
});

describe("aggregates in a to-many spread", () => {
  const row = (what: string, eleven: Difference["eleven"], sixteen: Difference["sixteen"]): Difference => ({
    what,
    ask: "GET /sites?select=...telescopes(aperture_m.max())",
    eleven,
    sixteen,
  });
  const disabled = fault("PGRST123", "Use of aggregate functions is not allowed");
  asksBoth(releases, [
    row("are disabled first", refused("sites", "telescopes"), { status: 400, json: disabled }),
  ]);
  asksBoth(bothReleases({ config: { aggregates: true } }), [
    row("are not implemented", refused("sites", "telescopes"), {
      status: 400,
      json: fault(
        "PGRST127",
        "Feature not implemented",
        "Aggregates are not implemented for one-to-many or many-to-many spreads.",
      ),
    }),
  ]);
});

describe("beside an aggregate", () => {
  const o = observatoryForTests({ config: { release: releaseOf("16"), aggregates: true, plan: true } });

  it("arrays are made once, however many columns there are", async () => {
    const items = Array.from({ length: 200 }, (_, i) => `a${i}:name`).join(",");
    const { text } = await o.get(`/sites?select=count(),...telescopes(${items})`, {
      headers: { Accept: "application/vnd.pgrst.plan+text" },
    });
    expect(text.match(/Scan.* on telescopes/g)).toHaveLength(1);
    const { json } = await o.get(`/sites?select=count(),...telescopes(${items})&id=eq.2`);
    expect(Object.keys(json[0])).toHaveLength(201);
    expect(json[0]).toMatchObject({ count: 1, a0: ["Carmenta"], a199: ["Carmenta"] });
  });

  it("arrays are grouping keys", async () => {
    const { json } = await o.get("/sites?select=count(),...telescopes(t:id)&telescopes.order=id&id=in.(1,2)");
    expect(json).toHaveLength(2);
    expect(json).toContainEqual({ count: 1, t: [1, 2] });
  });
});

describe("with a limit of rows", () => {
  const o = observatoryForTests({ config: { release: releaseOf("16"), answerRows: 100 } });

  it("is the same within it, on every level", async () => {
    for (const select of [
      "id,...telescopes(name)&telescopes.order=id",
      "id,...telescopes(name,...nights(night:id))&telescopes.order=id&telescopes.nights.order=id",
      "id,telescopes(name,...nights(night:id))&telescopes.order=id&telescopes.nights.order=id",
      "id,...telescopes(name,nights(id))&telescopes.order=id&telescopes.nights.order=id",
      "id,...site_contacts(phone,...sites(name,...telescopes(t:id)))&site_contacts.sites.telescopes.order=id",
    ]) {
      const query = `/sites?select=${select}&order=id`;
      const { status, json } = await o.get(query);
      expect({ query, status }).toEqual({ query, status: 200 });
      expect(json).toEqual((await releases.of("16").get(query)).json);
    }
  });

  it("is refused beyond it", async () => {
    const few = await o.beside({ answerRows: 5 });
    for (const select of ["id,...telescopes(name)", "id,...telescopes(name,...nights(night:id))"]) {
      const { status, json } = await few.get(`/sites?select=${select}`);
      expect([status, json.code]).toEqual([400, "54000"]);
    }
    const cut = await few.get("/sites?select=id,...telescopes(t:id)&telescopes.limit=1&order=id&limit=2");
    expect(cut.status).toBe(200);
  });
});

describe("with a limit of bytes", () => {
  const o = observatoryForTests({
    config: { release: releaseOf("16"), answerBytes: 2_000, aggregates: true },
    extra: `
      create table observatory.visits (id int primary key, site_id int references observatory.sites, note json);
      insert into observatory.visits select i, 1, '{"a":1e40,   "a":2}' from generate_series(100, 599) i;
      grant select on observatory.visits to fixture_anonymous;
    `,
  });

  it("is refused rather than cut, however many rows there are", async () => {
    const seen = { kept: 0, refused: 0 };
    const selects = [
      "...visits(a:id)",
      "...visits(a:id,b:id,c:note)",
      "visits(a:id)",
      "...site_contacts(...sites(...visits(a:id)))",
      "count(),...visits(a:note,b:id)",
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...selects), fc.nat(500), async (select, limit) => {
        const path = select.includes("contacts") ? "site_contacts.sites.visits" : "visits";
        const { status, json } = await o.get(`/sites?select=${select}&id=eq.1&${path}.limit=${limit}`);
        if (status === 400) {
          seen.refused++;
          expect(json.code).toBe("54000");
          return;
        }
        seen.kept++;
        expect(status).toBe(200);
        const lists = Object.values(json[0]).filter((value) => Array.isArray(value));
        expect(lists.map((list) => list.length)).toEqual(lists.map(() => limit));
      }),
      { numRuns: 120 },
    );
    expect(seen.kept).toBeGreaterThan(10);
    expect(seen.refused).toBeGreaterThan(10);
  });

  it("is refused where it would be longer, and whole where it is not", async () => {
    const short = await o.get("/sites?select=id,...telescopes(t:id)&telescopes.order=id&id=eq.1");
    expect(short.json).toEqual([{ id: 1, t: [1, 2] }]);
    const items = Array.from({ length: 40 }, (_, i) => `a${i}:name,b${i}:spec`).join(",");
    const long = await o.get(`/sites?select=...telescopes(${items})`);
    expect([long.status, long.json.code]).toEqual([400, "54000"]);
  });
});

describe("embeds that show nothing", () => {
  it("have no key on any level, while their filters count", async () => {
    for (const name of ["11", "16"] as const) {
      const asked = releases.of(name);
      const deep = await asked.get(
        "/sites?select=id,telescopes!inner(nights!inner())&telescopes.nights.id=eq.1",
      );
      expect(deep.json).toEqual([{ id: 1 }]);
    }
  });
});

describe("full-text search", () => {
  const searching = bothReleases({
    extra: `
      create table observatory.logs (id int, words text, vector tsvector);
      insert into observatory.logs values (1, 'the running boats', to_tsvector('simple', 'the running boats'));
      grant select on observatory.logs to fixture_anonymous;
      do $$ begin
        execute format('alter database %I set default_text_search_config = simple', current_database());
      end $$;
    `,
  });
  const [found, nothing] = [{ json: [{ id: 1 }] }, { json: [] }];
  const search = (what: string, filter: string, eleven: object, sixteen: object): Difference => ({
    what,
    ask: `GET /logs?select=id&${filter}`,
    eleven,
    sixteen,
  });
  asksBoth(searching, [
    search("reads text by the language of the search at 16", "words=fts(english).boat", nothing, found),
    search("reads text by the default language without one", "words=fts.boats", found, found),
    search("takes a vector as it is", "vector=fts(english).boat", nothing, nothing),
    search("negates", "words=not.fts(english).boat", found, nothing),
  ]);
});
