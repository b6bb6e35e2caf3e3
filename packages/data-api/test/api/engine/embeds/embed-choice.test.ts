/** An embed that more than one relationship could mean. */
import { describe, expect, it } from "vitest";
import { observatoryForTests } from "../observatory.ts";
import { RELATED_TABLES } from "./related-tables.ts";

const o = observatoryForTests({ extra: RELATED_TABLES });
const ADA = { as: "ada@example.org" };

describe("an embed that fits several relationships", () => {
  const message = (from: string, to: string): string =>
    `Could not embed because more than one relationship was found for '${from}' and '${to}'`;
  const hint = (to: string, choices: readonly string[]): string =>
    `Try changing '${to}' to one of the following: ${choices.map((one) => `'${to}!${one}'`).join(", ")}. Find the desired relationship in the 'details' key.`;

  it("answers 300 with every foreign key to choose from", async () => {
    const { status, json } = await o.get("/loans?select=observers(id)", ADA);
    const one = { cardinality: "many-to-one", embedding: "loans with observers" };
    expect([status, json]).toEqual([
      300,
      {
        code: "PGRST201",
        message: message("loans", "observers"),
        details: [
          { ...one, relationship: "loans_lender_id_fkey using loans(lender_id) and observers(id)" },
          { ...one, relationship: "loans_to using loans(borrower_id) and observers(id)" },
        ],
        hint: hint("observers", ["loans_lender_id_fkey", "loans_to"]),
      },
    ]);
  });

  it("lists all columns of a key, and its cardinality from this side", async () => {
    const { status, json } = await o.get("/stars?select=companions(separation)");
    expect([status, json.details, json.hint]).toEqual([
      300,
      [
        {
          cardinality: "one-to-many",
          embedding: "stars with companions",
          relationship:
            "companions_of_fkey using stars(catalog, number) and companions(of_catalog, of_number)",
        },
        {
          cardinality: "one-to-one",
          embedding: "stars with companions",
          relationship: "companions_star_fkey using stars(catalog, number) and companions(catalog, number)",
        },
      ],
      hint("companions", ["companions_of_fkey", "companions_star_fkey"]),
    ]);
  });

  it("lists them by cardinality, then by name", async () => {
    const { json } = await o.get("/gates?select=keys(id)", ADA);
    expect(json.details).toEqual([
      {
        cardinality: "one-to-many",
        embedding: "gates with keys",
        relationship: "back using gates(id) and keys(gate_id)",
      },
      {
        cardinality: "many-to-one",
        embedding: "gates with keys",
        relationship: "a_key using gates(a) and keys(id)",
      },
      {
        cardinality: "many-to-one",
        embedding: "gates with keys",
        relationship: "z_key using gates(z) and keys(id)",
      },
      {
        cardinality: "one-to-one",
        embedding: "gates with keys",
        relationship: "m_key using gates(m) and keys(id)",
      },
      {
        cardinality: "many-to-many",
        embedding: "gates with keys",
        relationship: "locks using locks_gate_fkey(gate) and locks_key_fkey(key)",
      },
    ]);
    expect(json.hint).toBe(hint("keys", ["back", "a_key", "z_key", "m_key", "locks"]));
  });

  it("tells junctions by their two constraints", async () => {
    const { status, json } = await o.get("/telescopes?select=observers(id)", ADA);
    const through = (junction: string, key: string): object => ({
      cardinality: "many-to-many",
      embedding: "telescopes with observers",
      relationship: `${junction} using ${key}_telescope_id_fkey(telescope_id) and ${key}_observer_id_fkey(observer_id)`,
    });
    expect([status, json.code, json.message]).toEqual([300, "PGRST201", message("telescopes", "observers")]);
    expect(json.details).toEqual([
      through("favourites", "favourites"),
      through("skill_list", "skills"),
      through("skills", "skills"),
    ]);
    expect(json.hint).toBe(hint("observers", ["favourites", "skill_list", "skills"]));
  });
});
