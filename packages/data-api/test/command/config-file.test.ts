import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseConfigFile } from "../../src/command/config-file.ts";
import { databaseUrl } from "../../src/command/database-url.ts";

describe("a configuration file of PostgREST", () => {
  it("holds texts, numbers, booleans and lists, quoted keys and comments", () => {
    const { values, problems } = parseConfigFile(`
      # the database
      db-uri = "postgres://user:p\\"w@host/db" # with a comment behind
      db-pool=7
      db-plan-enabled = on
      db-config = false
      db-schemas = [ "a", "b" ]
      "app.settings.x.y" = "a # b"
      app.settings.line = "one\\ntwo"`);
    expect(problems).toEqual([]);
    expect([...values]).toEqual([
      ["db-uri", 'postgres://user:p"w@host/db'],
      ["db-pool", "7"],
      ["db-plan-enabled", "true"],
      ["db-config", "false"],
      ["db-schemas", "a,b"],
      ["app.settings.x.y", "a # b"],
      ["app.settings.line", "one\ntwo"],
    ]);
  });

  it("tells every line that makes no sense, and reads the others", () => {
    const { values, problems } = parseConfigFile('a = 1\nb\nc = bare\nd = "x" y\n= 5\ne = 2');
    expect(problems).toEqual([
      'line 2: "b" is not followed by "="',
      'line 3: the value of "c" is not a quoted text, a number or a boolean',
      'line 4: "d" is followed by more than its value',
      "line 5: a key was expected",
    ]);
    expect([...values]).toEqual([
      ["a", "1"],
      ["e", "2"],
    ]);
  });

  it("gives back any text that was quoted", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const quoted = `"${text.replace(/["\\]/g, "\\$&").replaceAll("$", () => "$$")}"`;
        expect(parseConfigFile(`key = ${quoted}\n`).values.get("key")).toBe(text);
      }),
    );
  });

  it("ends for any text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { values, problems } = parseConfigFile(text);
        expect(values.size + problems.length).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe("the place of a database", () => {
  it("is a URI, or keywords and values", () => {
    expect(databaseUrl("postgres://u:p@h:5433/d")).toBe("postgres://u:p@h:5433/d");
    expect(databaseUrl("postgresql://")).toBe("postgresql:///");
    expect(databaseUrl("postgresql://h?dbname=d")).toBe("postgresql://h/d");
    expect(databaseUrl("host=/run/pg port=5433 user='a b' password='it\\'s' dbname=my_db")).toBe(
      "postgresql:///my_db?host=%2Frun%2Fpg&port=5433&user=a+b&password=it%27s",
    );
    expect(databaseUrl("somewhere")).toBeNull();
    expect(databaseUrl("mysql://h/d")).toBeNull();
  });

  it("keeps what sslmode=require means to PostgreSQL's own programs", () => {
    expect(databaseUrl("postgresql://h/d?sslmode=require")).toBe(
      "postgresql://h/d?sslmode=require&uselibpqcompat=true",
    );
  });
});
