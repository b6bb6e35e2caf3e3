/** Every error of the protocol: its status, code, message, details and hint. */
import { describe, expect, it } from "vitest";
import { observatoryForTests } from "../observatory.ts";
import { CASES } from "./protocol-errors.ts";

const EXTRA = `
create function observatory.say(name text, value text) returns text language plpgsql volatile as $$
begin
  perform set_config(name, value, true);
  return 'said';
end
$$;
`;

const o = observatoryForTests({ extra: EXTRA });
const aggregating = observatoryForTests({ config: { aggregates: true } });

describe("an error of the protocol", () => {
  it.each(CASES)("%s is answered with %i: %j", async (code, status, [method, path, asked], told) => {
    const answered = await o.ask(method, path, asked);
    expect([answered.status, answered.json]).toEqual([status, { code, ...told }]);
  });

  it.each(CASES)("%s says that it is JSON", async (code, _status, [method, path, asked]) => {
    const { headers } = await o.ask(method, path, asked);
    const type = code === "PGRST116" ? "application/vnd.pgrst.object+json" : "application/json";
    expect(headers["content-type"]).toBe(`${type}; charset=utf-8`);
    expect(headers).not.toHaveProperty("proxy-status");
  });

  it("has no body for HEAD", async () => {
    const { status, body, headers } = await o.ask("HEAD", "/sites?id=nonsense.1");
    expect([status, body, headers["content-type"]]).toEqual([400, null, "application/json; charset=utf-8"]);
  });

  it("PGRST120 is answered with 400 where a filter on an embed is no test for null", async () => {
    const { status, json } = await o.get("/sites?select=id,telescopes(id)&telescopes=eq.1");
    expect([status, json]).toEqual([
      400,
      {
        code: "PGRST120",
        message: "Bad operator on the 'telescopes' embedded resource",
        details: "Only is null or not is null filters are allowed on embedded resources",
        hint: null,
      },
    ]);
  });

  it("PGRST119 is answered with 400 for aggregates of rows that cannot be spread", async () => {
    const { status, json } = await aggregating.get("/sites?select=id,...telescopes(aperture_m.sum())");
    expect([status, json]).toEqual([
      400,
      {
        code: "PGRST119",
        message: "A spread operation on 'telescopes' is not possible",
        details: "'sites' and 'telescopes' do not form a many-to-one or one-to-one relationship",
        hint: null,
      },
    ]);
  });

  it.each([
    ["GET", "/a/b/c"],
    ["POST", "/"],
    ["POST", "/nowhere", { a: 1 }],
    ["OPTIONS", "/nowhere"],
  ] as const)("has no code where there is nothing: %s %s is 404 {}", async (method, path, body?: unknown) => {
    const { status, text, headers } = await o.ask(method, path, { body });
    expect([status, text]).toEqual([404, "{}"]);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  });
});
