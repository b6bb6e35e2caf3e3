import { describe, expect, test } from "vitest";
import { findRoutine, type RawBody } from "../../../../src/engine/schema/find-routine.ts";
import { routine, sampleCache } from "./sample-cache.ts";

const cache = sampleCache([
  routine("answer"),
  routine("add", "a integer", "?b integer"),
  routine("twin", "value integer"),
  routine("twin", "value text"),
  routine("echo", " json"),
  routine("echo_text", " text"),
  routine("mixed", " jsonb"),
  routine("mixed", "value integer"),
  routine("greet", "?name text"),
  routine("whole", "payload json"),
  routine("search", "name text"),
  routine("search", "name text", "city text"),
]);

function find(name: string, args: readonly string[] = [], body?: RawBody, singleObject?: boolean) {
  return findRoutine(cache, { schema: "s", name, arguments: args, body, singleObject });
}

function found(...parameters: Parameters<typeof find>) {
  const result = find(...parameters);
  return result.kind === "found" ? [result.routine.oid, result.passing] : result.kind;
}

describe("by the names of arguments", () => {
  test("required ones must be given, others may be", () => {
    expect(found("add", ["a"])).toEqual(["add(a integer,?b integer)", "named"]);
    expect(found("add", ["b", "a"], "json")).toEqual(["add(a integer,?b integer)", "named"]);
    expect(found("add", ["b"])).toBe("none");
    expect(found("add", ["a", "c"])).toBe("none");
    expect(found("answer")).toEqual(["answer()", "named"]);
  });

  test("overloads differ by their names", () => {
    expect(found("search", ["name"])).toEqual(["search(name text)", "named"]);
    expect(found("search", ["name", "city"])).toEqual(["search(name text,city text)", "named"]);
  });

  test("overloads that differ by type only cannot be told apart", () => {
    expect(find("twin", ["value"])).toEqual({
      kind: "ambiguous",
      message:
        "Could not choose the best candidate function between: s.twin(value => integer), s.twin(value => text)",
      hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
    });
  });
});

describe("by the kind of body", () => {
  test("a single unnamed parameter takes the body whole", () => {
    expect(found("echo", ["a", "b"], "json")).toEqual(["echo( json)", "whole"]);
    expect(found("echo_text", [], "text")).toEqual(["echo_text( text)", "whole"]);
  });

  test("only a body of its type, and only by POST", () => {
    expect(found("echo_text", [], "bytes")).toBe("none");
    expect(found("echo", ["a"])).toBe("none");
  });

  test("named arguments win over a single unnamed parameter", () => {
    expect(found("mixed", ["value"], "json")).toEqual(["mixed(value integer)", "named"]);
    expect(found("mixed", ["other"], "json")).toEqual(["mixed( jsonb)", "whole"]);
  });

  test("a raw body calls a function whose parameters all have defaults", () => {
    expect(found("greet", [], "text")).toEqual(["greet(?name text)", "named"]);
    expect(found("answer", [], "text")).toBe("none");
  });

  test("params=single-object gives the body to the only json parameter", () => {
    expect(found("whole", ["a"], "json", true)).toEqual(["whole(payload json)", "whole"]);
    expect(found("add", ["a"], "json", true)).toBe("none");
  });
});

describe("when there is none", () => {
  test("a similar name is suggested", () => {
    expect(find("answr")).toEqual({
      kind: "none",
      message: "Could not find the function s.answr without parameters in the schema cache",
      details:
        "Searched for the function s.answr without parameters, but no matches were found in the schema cache.",
      hint: "Perhaps you meant to call the function s.answer",
    });
  });

  test("similar parameters of a right name are suggested", () => {
    expect(find("add", ["b", "aa"], "json")).toEqual({
      kind: "none",
      message: "Could not find the function s.add(aa, b) in the schema cache",
      details:
        "Searched for the function s.add with parameters aa, b or with a single unnamed json/jsonb parameter, " +
        "but no matches were found in the schema cache.",
      hint: "Perhaps you meant to call the function s.add(a, b)",
    });
  });

  test("one parameter is reported in the singular", () => {
    expect(find("answer", ["x"])).toMatchObject({
      message: "Could not find the function s.answer(x) in the schema cache",
      details:
        "Searched for the function s.answer with parameter x, but no matches were found in the schema cache.",
    });
  });

  test.each([
    ["text", "a single unnamed text parameter"],
    ["xml", "a single unnamed xml parameter"],
    ["bytes", "a single unnamed bytea parameter"],
  ] as const)("a body of %s is reported with the parameter it would need", (body, needed) => {
    expect(find("answer", [], body)).toEqual({
      kind: "none",
      message: "Could not find the function s.answer in the schema cache",
      details: `Searched for the function s.answer with ${needed}, but no matches were found in the schema cache.`,
      hint: null,
    });
  });
});
