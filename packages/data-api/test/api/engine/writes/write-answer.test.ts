/** Responses to writes, by preferences and selection, and the privileges required. */
import { describe, expect, it } from "vitest";
import { type Answered, observatoryForTests } from "../observatory.ts";

/** Callers who can write to the box but not read it, and who can see its keys. */
const EXTRA = `
create table observatory.letter_box (id integer primary key, text text, colour text default 'white');
insert into observatory.letter_box values (1, 'first'), (2, 'second');
grant insert, update, delete on observatory.letter_box to fixture_user, fixture_anonymous;
grant select (id) on observatory.letter_box to fixture_user;
create table observatory.loose (id integer, text text);
grant all on observatory.loose to fixture_anonymous;
create table observatory.pairs (b text, a integer, note text, primary key (a, b));
grant all on observatory.pairs to fixture_anonymous;
create view observatory.pair_view as select note, b as second, a as first from observatory.pairs;
grant all on observatory.pair_view to fixture_anonymous;
create function tools.no_secrets() returns trigger language plpgsql as $$
begin
  return case when new.text = 'secret' then null else new end;
end
$$;
create view observatory.slot as select id, name from observatory.sites;
create function tools.swallow() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger swallow instead of insert on observatory.slot for each row execute function tools.swallow();
grant all on observatory.slot to fixture_anonymous;
create trigger no_secrets before insert on observatory.loose for each row execute function tools.no_secrets();
`;

const o = observatoryForTests({ extra: EXTRA, config: { txEnd: "commit-allow-override" } });

/** Leaves the rows as they were. */
const tried = (prefer: string) => ({ headers: { Prefer: `${prefer},tx=rollback` } });

type Write = (query: string, prefer: string) => Promise<Answered>;
const WRITES: readonly (readonly [string, number, number, Write])[] = [
  [
    "POST",
    201,
    201,
    (query, prefer) => o.post(`/telescopes?${query}`, { id: 9, name: "Ninth", site_id: 1 }, tried(prefer)),
  ],
  [
    "PATCH",
    204,
    200,
    (query, prefer) => o.patch(`/telescopes?id=eq.1&${query}`, { name: "Ninth" }, tried(prefer)),
  ],
  [
    "PUT",
    204,
    200,
    (query, prefer) =>
      o.put(`/telescopes?id=eq.9&${query}`, { id: 9, name: "Ninth", site_id: 1 }, tried(prefer)),
  ],
  ["DELETE", 204, 200, (query, prefer) => o.delete(`/favourites?rank=eq.2&${query}`, tried(prefer))],
];
const EMBED = { POST: "sites(id)", PATCH: "sites(id)", PUT: "sites(id)", DELETE: "telescopes(id)" };

describe.each(WRITES)("%s", (method, bare, full, write) => {
  it.each(["return=minimal", "return=headers-only", "count=exact"])(
    `answers ${bare} without a body and without Content-Type with %s`,
    async (prefer) => {
      const { status, body, headers } = await write("", prefer);
      expect([status, body]).toEqual([bare, null]);
      expect(headers).not.toHaveProperty("content-type");
    },
  );

  it(`answers ${full} with the rows, by return=representation`, async () => {
    const { status, json, headers } = await write("", "return=representation");
    expect([status, json.length]).toEqual([full, 1]);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  });

  it("shows of the rows what is selected: renamed, cast, embedded", async () => {
    const column = method === "DELETE" ? "rank" : "id";
    const embed = EMBED[method as keyof typeof EMBED];
    const { status, json } = await write(`select=key:${column}::text,${embed}`, "return=representation");
    expect(status).toBe(full);
    expect(json).toEqual([
      { key: expect.stringMatching(/^\d$/), [embed.replace("(id)", "")]: { id: expect.any(Number) } },
    ]);
  });

  it("does not look for the selected columns when nothing is shown", async () => {
    expect((await write("select=nonsense", "return=minimal")).status).toBe(bare);
    const shown = await write("select=nonsense", "return=representation");
    expect([shown.status, shown.json.code]).toEqual([400, "42703"]);
  });

  it("is refused for an embed that cannot be, although nothing would be shown", async () => {
    for (const prefer of ["return=minimal", "return=representation"]) {
      const { status, json } = await write("select=nonsense(id)", prefer);
      expect([prefer, status, json.code]).toEqual([prefer, 400, "PGRST200"]);
    }
  });
});

describe("the rights that a write takes", () => {
  const asUser = (prefer: string) => ({ as: "a@b.c", headers: { Prefer: `${prefer},tx=rollback` } });
  const LETTER = { id: 3, text: "third" };

  it("are none to read where nothing is answered", async () => {
    for (const prefer of ["return=minimal", "count=exact"]) {
      expect((await o.post("/letter_box", LETTER, tried(prefer))).status).toBe(201);
      expect((await o.patch("/letter_box", { text: "x" }, tried(prefer))).status).toBe(204);
      expect((await o.delete("/letter_box", tried(prefer))).status).toBe(204);
    }
  });

  it.each(["return=representation", "return=headers-only"])(
    "are those to read what is selected with %s",
    async (prefer) => {
      const answers = [
        await o.post("/letter_box", LETTER, asUser(prefer)),
        await o.patch("/letter_box?id=eq.1", { text: "x" }, asUser(prefer)),
        await o.delete("/letter_box?id=eq.1", asUser(prefer)),
      ];
      expect(answers.map(({ status, json }) => [status, json.code])).toEqual(Array(3).fill([403, "42501"]));
      const some = [
        await o.post("/letter_box?select=id", LETTER, asUser(prefer)),
        await o.patch("/letter_box?select=id&id=eq.1", { text: "x" }, asUser(prefer)),
        await o.delete("/letter_box?select=id&id=eq.1", asUser(prefer)),
      ];
      expect(some.every(({ status }) => status < 300)).toBe(true);
    },
  );

  it("are none to write the columns that are not written", async () => {
    const { status } = await o.post(
      "/papers",
      { id: 50, title: "x", author_id: 1 },
      asUser("return=minimal"),
    );
    expect(status).toBe(201);
    const more = { id: 50, title: "x", author_id: 1, published: true };
    expect((await o.post("/papers", more, asUser("return=minimal"))).status).toBe(403);
  });
});

describe("Location", () => {
  const located = async (path: string, body: unknown) => {
    const { status, headers } = await o.post(path, body, tried("return=headers-only"));
    return [status, headers.location];
  };

  it("is the address of the only row that was inserted, by its primary key", async () => {
    expect(await located("/telescopes", { id: 9, name: "Ninth" })).toEqual([201, "/telescopes?id=eq.9"]);
    expect(await located("/telescopes", [{ id: 9, name: "Ninth" }])).toEqual([201, "/telescopes?id=eq.9"]);
  });

  it("has the columns in the order of the key, whatever is selected and in whatever order they came", async () => {
    const row = { note: "x", b: "B", a: 1 };
    expect(await located("/pairs", row)).toEqual([201, "/pairs?a=eq.1&b=eq.B"]);
    expect(await located("/pairs?select=note", row)).toEqual([201, "/pairs?a=eq.1&b=eq.B"]);
  });

  it("is encoded as a form", async () => {
    expect(await located("/pairs", { a: 1, b: "ü &=+/" })).toEqual([
      201,
      "/pairs?a=eq.1&b=eq.%C3%BC%20%26%3D%2B%2F",
    ]);
  });

  it("has the key of a view's table by the view's names", async () => {
    const row = { note: "x", second: "B", first: 1 };
    expect(await located("/pair_view", row)).toEqual([201, "/pair_view?first=eq.1&second=eq.B"]);
  });

  it("says is.null for a key that is null", async () => {
    expect(await located("/slot", { name: "Nowhere" })).toEqual([201, "/slot?id=is.null"]);
  });

  it("is not there without a primary key, for several rows, for none, or where it is not preferred", async () => {
    expect(await located("/loose", { id: 1 })).toEqual([201, undefined]);
    expect(
      await located("/telescopes", [
        { id: 8, name: "8" },
        { id: 9, name: "9" },
      ]),
    ).toEqual([201, undefined]);
    expect(await located("/telescopes", [])).toEqual([201, undefined]);
    const minimal = await o.post("/telescopes", { id: 9, name: "Ninth" }, tried("return=minimal"));
    expect(minimal.headers).not.toHaveProperty("location");
    const full = await o.post("/telescopes", { id: 9, name: "Ninth" }, tried("return=representation"));
    expect(full.headers).not.toHaveProperty("location");
  });

  it("is not there for an update, a PUT or a deletion", async () => {
    const prefer = tried("return=headers-only");
    for (const { headers } of [
      await o.patch("/telescopes?id=eq.1", { name: "x" }, prefer),
      await o.put("/telescopes?id=eq.1", { id: 1, name: "x" }, prefer),
      await o.delete("/favourites?rank=eq.2", prefer),
    ]) {
      expect(headers).not.toHaveProperty("location");
    }
  });
});

describe("Content-Range", () => {
  const range = async (answered: Promise<Answered>) => (await answered).headers["content-range"];
  const rows = [
    { id: 8, name: "8" },
    { id: 9, name: "9" },
  ];

  it.each([
    ["return=minimal", "*/*"],
    ["return=representation", "*/*"],
    ["count=exact", "*/2"],
    ["count=estimated", "*/2"],
    ["count=planned", "*/*"],
  ])("of an insert of two rows with %s is %s", async (prefer, expected) => {
    expect(await range(o.post("/telescopes", rows, tried(prefer)))).toBe(expected);
  });

  it("counts what was inserted, which a trigger may have kept out", async () => {
    const kept = [{ text: "secret" }, { text: "plain" }];
    expect(await range(o.post("/loose", kept, tried("count=exact")))).toBe("*/1");
  });

  it.each([
    ["id=lt.3", "return=minimal", "0-1/*"],
    ["id=lt.3", "return=representation", "0-1/*"],
    ["id=lt.3", "count=exact", "0-1/2"],
    ["id=lt.0", "return=minimal", "*/*"],
    ["id=lt.0", "count=exact", "*/0"],
  ])("of an update where %s with %s is %s", async (filter, prefer, expected) => {
    expect(await range(o.patch(`/telescopes?${filter}`, { is_open: true }, tried(prefer)))).toBe(expected);
  });

  it.each([
    ["telescope_id=eq.1", "return=minimal", "*/*"],
    ["telescope_id=eq.1", "return=representation", "*/*"],
    ["telescope_id=eq.1", "count=exact", "*/1"],
    ["telescope_id=eq.0", "count=exact", "*/0"],
  ])("of a deletion where %s with %s is %s", async (filter, prefer, expected) => {
    expect(await range(o.delete(`/favourites?${filter}`, tried(prefer)))).toBe(expected);
  });

  it("is not there for a PUT", async () => {
    const prefer = tried("return=representation,count=exact");
    expect(await range(o.put("/telescopes?id=eq.1", { id: 1, name: "x" }, prefer))).toBeUndefined();
  });
});
