/** Headers and status lines on the wire: repeated ones, and those written by SQL. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Served, type Server, serveFixture, spoken } from "./served.ts";

const EXTRA = `
create function observatory.refused(detail text) returns void language plpgsql volatile as $$
begin
  raise sqlstate 'PGRST' using message = '{"code": "X1", "message": "No"}', detail = detail;
end
$$;
create function observatory.say_headers() returns text language plpgsql stable as $$
begin
  perform set_config('response.headers',
    '[{"X-Dome": "open"}, {"x-dome": "warm"}, {"Set-Cookie": "a=1; Path=/"}, {"Set-Cookie": "b=2"}]', true);
  return 'said';
end
$$;
`;

let served: Served;
let server: Server;
beforeAll(async () => {
  served = await serveFixture(EXTRA);
  server = await served.start({ "db-tx-end": "commit-allow-override" });
});
afterAll(() => served.close());

/** The head of an answer, line by line. */
async function head(
  method: string,
  target: string,
  lines: readonly string[],
  body = "",
): Promise<readonly string[]> {
  const text = [
    `${method} ${target} HTTP/1.1`,
    "Host: x",
    "Connection: close",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...lines,
  ].join("\r\n");
  const answer = await spoken(server.port, `${text}\r\n\r\n${body}`);
  return answer.slice(0, answer.indexOf("\r\n\r\n")).split("\r\n");
}

const ofName = (lines: readonly string[], name: string): readonly string[] =>
  lines
    .filter((line) => line.toLowerCase().startsWith(`${name}: `))
    .map((line) => line.slice(name.length + 2));

describe("Prefer", () => {
  it("may be sent in several lines, which are one list", async () => {
    const lines = await head("GET", "/sites", ["Prefer: tx=rollback", "Prefer: count=exact, count=planned"]);
    expect(ofName(lines, "preference-applied")).toEqual(["count=exact, tx=rollback"]);
    expect(ofName(lines, "content-range")).toEqual(["0-3/4"]);
  });

  it("means the first of a kind, in whichever line it stands", async () => {
    const lines = await head("GET", "/sites", ["Prefer: count=planned", "Prefer: count=exact"]);
    expect(ofName(lines, "preference-applied")).toEqual(["count=planned"]);
  });
});

describe("Accept", () => {
  it("may be sent in several lines, which are one list", async () => {
    const lines = await head("GET", "/sites", ["Accept: image/png", "Accept: text/csv"]);
    expect(ofName(lines, "content-type")).toEqual(["text/csv; charset=utf-8"]);
  });
});

describe("headers that SQL code writes", () => {
  it("all travel, although some have one name", async () => {
    const lines = await head("GET", "/rpc/say_headers", []);
    expect(lines[0]).toBe("HTTP/1.1 200 OK");
    expect(ofName(lines, "x-dome").join(", ")).toBe("open, warm");
    expect(ofName(lines, "set-cookie")).toEqual(["a=1; Path=/", "b=2"]);
  });
});

describe("the status line", () => {
  const refused = (detail: unknown) =>
    head(
      "POST",
      "/rpc/refused",
      ["Content-Type: application/json"],
      JSON.stringify({ detail: JSON.stringify(detail) }),
    );

  it("has the status and the reason that SQL code chose", async () => {
    const lines = await refused({ status: 402, status_text: "Pay First", headers: { "X-Dome": "shut" } });
    expect(lines[0]).toBe("HTTP/1.1 402 Pay First");
    expect(ofName(lines, "x-dome")).toEqual(["shut"]);
  });

  it("has the status's own reason otherwise", async () => {
    expect((await refused({ status: 402, headers: {} }))[0]).toBe("HTTP/1.1 402 Payment Required");
  });

  it("keeps a reason on its line", async () => {
    const lines = await refused({ status: 402, status_text: "Pay\r\nX-Injected: yes", headers: {} });
    expect(lines[0]).toBe("HTTP/1.1 402 Pay X-Injected: yes");
    expect(ofName(lines, "x-injected")).toEqual([]);
  });

  it.each([
    ["GET", "/sites?select=id", "206 Partial Content", ["Prefer: count=exact", "Range: 0-1"]],
    ["GET", "/nights?select=observers(id)", "300 Multiple Choices", []],
    ["GET", "/sites?id=eq.x", "400 Bad Request", []],
    ["GET", "/secrets", "401 Unauthorized", []],
    ["GET", "/nowhere", "404 Not Found", []],
    ["GET", "/rpc/add_star?catalog=x&number=1", "405 Method Not Allowed", []],
    ["GET", "/sites", "406 Not Acceptable", ["Accept: application/vnd.pgrst.object+json"]],
    ["GET", "/sites", "415 Unsupported Media Type", ["Accept: image/png"]],
  ])("of %s %s is %s", async (method, target, expected, lines) => {
    expect((await head(method, target, lines))[0]).toBe(`HTTP/1.1 ${expected}`);
  });
});
