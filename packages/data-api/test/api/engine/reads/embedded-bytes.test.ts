/** With a limit of bytes, an embedded list is whole or refused, whatever its items; it is never cut. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { observatoryForTests } from "../observatory.ts";

const MOST = 20_000;
/** PostgreSQL stores values of less than 127 bytes in another way. */
const LENGTHS = [0, 40, 90, 100, 110, 113, 114, 115, 116, 120, 130, 150, 170, 400];
const o = observatoryForTests({
  config: { answerBytes: MOST, aggregates: true },
  extra: `
    create table observatory.remarks (
      id int primary key, site_id int references observatory.sites, length int, note text, shape json
    );
    insert into observatory.remarks
      select 10000 * length + n, 1, length, repeat('x', length), '{"a":1e9,   "a":    2}'
      from unnest(array[${LENGTHS}]) length, generate_series(1, 2000) n;
    create index on observatory.remarks (length);
    grant select on observatory.remarks to fixture_anonymous;
  `,
});

const LISTS = [
  { what: "of rows", select: "remarks(note)", item: 11, found: (rows: Rows) => rows[0]?.remarks },
  {
    what: "of rows that are grouped",
    select: "count(),remarks(shape)",
    item: 19,
    found: (rows: Rows) => rows[0]?.remarks,
  },
  {
    what: "two levels below",
    select: "telescopes(sites(remarks(note)))",
    above: "telescopes.sites.",
    item: 11,
    found: (rows: Rows) => rows[0]?.telescopes?.[0]?.sites.remarks,
  },
];
type Rows = readonly { remarks?: unknown[]; telescopes?: readonly { sites: { remarks: unknown[] } }[] }[];

describe("an embedded list", () => {
  it.each(LISTS)("$what is whole or refused", async ({ select, above = "", item, found }) => {
    const seen = { kept: 0, refused: 0 };
    const one = above === "" ? "" : "telescopes.limit=1&";
    const near = fc.integer({ min: -4, max: 4 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...LENGTHS), near, async (length, off) => {
        const limit = Math.floor(MOST / (item + (item === 19 ? 0 : length) + 2)) + off;
        const of = `${above}remarks.length=eq.${length}&${above}remarks.limit=${limit}`;
        const target = `/sites?select=${select}&id=eq.1&${one}${of}`;
        const { status, json, text } = await o.get(target);
        if (status !== 200) {
          seen.refused++;
          expect([status, json.code]).toEqual([400, "54000"]);
          return;
        }
        seen.kept++;
        expect(found(json), target).toHaveLength(limit);
        expect(text.length).toBeLessThanOrEqual(MOST);
      }),
      { numRuns: 150 },
    );
    expect(seen.kept).toBeGreaterThan(10);
    expect(seen.refused).toBeGreaterThan(10);
  });

  it("is not refused as long as the answer is no longer than it may be", async () => {
    const limited = "/sites?select=remarks(note)&id=eq.1&remarks.length=eq.130&remarks.limit=";
    const most = Math.floor((MOST - '[{"remarks":[]}]'.length + 2) / (130 + '{"note":""}, '.length));
    const { status, text } = await o.get(`${limited}${most}`);
    expect([status, text.length > MOST - 143]).toEqual([200, true]);
    expect((await o.get(`${limited}${most + 1}`)).status).toBe(400);
  });
});
