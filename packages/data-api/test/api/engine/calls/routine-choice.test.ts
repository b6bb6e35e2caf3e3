/** Overload resolution, and the errors if none or several functions match. */
import { describe, expect, it } from "vitest";
import { type Asked, observatoryForTests } from "../observatory.ts";
import { OVERLOADED_FUNCTIONS } from "./overloaded-functions.ts";

const o = observatoryForTests({ extra: OVERLOADED_FUNCTIONS });
const FORM = "application/x-www-form-urlencoded";
const typed = (type: string): Asked => ({ headers: { "Content-Type": type } });

describe("a call that fits no function", () => {
  const none = (call: string, by: string, hint: string | null) => ({
    code: "PGRST202",
    message: `Could not find the function observatory.${call} in the schema cache`,
    details: `Searched for the function observatory.${call.split(/[ (]/)[0]} ${by}, but no matches were found in the schema cache.`,
    hint,
  });
  const orJson = "or with a single unnamed json/jsonb parameter";
  const CALL = "Perhaps you meant to call the function observatory.";

  it.each([
    [
      "tells the arguments in the order of their names",
      "xyzzyx?b=1&a=2",
      none("xyzzyx(a, b)", "with parameters a, b", null),
    ],
    [
      "suggests parameters in the order of their names",
      "pick?at=1",
      none("pick(at)", "with parameter at", `${CALL}pick(at, label)`),
    ],
    ["tells a single argument", "xyzzyx?b=1", none("xyzzyx(b)", "with parameter b", null)],
    ["tells that there were none", "xyzzyx", none("xyzzyx without parameters", "without parameters", null)],
    [
      "suggests a function of a similar name",
      "ttwin?value=1",
      none("ttwin(value)", "with parameter value", `${CALL}twin`),
    ],
    [
      "suggests parameters that are similar",
      "find_star?nam=1",
      none("find_star(nam)", "with parameter nam", `${CALL}find_star(name)`),
    ],
    [
      "suggests those of the overload that is most similar",
      "find_star?catalog=1&numbr=1",
      none(
        "find_star(catalog, numbr)",
        "with parameters catalog, numbr",
        `${CALL}find_star(catalog, number)`,
      ),
    ],
    [
      "suggests nothing where nothing is similar",
      "answer?zzz=1",
      none("answer(zzz)", "with parameter zzz", null),
    ],
  ])("by GET %s", async (_title, call, expected) => {
    const { status, json } = await o.get(`/rpc/${call}`);
    expect([status, json]).toEqual([404, expected]);
  });

  it.each([
    [
      "JSON with arguments",
      "application/json",
      '{"b":1,"a":2}',
      none("xyzzyx(a, b)", `with parameters a, b ${orJson}`, null),
    ],
    [
      "JSON without arguments",
      "application/json",
      "{}",
      none("xyzzyx without parameters", `without parameters ${orJson}`, null),
    ],
    ["a form", FORM, "a=1", none("xyzzyx(a)", "with parameter a", null)],
    ["text", "text/plain", "a", none("xyzzyx", "with a single unnamed text parameter", null)],
    ["XML", "text/xml", "<a/>", none("xyzzyx", "with a single unnamed xml parameter", null)],
    ["bytes", "application/octet-stream", "a", none("xyzzyx", "with a single unnamed bytea parameter", null)],
  ])("tells what was searched for a body of %s", async (_title, type, body, expected) => {
    const { status, json } = await o.post("/rpc/xyzzyx", body, typed(type));
    expect([status, json]).toEqual([404, expected]);
  });

  it("tells what was searched with params=single-object", async () => {
    const { json } = await o.post("/rpc/xyzzyx", { a: 1 }, { headers: { Prefer: "params=single-object" } });
    expect(json).toEqual(none("xyzzyx", "with a single json/jsonb parameter", null));
  });
});

describe("a call that fits several functions", () => {
  it.each([
    [
      "by the types of their parameters",
      "GET",
      "twin?value=1",
      undefined,
      "observatory.twin(value => integer), observatory.twin(value => text)",
    ],
    [
      "by parameters that are optional",
      "GET",
      "optional?a=1",
      undefined,
      "observatory.optional(a => integer), observatory.optional(a => integer, b => integer)",
    ],
    [
      "by the type of an unnamed parameter",
      "POST",
      "two_raw",
      { a: 1 },
      "observatory.two_raw( => json), observatory.two_raw( => jsonb)",
    ],
  ])("answers 300 where they differ only %s", async (_title, method, call, body, candidates) => {
    const { status, json } = await o.ask(method, `/rpc/${call}`, { body });
    expect([status, json]).toEqual([
      300,
      {
        code: "PGRST203",
        message: `Could not choose the best candidate function between: ${candidates}`,
        details: null,
        hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
      },
    ]);
  });
});
