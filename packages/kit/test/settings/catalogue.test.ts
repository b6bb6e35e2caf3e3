import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { isWritten, readCatalogue } from "../../src/settings/catalogue.ts";
import { ConfigError } from "../../src/settings/config-error.ts";
import { boolean, choice, httpUrl, integer, list, siteUrl, text } from "../../src/settings/kinds.ts";

const CATALOGUE = {
  port: integer("port", 3000, [0, 65_535]),
  rows: integer("rows", null, [1, 10]),
  name: text("name", null),
  level: choice("level", "info", ["info", "debug"]),
  isOn: boolean("is-on", true),
  schemas: list("schemas", "public", { mayBeEmpty: true }),
  url: httpUrl("url", "", "An address"),
};

const read = (written: Readonly<Record<string, string>>) =>
  readCatalogue(CATALOGUE, (setting) => {
    const given = written[setting.name];
    return isWritten(setting, given) ? { name: setting.name, text: given } : null;
  });

function problemsOf(written: Readonly<Record<string, string>>): readonly string[] {
  try {
    read(written);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe("a catalogue of settings", () => {
  it("gives defaults where nothing is written, and null exactly where there is none", () => {
    const values = read({});
    expect(values).toEqual({
      port: 3000,
      rows: null,
      name: null,
      level: "info",
      isOn: true,
      schemas: ["public"],
      url: "",
    });
    expectTypeOf(values.port).toEqualTypeOf<number>();
    expectTypeOf(values.rows).toEqualTypeOf<number | null>();
    expectTypeOf(values.level).toEqualTypeOf<"info" | "debug">();
  });

  it("takes the address of a site only without a path", () => {
    const site = siteUrl("site", "", "An address");
    const path = fc.stringMatching(/^\/{0,2}[a-z][a-z/]{0,9}$/);
    fc.assert(
      fc.property(
        fc.constantFrom("http://boat.local:8080", "https://log.example.org"),
        path,
        (origin, under) => {
          expect(site.read(origin)).toEqual({ value: origin });
          expect(site.read(`${origin}/`)).toEqual({ value: origin });
          for (const more of [`/${under}`, `/?${under}`, `/#${under}`]) {
            expect(site.read(origin + more)).toMatchObject({ problem: expect.stringContaining("path") });
          }
        },
      ),
    );
    expect(site.read("log.example.org/wakelog")).toMatchObject({
      problem: expect.stringContaining("must be a URL"),
    });
  });

  it("takes an empty text for the default, unless empty is itself a value", () => {
    expect(read({ port: "", name: "", schemas: "" })).toMatchObject({ port: 3000, name: null, schemas: [] });
  });

  it("reads a whole number exactly if it is one and in its range", () => {
    const texts = fc.oneof(
      fc.string(),
      fc.integer({ min: -70_000, max: 70_000 }).map(String),
      fc.float().map(String),
    );
    fc.assert(
      fc.property(texts, (port) => {
        const isRight = port === "" || (/^[0-9]+$/.test(port) && BigInt(port) <= 65_535n);
        expect(problemsOf({ port })).toHaveLength(isRight ? 0 : 1);
        if (isRight && port !== "") expect(read({ port }).port).toBe(Number(port));
      }),
    );
  });

  it("finds the problems of all settings at once, each a sentence that begins with its name", () => {
    const wrong = { port: "x", rows: "11", level: "loud", "is-on": "perhaps", url: "ftp://x" };
    fc.assert(
      fc.property(fc.subarray(Object.entries(wrong)), (some) => {
        const problems = problemsOf(Object.fromEntries(some));
        expect(problems.map((problem) => problem.split(" must be ")[0])).toEqual(some.map(([name]) => name));
      }),
    );
  });

  it("keeps the slash at the end of an address from paths that are appended", () => {
    expect(read({ url: "https://log.example.org//" }).url).toBe("https://log.example.org");
  });
});
