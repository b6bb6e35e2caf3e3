/** Media types that the database makes: domains that are named like one. */
import { describe, expect, it } from "vitest";
import { type Answered, observatoryForTests } from "../observatory.ts";

const EXTRA = `
create domain tools."*/*" as bytea;
create function observatory.anything() returns tools."*/*" language sql stable as
  $$ select '\\x4142'::bytea::tools."*/*" $$;
create function observatory.typed() returns tools."*/*" language plpgsql stable as $$
begin
  perform set_config('response.headers', '[{"Content-Type": "app/bingo"}]', true);
  return '\\x4344'::bytea;
end
$$;
create domain tools."text/x-line" as text;
create function tools.line_step(so_far text, one anyelement) returns text language sql immutable as
  $$ select so_far || one::text || E'\\n' $$;
create function tools.line_end(so_far text, anyelement) returns tools."text/x-line" language sql immutable as
  $$ select so_far $$;
create aggregate tools.lines(anyelement) (
  sfunc = tools.line_step, stype = text, finalfunc = tools.line_end, finalfunc_extra, initcond = ''
);
create function tools.any_step(so_far bytea, one observatory.numbers) returns bytea language sql immutable as
  $$ select so_far || convert_to(one.id::text || ';', 'UTF8') $$;
create function tools.any_end(so_far bytea) returns tools."*/*" language sql immutable as $$ select so_far $$;
create aggregate tools.any_numbers(observatory.numbers) (
  sfunc = tools.any_step, stype = bytea, finalfunc = tools.any_end, initcond = ''
);
`;

const o = observatoryForTests({ extra: EXTRA, config: { txEnd: "commit-allow-override" } });

const asked = (path: string, accept?: string): Promise<Answered> =>
  o.get(path, accept === undefined ? {} : { headers: { Accept: accept } });
const shown = ({ status, headers, body }: Answered): unknown => [
  status,
  headers["content-type"],
  String(body),
];

const JSON_TYPE = "application/json; charset=utf-8";

describe("a function that returns a domain named like a media type", () => {
  it("is answered in that type to those who ask for it, without an encoding", async () => {
    expect(shown(await asked("/rpc/page", "text/html"))).toEqual([200, "text/html", "<p>clear sky</p>"]);
    expect(shown(await asked("/rpc/page", "image/png, text/html;q=0.5"))).toEqual([
      200,
      "text/html",
      "<p>clear sky</p>",
    ]);
  });

  it.each([undefined, "application/json", "*/*"])("is JSON to all others: %s", async (accept) => {
    expect(shown(await asked("/rpc/page", accept))).toEqual([200, JSON_TYPE, '"<p>clear sky</p>"']);
  });

  it("cannot be had in a type that it is not", async () => {
    const { status, json } = await asked("/rpc/page", "image/png");
    expect([status, json.code]).toEqual([415, "PGRST107"]);
  });
});

describe("a function that returns a domain named */*", () => {
  it.each([undefined, "*/*", "application/json", "image/png", "app/bingo, app/bango"])(
    "is answered as application/octet-stream where nothing else is made of it: %s",
    async (accept) => {
      expect(shown(await asked("/rpc/anything", accept))).toEqual([200, "application/octet-stream", "AB"]);
    },
  );

  it("chooses its type by a header", async () => {
    expect(shown(await asked("/rpc/typed", "app/bingo"))).toEqual([200, "app/bingo", "CD"]);
  });

  it.each([
    ["application/octet-stream", "application/octet-stream", "AB"],
    ["text/plain", "text/plain; charset=utf-8", "AB"],
  ])("leaves as they are the types that are made without it: %s", async (accept, type, text) => {
    expect(shown(await asked("/rpc/anything", accept))).toEqual([200, type, text]);
  });
});

describe("an aggregate that returns a domain named like a media type", () => {
  const CHART = "application/vnd.observatory.chart";

  it("makes that type of the rows of its relation, after filters and order", async () => {
    expect(shown(await asked("/stars?number=gt.5000&order=name.desc", CHART))).toEqual([
      200,
      CHART,
      "Vega\nArcturus\n",
    ]);
    expect(shown(await asked("/stars?number=eq.0", CHART))).toEqual([200, CHART, ""]);
  });

  it("makes it of a function's rows of that relation", async () => {
    expect(shown(await asked("/rpc/find_star?name=Vega", CHART))).toEqual([200, CHART, "Vega\n"]);
  });

  it("makes it of what was written", async () => {
    const answered = await o.post(
      "/stars",
      { catalog: "ZZ", number: 1, name: "New" },
      { headers: { Accept: CHART, Prefer: "return=representation,tx=rollback" } },
    );
    expect(shown(answered)).toEqual([201, CHART, "New\n"]);
  });

  it("is not for other relations", async () => {
    expect((await asked("/sites", CHART)).status).toBe(415);
  });

  it("of any element is for all relations, and for what is selected of them", async () => {
    expect(shown(await asked("/sites?select=id&id=lt.3&order=id", "text/x-line"))).toEqual([
      200,
      "text/x-line",
      "(1)\n(2)\n",
    ]);
    expect((await asked("/telescopes?select=id,site_id&id=eq.1", "text/x-line")).text).toBe("(1,1)\n");
  });

  it("named */* is for what nothing else makes", async () => {
    const any = await asked("/numbers?order=id&id=lt.3", "app/bingo");
    expect([any.status, any.headers["content-type"], any.text]).toEqual([
      200,
      "application/octet-stream",
      "1;2;",
    ]);
    expect((await asked("/numbers", "*/*")).headers["content-type"]).toBe(JSON_TYPE);
    expect((await asked("/numbers", "text/csv")).headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect((await asked("/sites", "app/bingo")).status).toBe(415);
  });
});
