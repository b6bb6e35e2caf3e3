/** Writes to views: automatically updatable ones, those with triggers, and read-only ones. */
import { describe, expect, it } from "vitest";
import { type Answered, observatoryForTests } from "../observatory.ts";

const EXTRA = `
grant insert, update, delete on observatory.nights_overview, observatory.sums, observatory.everyone,
  observatory.telescope_totals to fixture_anonymous;
create view observatory.site_door as select id, upper(name) as name from observatory.sites;
create function tools.through_door() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then insert into observatory.sites (id, name) values (new.id, new.name); return new;
    when 'UPDATE' then update observatory.sites set name = new.name where id = old.id; return new;
    else delete from observatory.sites where id = old.id; return old;
  end case;
end
$$;
create trigger through_door instead of insert or update or delete on observatory.site_door
  for each row execute function tools.through_door();
grant all on observatory.site_door to fixture_anonymous;
`;

const o = observatoryForTests({ extra: EXTRA, config: { txEnd: "commit-allow-override" } });

const FULL = { headers: { Prefer: "return=representation,tx=rollback" } };
const seen = ({ status, json }: Answered): unknown => [status, json.code ?? json];

describe("a view that PostgreSQL writes through", () => {
  it("takes inserts, updates, upserts and deletions", async () => {
    const star = { catalog: "ZZ", number: 3, mag: 1 };
    expect(seen(await o.post("/bright_stars?select=mag", star, FULL))).toEqual([201, [{ mag: 1 }]]);
    expect(seen(await o.patch("/bright_stars?name=eq.Vega&select=mag", { mag: 1 }, FULL))).toEqual([
      200,
      [{ mag: 1 }],
    ]);
    expect(seen(await o.put("/bright_stars?catalog=eq.ZZ&number=eq.3&select=mag", star, FULL))).toEqual([
      200,
      [{ mag: 1 }],
    ]);
    const merged = await o.post(
      "/bright_stars?select=name,mag",
      { catalog: "HR", number: 7001, mag: 1 },
      { headers: { Prefer: "resolution=merge-duplicates,return=representation,tx=rollback" } },
    );
    expect(seen(merged)).toEqual([201, [{ name: "Vega", mag: 1 }]]);
    expect((await o.post("/bright_stars", star)).status).toBe(201);
    expect((await o.delete("/bright_stars?number=eq.3&select=mag", FULL)).json).toEqual([{ mag: 1 }]);
  });
});

describe("a view with INSTEAD OF triggers", () => {
  it("takes what they do", async () => {
    expect(seen(await o.post("/site_door", { id: 70, name: "New" }, FULL))).toEqual([
      201,
      [{ id: 70, name: "New" }],
    ]);
    expect(seen(await o.patch("/site_door?id=eq.1", { name: "Changed" }, FULL))).toEqual([
      200,
      [{ id: 1, name: "Changed" }],
    ]);
    expect((await o.post("/site_door", { id: 70, name: "New" })).status).toBe(201);
    expect((await o.patch("/site_door?id=eq.70", { name: "Changed" })).status).toBe(204);
    expect((await o.get("/sites?id=eq.70&select=name")).json).toEqual([{ name: "Changed" }]);
    expect((await o.delete("/site_door?id=eq.70")).status).toBe(204);
    expect((await o.get("/sites?id=eq.70")).json).toEqual([]);
  });
});

describe("a view that takes no writes", () => {
  it.each([
    [
      "a join",
      "/nights_overview",
      "Views that do not select from a single table or view are not automatically updatable.",
    ],
    ["a GROUP BY", "/sums", "Views containing GROUP BY are not automatically updatable."],
    ["a UNION", "/everyone", "Views containing UNION, INTERSECT, or EXCEPT are not automatically updatable."],
  ])(
    "for %s answers 500 with PostgreSQL's 55000 to those who have the right to write",
    async (_why, path, details) => {
      const name = path.slice(1);
      const column = Object.keys((await o.get(`${path}?limit=1`)).json[0])[0] ?? "";
      for (const [answered, doing] of [
        [await o.post(path, { [column]: 1 }), "insert into"],
        [await o.post(path, [], FULL), "insert into"],
        [await o.patch(path, { [column]: 1 }), "update"],
        [await o.delete(path), "delete from"],
      ] as const) {
        expect([answered.status, answered.json]).toEqual([
          500,
          {
            code: "55000",
            message: `cannot ${doing} view "${name}"`,
            details,
            hint: expect.stringContaining("provide an INSTEAD OF"),
          },
        ]);
      }
    },
  );

  it("is a materialized one too: 400 with 42809", async () => {
    for (const answered of [
      await o.post("/telescope_totals", { id: 1 }),
      await o.patch("/telescope_totals", { id: 1 }),
      await o.delete("/telescope_totals"),
    ]) {
      expect([answered.status, answered.json]).toEqual([
        400,
        {
          code: "42809",
          message: 'cannot change materialized view "telescope_totals"',
          details: null,
          hint: null,
        },
      ]);
    }
  });

  it("does nothing for an update by an empty object", async () => {
    expect((await o.patch("/sums", {})).status).toBe(204);
  });

  it("is none to those without the right to write", async () => {
    const answered = await o.post("/best_nights", { rating: 1 });
    expect([answered.status, answered.json.code]).toEqual([401, "42501"]);
    expect((await o.delete("/best_nights", { as: "a@b.c" })).status).toBe(403);
  });
});
