/** Which relationship an embed means, and the error if it is not one. */
import { describe, expect, it } from "vitest";
import { observatoryForTests } from "../observatory.ts";
import { RELATED_TABLES } from "./related-tables.ts";

const o = observatoryForTests({ extra: RELATED_TABLES });

const ADA = { as: "ada@example.org" };
const rows = async (target: string): Promise<unknown> => (await o.get(target, ADA)).json;
const A = { name: "Anteros" };
const B = { name: "Bellona" };

describe("the target of an embed", () => {
  it.each([
    [
      "may be the name of a table",
      "/telescopes?select=sites(name)&id=eq.3",
      [{ sites: { name: "Mount Grey" } }],
    ],
    [
      "may be the name of a view",
      "/telescopes?select=site_labels(label)&id=eq.3",
      [{ site_labels: { label: "Mount Grey" } }],
    ],
    [
      "may be the name of the foreign key's constraint",
      "/companions?select=companions_star_fkey(name)&catalog=eq.GJ",
      [{ companions_star_fkey: { name: "Proxima" } }],
    ],
    [
      "may be that name seen from the other side",
      "/sites?select=telescopes_site_id_fkey(name)&id=eq.1",
      [{ telescopes_site_id_fkey: [A, B] }],
    ],
    [
      "may be the foreign key's only column",
      "/telescopes?select=site_id(name)&id=eq.3",
      [{ site_id: { name: "Mount Grey" } }],
    ],
    [
      "may be that column as a view calls it",
      "/telescope_names?select=place(name)&id=eq.3",
      [{ place: { name: "Mount Grey" } }],
    ],
  ])("%s", async (_title, target, expected) => {
    expect(await rows(target)).toEqual(expected);
  });

  it.each([
    ["is no view by the name of a constraint", "/telescopes?select=telescopes_site_id_fkey(label)"],
    ["is no view by the name of a column", "/telescopes?select=site_id(label)"],
  ])("%s, only the table", async (_title, target) => {
    const { status, json } = await o.get(target, ADA);
    expect([status, json.code]).toEqual([400, "42703"]);
  });

  it.each([
    ["one of several columns of a foreign key", "/companions?select=of_catalog(name)"],
    ["the key's column as only its table calls it", "/telescope_names?select=site_id(name)"],
  ])("is not %s", async (_title, target) => {
    const { status, json } = await o.get(target, ADA);
    expect([status, json.code]).toEqual([400, "PGRST200"]);
  });
});

describe("a hint", () => {
  it.each([
    ["may be the constraint", "/loans?select=observers!loans_to(id)", [{ observers: { id: 2 } }]],
    ["may be the foreign key's column", "/loans?select=observers!lender_id(id)", [{ observers: { id: 1 } }]],
    [
      "may be the foreign key's column, seen from the other side",
      "/observers?select=loans!borrower_id(id)&id=in.(1,2)&order=id",
      [{ loans: [] }, { loans: [{ id: 1 }] }],
    ],
    [
      "may be the constraint, seen from the other side",
      "/observers?select=loans!loans_lender_id_fkey(id)&id=eq.1",
      [{ loans: [{ id: 1 }] }],
    ],
    [
      "may be the referenced column",
      "/telescopes?select=sites!id(name)&id=eq.3",
      [{ sites: { name: "Mount Grey" } }],
    ],
    [
      "may be the referenced column, seen from the other side",
      "/sites?select=telescopes!id(name)&id=eq.1",
      [{ telescopes: [A, B] }],
    ],
    [
      "may be the junction",
      "/observers?select=telescopes!favourites(name)&id=eq.1",
      [{ telescopes: [{ name: "Carmenta" }] }],
    ],
    [
      "goes with an alias and a kind of join",
      "/observers?select=best:telescopes!favourites!inner(name)&order=id",
      [{ best: [{ name: "Carmenta" }] }, { best: [A, B] }],
    ],
  ])("%s", async (_title, target, expected) => {
    expect(await rows(target)).toEqual(expected);
  });
});

describe("a relationship of a table with itself", () => {
  const pupils = [{ full_name: "Ben Castro" }, { full_name: "Cho Dae" }];
  it.each([
    [
      "is to the many by the table's name",
      "/observers?select=observers(full_name)&id=eq.1",
      [{ observers: pupils }],
    ],
    [
      "is to the one by the foreign key's column",
      "/observers?select=mentor_id(full_name)&id=eq.2",
      [{ mentor_id: { full_name: "Ada Byrne" } }],
    ],
    [
      "is to the many by the table with the column as a hint",
      "/observers?select=observers!mentor_id(full_name)&id=eq.1",
      [{ observers: pupils }],
    ],
    [
      "is to the many by the table's name, though another is one-to-one",
      "/parts?select=parts(name)&id=eq.1",
      [{ parts: [{ name: "shutter" }, { name: "motor" }] }],
    ],
    [
      "is one-to-one by the table's name where there is no other",
      "/twins?select=twins(name)&order=id",
      [{ twins: { name: "west" } }, { twins: null }],
    ],
    [
      "is one-to-one by the foreign key's column",
      "/parts?select=twin_id(name)&id=eq.3",
      [{ twin_id: { name: "shutter" } }],
    ],
    [
      "is one-to-one by the table with the column as a hint",
      "/parts?select=parts!twin_id(name)&id=eq.2",
      [{ parts: { name: "motor" } }],
    ],
  ])("%s", async (_title, target, expected) => {
    expect(await rows(target)).toEqual(expected);
  });
});

describe("an embed that fits no relationship", () => {
  const none = (from: string, to: string, hint: string | null, using = "", schema = "observatory") => ({
    code: "PGRST200",
    message: `Could not find a relationship between '${from}' and '${to}' in the schema cache`,
    details: `Searched for a foreign key relationship between '${from}' and '${to}'${using} in the schema '${schema}', but no matches were found.`,
    hint,
  });
  it.each([
    [
      "names both and suggests a similar target",
      "/sites?select=telescops(name)",
      none("sites", "telescops", "Perhaps you meant 'telescopes' instead of 'telescops'."),
    ],
    [
      "suggests a similar origin",
      "/telescops?select=sites(name)",
      none("telescops", "sites", "Perhaps you meant 'telescopes' instead of 'telescops'."),
    ],
    [
      "suggests nothing where nothing is similar",
      "/telescopes?select=xyzzy(name)",
      none("telescopes", "xyzzy", null),
    ],
    [
      "tells the hint that was tried",
      "/telescopes?select=sites!nope(name)",
      none("telescopes", "sites", null, " using the hint 'nope'"),
    ],
    [
      "names the level that it stands on",
      "/sites?select=telescopes(nigths(id))",
      none("telescopes", "nigths", "Perhaps you meant 'nights' instead of 'nigths'."),
    ],
  ])("%s", async (_title, target, expected) => {
    const { status, json } = await o.get(target, ADA);
    expect([status, json]).toEqual([400, expected]);
  });

  it("tells the schema that was searched", async () => {
    const { status, json } = await o.get("/plates?select=sites(name)", {
      headers: { "Accept-Profile": "archive" },
    });
    expect([status, json]).toEqual([400, none("plates", "sites", null, "", "archive")]);
  });
});
