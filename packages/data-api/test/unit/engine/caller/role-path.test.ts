import { describe, expect, it } from "vitest";
import { parseRolePath } from "../../../../src/engine/caller/role-path.ts";

const CLAIMS = {
  role: "plain",
  a: { b: ["first", "second"], n: 5, o: { x: 1 } },
  x: { y: "quoted" },
  roles: ["guest", "other", "z_one", "z_two"],
  "a.b": "dotted",
};

describe("the place of the role", () => {
  it.each([
    [".role", "plain"],
    [".a.b[1]", "second"],
    ['."a.b"', "dotted"],
    [".a.n", "5"],
    [".a.o", '{"x":1}'],
    [".role[0]", null],
    [".a.b.c", null],
    [".constructor.name", null],
  ])("is a path at both releases: %s", (path, role) => {
    expect([parseRolePath(path, false)(CLAIMS), parseRolePath(path, true)(CLAIMS)]).toEqual([role, role]);
  });

  it.each([
    ["$.role", "plain"],
    ["$.a.b[0]", "first"],
    ["$.a.b[-1]", "second"],
    ["$['x'].y", "quoted"],
    ['$["a.b"]', "dotted"],
    ["$.roles[?(@ == 'other')]", "other"],
    ['$.roles[?@ == "other"]', "other"],
    ["$.roles[?(@ == 'absent')]", null],
    ["$.roles[?search(@, '^z_')]", "z_one"],
    ["$.roles[?match(@, 'z_.*o')]", "z_two"],
    ["$..y", "quoted"],
    ["$.roles[*]", "guest"],
    ["$.a.n", "5"],
    ["$.a.o", '{"x":1}'],
    ["$.role[0]", null],
    ["$.constructor.name", null],
    ["$.__proto__", null],
  ])("may be JSON Path, whose first match counts: %s", (path, role) => {
    expect(parseRolePath(path, true)(CLAIMS)).toBe(role);
  });

  it("is found in claims of any depth", () => {
    const depth = 500;
    const claims = JSON.parse(`${'{"a":'.repeat(depth)}{"deep":"found"}${"}".repeat(depth)}`);
    expect(parseRolePath("$..deep", true)(claims)).toBe("found");
  });

  it.each(["role", "$role", "$.", "$.a[", "$.a[?", "$.a[?unknown(@)]", "$.a]"])("is no place: %s", (path) => {
    expect(() => parseRolePath(path, true)).toThrow(`does not parse: ${path}`);
  });

  it("is no JSON Path where the release knows none", () => {
    expect(() => parseRolePath("$.role", false)).toThrow("does not parse: $.role");
  });
});
