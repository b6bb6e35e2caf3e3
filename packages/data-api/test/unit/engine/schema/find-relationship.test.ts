import { describe, expect, test } from "vitest";
import { findRelationship } from "../../../../src/engine/schema/find-relationship.ts";
import { sampleCache } from "./sample-cache.ts";

const cache = sampleCache();

function find(origin: string, target: string, hint?: string) {
  return findRelationship(cache, { schemas: ["s"], origin: { schema: "s", name: origin }, target, hint });
}

function columns(origin: string, target: string, hint?: string) {
  const found = find(origin, target, hint);
  if (found.kind !== "found") return found.kind;
  const { relationship } = found;
  if (relationship.kind === "foreign-key") return [relationship.cardinality, ...relationship.columns.flat()];
  return [relationship.cardinality, relationship.kind === "junction" ? relationship.junction : "computed"];
}

describe("without a hint", () => {
  test("the only relationship with a relation of that name is taken", () => {
    expect(columns("stays", "people")).toEqual(["many-to-one", "person", "id"]);
    expect(columns("people", "stays")).toEqual(["one-to-many", "id", "person"]);
    expect(columns("homes", "stays")).toEqual(["one-to-many", "number", "house"]);
  });

  test("a constraint or a key's column names the table it leads to", () => {
    expect(columns("houses", "houses_owner_fkey")).toEqual(["many-to-one", "owner", "id"]);
    expect(columns("houses", "builder")).toEqual(["many-to-one", "builder", "id"]);
    expect(columns("people", "houses_owner_fkey")).toEqual(["one-to-many", "id", "owner"]);
  });

  test("a view is not reached by a constraint's name", () => {
    expect(columns("stays", "stays_house_fkey")).toEqual(["many-to-one", "house", "id"]);
    expect(columns("stays", "homes")).toEqual(["many-to-one", "house", "number"]);
  });

  test("of a self reference the relation means the many, the column the one", () => {
    expect(columns("people", "people")).toEqual(["one-to-many", "id", "parent"]);
    expect(columns("people", "parent")).toEqual(["many-to-one", "parent", "id"]);
  });

  test("a computed relationship is found by its function", () => {
    expect(columns("houses", "guests")).toEqual(["one-to-many", "computed"]);
  });
});

describe("with a hint", () => {
  test("a constraint, a key's column or a referenced column decides", () => {
    expect(columns("people", "houses", "houses_builder_fkey")).toEqual(["one-to-many", "id", "builder"]);
    expect(columns("people", "houses", "owner")).toEqual(["one-to-many", "id", "owner"]);
    expect(columns("homes", "people", "id")).toEqual(["many-to-one", "landlord", "id"]);
  });

  test("a junction decides between many-to-many and the rest", () => {
    expect(columns("people", "houses", "stays")).toEqual(["many-to-many", "stays"]);
  });

  test("a self reference's column means the many", () => {
    expect(columns("people", "people", "parent")).toEqual(["one-to-many", "id", "parent"]);
    expect(columns("people", "people", "id")).toBe("none");
  });
});

test("several relationships are listed in words and with a hint for each", () => {
  expect(find("houses", "people")).toEqual({
    kind: "ambiguous",
    message: "Could not embed because more than one relationship was found for 'houses' and 'people'",
    details: [
      {
        cardinality: "many-to-one",
        embedding: "houses with people",
        relationship: "houses_builder_fkey using houses(builder) and people(id)",
      },
      {
        cardinality: "many-to-one",
        embedding: "houses with people",
        relationship: "houses_owner_fkey using houses(owner) and people(id)",
      },
      {
        cardinality: "many-to-many",
        embedding: "houses with people",
        relationship: "stays using stays_house_fkey(house) and stays_person_fkey(person)",
      },
    ],
    hint:
      "Try changing 'people' to one of the following: 'people!houses_builder_fkey', " +
      "'people!houses_owner_fkey', 'people!stays'. Find the desired relationship in the 'details' key.",
  });
});

describe("when there is none", () => {
  test("a similar relation is suggested", () => {
    expect(find("stays", "house")).toMatchObject({ kind: "found" });
    expect(find("stays", "peopel")).toEqual({
      kind: "none",
      message: "Could not find a relationship between 'stays' and 'peopel' in the schema cache",
      details:
        "Searched for a foreign key relationship between 'stays' and 'peopel' in the schema 's', " +
        "but no matches were found.",
      hint: "Perhaps you meant 'people' instead of 'peopel'.",
    });
  });

  test("the hint that was tried is named, and a right name is not suggested again", () => {
    expect(find("stays", "people", "nonsense")).toMatchObject({
      kind: "none",
      details:
        "Searched for a foreign key relationship between 'stays' and 'people' using the hint 'nonsense' " +
        "in the schema 's', but no matches were found.",
      hint: null,
    });
  });

  test("an origin that has no relationship at all is what is corrected", () => {
    expect(find("stay", "people")).toMatchObject({ hint: "Perhaps you meant 'stays' instead of 'stay'." });
  });

  test("another schema's relations are not found", () => {
    const origin = { schema: "s", name: "stays" };
    expect(findRelationship(cache, { schemas: ["other"], origin, target: "people" }).kind).toBe("none");
  });
});
