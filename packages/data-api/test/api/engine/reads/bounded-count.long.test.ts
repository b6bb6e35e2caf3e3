/** Estimated counts where row security hides rows from some: own rows, counted a bit past the page. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { raw } from "../../../../src/db/sql.ts";
import { type Observatory, openObservatory } from "../observatory.ts";

/** Paths to the hoards: tables, views on views, functions, partitions, children, and a public one. */
const EXTRA = `
set search_path to observatory;
create table hoards (id integer primary key, owner text, place float8);
alter table hoards enable row level security;
create policy own on hoards using (owner = current_setting('request.jwt.claims', true)::json ->> 'email');
create table diaries (id integer primary key, hoard_id integer references hoards, public boolean);
create view hoard_view with (security_invoker) as select * from hoards;
create view hoard_view_view with (security_invoker) as select id, place, owner from hoard_view;
create view asking as select * from hoards where owner = current_setting('request.jwt.claims', true)::json ->> 'email';
create materialized view mat as select * from hoards;
create view mat_view as select * from mat where owner = current_setting('request.jwt.claims', true)::json ->> 'email';
create function known_hoards() returns setof hoards language sql stable as $$ select * from observatory.hoards $$;
create view by_function as select * from known_hoards();
create function shown(diaries) returns setof hoards rows 1 language sql stable
  as $$ select * from observatory.hoards s where s.id = $1.hoard_id $$;
create table parted (id integer, owner text, place float8) partition by list (owner);
create table parted_a partition of parted default;
alter table parted enable row level security;
create policy own on parted using (owner = current_setting('request.jwt.claims', true)::json ->> 'email');
alter table parted_a enable row level security;
create policy own on parted_a using (owner = current_setting('request.jwt.claims', true)::json ->> 'email');
create table parent (id integer, owner text, place float8);
create table child () inherits (parent);
alter table child enable row level security;
create policy own on child using (owner = current_setting('request.jwt.claims', true)::json ->> 'email');
create table open_numbers (id integer primary key);
insert into open_numbers select generate_series(1, 300);
grant select on all tables in schema observatory to fixture_user, fixture_anonymous;
grant execute on all functions in schema observatory to fixture_user, fixture_anonymous;
revoke select on mat from fixture_user, fixture_anonymous;
`;
const ME = "me@example.org";
const HIDING = [
  "hoards",
  "hoard_view",
  "hoard_view_view",
  "asking",
  "mat_view",
  "by_function",
  "parted",
  "parted_a",
  "child",
  "rpc/known_hoards",
];

let o: Observatory;
beforeAll(async () => {
  o = await openObservatory({ extra: EXTRA });
});
afterAll(() => o.close());

/** Rows of one owner: `from` to `to` by number. */
async function fill(owner: string, from: number, to: number): Promise<void> {
  await o.owner.transaction((tx) =>
    tx.script(`
      insert into observatory.hoards select i, '${owner}', i % 50 from generate_series(${from}, ${to}) i;
      insert into observatory.parted select i, '${owner}', i % 50 from generate_series(${from}, ${to}) i;
      insert into observatory.child select i, '${owner}', i % 50 from generate_series(${from}, ${to}) i;
      insert into observatory.diaries select i, i, true from generate_series(${from}, ${to}) i;
      refresh materialized view observatory.mat;
      analyze`),
  );
}

const range = async (target: string, count: string) => {
  const { status, headers, text } = await o.get(target, { as: ME, headers: { Prefer: `count=${count}` } });
  return [status, headers["content-range"], status >= 400 ? text : ""];
};

describe("an estimated count where rows are hidden", () => {
  it("is the same whatever others have", async () => {
    await fill(ME, 1, 40);
    const targets = [
      ...HIDING.flatMap((name) => [
        `/${name}?place=gt.10`,
        `/${name}?owner=eq.you@example.org`,
        `/${name}?limit=3&place=lt.30`,
        `/${name}?limit=3&offset=100`,
      ]),
      "/diaries?select=id,hoards!inner(id)&hoards.place=gt.10&id=lt.41",
      "/diaries?select=id,hoards()&hoards=not.is.null&limit=2&id=lt.41",
      "/diaries?select=id,shown!inner(id)&limit=2&id=lt.41",
    ];
    const all = async () => {
      const found: unknown[] = [];
      for (const count of ["planned", "estimated", "exact"]) {
        for (const target of targets) found.push([count, target, ...(await range(target, count))]);
      }
      return found;
    };
    const before = await all();
    await fill("you@example.org", 1001, 9000);
    expect(await all()).toEqual(before);
  });

  it("is the planner's where everybody sees the same rows", async () => {
    await o.owner.transaction((tx) => tx.run(raw("delete from observatory.open_numbers where id > 290")));
    expect(await range("/open_numbers?limit=1", "planned")).toEqual([206, "0-0/300", ""]);
    expect(await range("/open_numbers?limit=1", "exact")).toEqual([206, "0-0/290", ""]);
  });

  it("is the planner's everywhere if the settings say so", async () => {
    const rows = `insert into observatory.hoards select i, '${ME}', i from generate_series(1, 500) i;
      analyze observatory.hoards; delete from observatory.hoards where id > 100`;
    for (const countEstimates of ["planner", "own"] as const) {
      const asked = await openObservatory({ extra: EXTRA, config: { countEstimates } });
      await asked.owner.transaction((tx) => tx.script(rows));
      const { headers } = await asked.get("/hoards", { as: ME, headers: { Prefer: "count=planned" } });
      await asked.close();
      const total = Number(headers["content-range"]?.split("/")[1]);
      if (countEstimates === "own") expect(total).toBe(100);
      else expect(total).not.toBe(100);
    }
  });

  it("is exact up to the page's end and the maximum of rows, and no less than what is known beyond", async () => {
    const capped = await openObservatory({ extra: EXTRA, config: { maxRows: 5 } });
    await capped.owner.transaction((tx) =>
      tx.script(
        `insert into observatory.hoards select i, '${ME}', i from generate_series(1, 60) i; analyze observatory.hoards`,
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 70 }),
        fc.nat({ max: 70 }),
        fc.integer({ min: 1, max: 8 }),
        fc.constantFrom("planned", "estimated"),
        async (to, offset, limit, count) => {
          const { status, headers } = await capped.get(
            `/hoards?id=lte.${to}&order=id&offset=${offset}&limit=${limit}`,
            { as: ME, headers: { Prefer: `count=${count}` } },
          );
          const there = Math.min(to, 60);
          const [, told = ""] = headers["content-range"]?.split("/") ?? [];
          const total = Number(told);
          const end = offset + Math.min(limit, 5);
          expect(status).toBe(
            offset > there ? 416 : total > Math.max(0, Math.min(there - offset, limit, 5)) ? 206 : 200,
          );
          if (there <= Math.max(end, 5)) expect(total).toBe(there);
          else expect(total).toBeGreaterThan(end);
          expect(total).toBeLessThanOrEqual(there);
        },
      ),
      { numRuns: 300 },
    );
    await capped.close();
  });
});
