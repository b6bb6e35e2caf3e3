import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sql } from "../../src/db/sql.ts";
import { type Answered, observatoryForTests } from "./engine/observatory.ts";

const o = observatoryForTests({
  config: { plan: true, aggregates: true },
  extra:
    "create table hidden.canary (alive boolean); insert into hidden.canary values (true); grant delete, update, select on hidden.canary to fixture_anonymous;",
});

/** Texts that end a quotation, a comment, a statement or a string. */
const ATTACKS = [
  "'; delete from hidden.canary; --",
  '"; delete from hidden.canary; --',
  "1); delete from hidden.canary; --",
  "\\'; delete from hidden.canary; --",
  "$$; delete from hidden.canary; $$",
  "/**/union/**/select/**/1",
  "a\u0000b",
  "%27%3B",
  'id" from hidden.canary; --',
  "text) from (delete from hidden.canary returning 1) x --",
  "E'\\x27'",
  "\ud800",
];

/** Every place of a request where text of the caller's stands. */
const POSITIONS: readonly (readonly [string, (text: string) => Promise<Answered>])[] = [
  ["a relation", (t) => o.get(`/${t}`)],
  ["a column", (t) => o.get(`/sites?select=${t}`)],
  ["a quoted column", (t) => o.get(`/sites?select=%22${t}%22`)],
  ["an alias", (t) => o.get(`/sites?select=%22${t}%22:id`)],
  ["a cast", (t) => o.get(`/sites?select=id::${t}`)],
  ["an aggregate's cast", (t) => o.get(`/sites?select=id.sum()::${t}`)],
  ["a JSON key", (t) => o.get(`/sites?select=location->%22${t}%22`)],
  ["a JSON index", (t) => o.get(`/sites?select=location->0${t}`)],
  ["an embedded relation", (t) => o.get(`/sites?select=%22${t}%22(id)`)],
  ["a hint", (t) => o.get(`/sites?select=telescopes!%22${t}%22(id)`)],
  ["a filter's column", (t) => o.get(`/sites?%22${t}%22=eq.1`)],
  ["a filter's operator", (t) => o.get(`/sites?id=${t}.1`)],
  ["a value", (t) => o.get(`/sites?name=eq.${t}`)],
  ["a pattern", (t) => o.get(`/sites?name=like.${t}`)],
  ["a list", (t) => o.get(`/sites?name=in.(${t},%22${t}%22)`)],
  ["a quantified list", (t) => o.get(`/sites?name=eq(any).${t}`)],
  ["a language", (t) => o.get(`/stars?doc=fts(${t}).x`)],
  ["a search", (t) => o.get(`/stars?doc=wfts.${t}`)],
  ["a tree", (t) => o.get(`/sites?or=(name.eq.${t},id.eq.1)`)],
  ["a path", (t) => o.get(`/sites?select=id,telescopes(id)&telescopes.${t}=eq.1`)],
  ["an order", (t) => o.get(`/sites?order=${t}`)],
  ["a quoted order", (t) => o.get(`/sites?order=%22${t}%22.desc`)],
  ["a limit", (t) => o.get(`/sites?limit=${t}&offset=${t}`)],
  ["columns", (t) => o.post(`/sites?columns=%22${t}%22`, { name: "x" })],
  [
    "on_conflict",
    (t) =>
      o.post(
        `/sites?on_conflict=%22${t}%22`,
        { name: "x" },
        { headers: { Prefer: "resolution=merge-duplicates" } },
      ),
  ],
  ["a body's key", (t) => o.post("/sites", { [t]: 1 })],
  ["a body's value", (t) => o.post("/sites", { name: 1, country: t })],
  ["a body", (t) => o.post("/sites", t)],
  ["a CSV header", (t) => o.post("/sites", `${t}\n1`, { headers: { "Content-Type": "text/csv" } })],
  ["a procedure", (t) => o.get(`/rpc/${t}`)],
  ["an argument's name", (t) => o.get(`/rpc/greet?${t}=1`)],
  ["an argument", (t) => o.get(`/rpc/greet?name=${t}`)],
  ["a media type", (t) => o.get("/sites", { headers: { Accept: t } })],
  ["a profile", (t) => o.get("/sites", { headers: { "Accept-Profile": t } })],
  ["a preference", (t) => o.get("/sites", { headers: { Prefer: `timezone=${t}, tx=${t}` } })],
  ["a header", (t) => o.get("/sites?limit=1", { headers: { "X-Anything": t, Cookie: `a=${t}` } })],
  [
    "a plan's options",
    (t) => o.get("/sites", { headers: { Accept: `application/vnd.pgrst.plan; options=${t}` } }),
  ],
  ["a token's claims", (t) => o.get("/sites?limit=1", { as: t })],
];

describe("text of a request never becomes SQL", () => {
  it.each(POSITIONS)("as %s", async (_, send) => {
    for (const attack of ATTACKS) {
      for (const text of [attack, encodeURIComponent(attack.toWellFormed())]) {
        const { status, text: body } = await send(text);
        expect(status, `${text}: ${body}`).toBeLessThan(500);
        // A name that ends early may be empty, which PostgreSQL has its own word for.
        expect(body).not.toMatch(/"code":"(42601"(?!.*zero-length delimited identifier)|XX)/);
      }
    }
    const [row] = await o.owner.transaction((tx) =>
      tx.query(sql`select count(*)::int as alive from hidden.canary`),
    );
    expect(row?.alive).toBe(1);
  });
});

const word = fc.constantFrom(
  "id",
  "name",
  "telescopes",
  "sites",
  "location",
  "nights",
  "stars",
  "*",
  "country",
  "site_contacts",
  "is_giant",
  '"a b"',
  "x",
  "count",
  "",
);
const operator = fc.constantFrom(
  "eq",
  "neq",
  "gt",
  "like",
  "is",
  "in",
  "cs",
  "fts",
  "not.eq",
  "not.in",
  "isdistinct",
  "eq(any)",
  "ov",
  "sl",
  "adj",
  "match",
);
const value = fc.oneof(
  fc.constantFrom("1", "null", "(1,2)", "{1,2}", "[1,2)", "true", "a*", "()", '("x","y")'),
  fc.string({ maxLength: 6 }),
);
const item: fc.Arbitrary<string> = fc.letrec<{ item: string }>((tie) => ({
  item: fc.oneof(
    { depthSize: "small" },
    word,
    fc.tuple(word, word).map(([a, b]) => `${a}:${b}`),
    fc.tuple(word, fc.constantFrom("->a", "->>0", "->-1->>b")).map(([a, b]) => a + b),
    fc.tuple(word, fc.constantFrom("text", "int", "json", "nope")).map(([a, b]) => `${a}::${b}`),
    fc.tuple(word, fc.constantFrom("sum", "count", "max")).map(([a, b]) => `${a}.${b}()`),
    fc
      .tuple(
        fc.constantFrom("", "..."),
        word,
        fc.constantFrom("", "!inner", "!left", "!site_id"),
        fc.array(tie("item"), { maxLength: 3 }),
      )
      .map(([dots, a, how, inner]) => `${dots}${a}${how}(${inner.join(",")})`),
  ),
})).item;
const parameter = fc.oneof(
  fc.array(item, { maxLength: 4 }).map((items) => ["select", items.join(",")] as const),
  fc.tuple(word, operator, value).map(([a, op, b]) => [a, `${op}.${b}`] as const),
  fc.tuple(word, word, operator, value).map(([e, a, op, b]) => [`${e}.${a}`, `${op}.${b}`] as const),
  fc
    .tuple(word, operator, value, fc.constantFrom("or", "and", "not.or", "telescopes.or"))
    .map(([a, op, b, k]) => [k, `(${a}.${op}.${b},id.eq.1)`] as const),
  fc
    .tuple(word, fc.constantFrom("", ".desc", ".nullsfirst", ".asc.nullslast"))
    .map(([a, d]) => ["order", a + d] as const),
  fc.tuple(word, word).map(([a, b]) => ["order", `${a}(${b})`] as const),
  fc
    .tuple(fc.constantFrom("limit", "offset", "telescopes.limit", "columns", "on_conflict"), value)
    .map(([k, v]) => [k, v] as const),
);
const body = fc.oneof(
  fc.constantFrom(
    "",
    "[]",
    "{}",
    "null",
    "1",
    '"x"',
    "[{}]",
    "[[1]]",
    "{",
    '{"id":"x"}',
    '{"name":"n","id":5}',
  ),
  fc.json({ maxDepth: 2 }),
);
const prefer = fc.constantFrom(
  "",
  "return=representation",
  "return=headers-only,count=exact",
  "count=planned",
  "count=estimated,tx=rollback",
  "resolution=merge-duplicates",
  "missing=default,return=representation",
  "handling=strict,max-affected=1",
  "params=single-object",
);
const accepted = fc.constantFrom(
  "",
  "*/*",
  "text/csv",
  "text/plain",
  "text/xml",
  "application/octet-stream",
  "application/vnd.pgrst.object+json",
  "application/vnd.backend.array+json;nulls=stripped",
  "application/vnd.pgrst.plan+json",
  "application/geo+json",
  "text/html",
);
const path = fc.constantFrom(
  "/sites",
  "/telescopes",
  "/stars",
  "/nights",
  "/best_nights",
  "/observers",
  "/nowhere",
  "/",
  "/numbers",
  "/site_inbox",
  "/rpc/add",
  "/rpc/all_telescopes",
  "/rpc/total",
  "/rpc/one_star",
  "/rpc/touch",
  "/rpc/countdown",
  "/rpc/echo_json",
  "/rpc/find_star",
);

describe("random requests", () => {
  it("never get an answer that is the engine's fault", async () => {
    const method = fc.constantFrom("GET", "GET", "GET", "HEAD", "POST", "PATCH", "DELETE", "PUT", "OPTIONS");
    await fc.assert(
      fc.asyncProperty(
        method,
        path,
        fc.array(parameter, { maxLength: 4 }),
        body,
        prefer,
        accepted,
        async (how, where, parameters, sent, preferred, type) => {
          const query = parameters.map(
            ([key, v]) => `${encodeURIComponent(key)}=${encodeURIComponent(v.toWellFormed())}`,
          );
          const answered = await o.ask(how, `${where}?${query.join("&")}`, {
            ...(how === "GET" || how === "HEAD" ? {} : { body: sent }),
            as: "a@b.c",
            headers: {
              ...(preferred === "" ? {} : { Prefer: `${preferred}` }),
              ...(type === "" ? {} : { Accept: type }),
            },
          });
          expect(answered.status, answered.text).toBeLessThan(500);
          expect(answered.text).not.toMatch(/"code":"(42601|XX000|0A000)/);
        },
      ),
      { numRuns: Number(process.env.WAKELOG_FUZZ_RUNS ?? 400) },
    );
  }, 120_000);
});
