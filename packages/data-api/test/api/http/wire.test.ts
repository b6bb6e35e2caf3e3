/** Behaviour on the wire outside the engine. */
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Served, type Server, serveFixture, spoken } from "./served.ts";

const EXTRA = `
create function observatory.say_headers(value text) returns text language plpgsql volatile as $$
begin
  perform set_config('response.headers', value, true);
  return 'said';
end
$$;
create function observatory.pay() returns void language plpgsql volatile as $$
begin
  raise sqlstate 'PT402' using message = 'Payment of a kind Required';
end
$$;
`;

let served: Served;
let usual: Server;
let traced: Server;
beforeAll(async () => {
  served = await serveFixture(EXTRA);
  usual = await served.start();
  traced = await served.start({ "server-trace-header": "X-Request-Id" });
});
afterAll(() => served.close());

/** Status line, headers by lower-case name, and body of an answer's text. */
function read(text: string): { line: string; headers: Map<string, string>; body: string } {
  const end = text.indexOf("\r\n\r\n");
  const [line = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = lines.map((one): [string, string] => {
    const colon = one.indexOf(":");
    return [one.slice(0, colon).toLowerCase(), one.slice(colon + 1).trim()];
  });
  return { line, headers: new Map(headers), body: text.slice(end + 4) };
}

async function say(method: string, target: string): Promise<ReturnType<typeof read>> {
  const text = `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
  return read(await spoken(usual.port, text));
}

describe("a method", () => {
  it.each(["TRACE", "PROPFIND", "CONNECT", "FOO", "FOO-BAR", "get"])(
    "that is none is refused with 405 PGRST117: %s",
    async (method) => {
      const { line, headers, body } = await say(method, "/sites");
      expect(line).toBe("HTTP/1.1 405 Method Not Allowed");
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(JSON.parse(body)).toEqual({
        code: "PGRST117",
        details: null,
        hint: null,
        message: `Unsupported HTTP method: ${method}`,
      });
    },
  );

  it("that calls no function is refused with 405 PGRST101", async () => {
    expect(JSON.parse((await say("FOO", "/rpc/answer")).body)).toMatchObject({
      code: "PGRST101",
      message: "Cannot use the FOO method on RPC",
    });
    for (const method of ["PUT", "PATCH", "DELETE", "TRACE"]) {
      const { status, body } = await usual.send(method, "/rpc/answer");
      expect([status, JSON.parse(body).code]).toEqual([405, "PGRST101"]);
    }
  });
});

describe("CONNECT to somewhere else", () => {
  it("is refused with 405 PGRST117 as well", async () => {
    const { line, body } = await say("CONNECT", "example.com:443");
    expect([line, JSON.parse(body).code]).toEqual(["HTTP/1.1 405 Method Not Allowed", "PGRST117"]);
  });

  it("does no harm when the client is gone before the answer", async () => {
    for (let n = 0; n < 20; n++) {
      await new Promise<void>((resolve) => {
        const socket = connect(usual.port, "127.0.0.1", () => {
          socket.write("CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n", () => socket.resetAndDestroy());
        });
        socket.on("error", () => {});
        socket.on("close", () => resolve());
      });
    }
    expect((await say("GET", "/sites?select=id&id=eq.1")).line).toBe("HTTP/1.1 200 OK");
  });
});

describe("a whole address in the request line", () => {
  it("is read as its path", async () => {
    const { line, body } = await say("GET", "http://example.com:80/sites?select=id&id=eq.1");
    expect([line, body]).toEqual(["HTTP/1.1 200 OK", '[{"id":1}]']);
  });
});

describe("text that is no HTTP", () => {
  it("is refused with 400", async () => {
    expect(read(await spoken(usual.port, "good day\r\n\r\n")).line).toBe("HTTP/1.1 400 Bad Request");
  });
});

describe("an address or a header that cannot be read", () => {
  it("is refused without being repeated", async () => {
    const { line, body } = await say("GET", `/%zz?select=${"z".repeat(5_000)}`);
    expect([line, JSON.parse(body)]).toEqual([
      "HTTP/1.1 400 Bad Request",
      {
        code: "PGRST102",
        message: "The address or the headers cannot be read",
        details: null,
        hint: null,
      },
    ]);
  });

  it("is refused in JSON where it is an expectation", async () => {
    const text = "GET /sites HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n";
    const { line, headers, body } = read(await spoken(usual.port, text));
    expect(line).toBe("HTTP/1.1 417 Expectation Failed");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(JSON.parse(body).message).toBe("The only supported Expect header is 100-continue");
  });

  it("is refused before its body, without a reset of the connection that sends it", async () => {
    const body = "x".repeat(8_000_000);
    const socket = connect(usual.port, "127.0.0.1");
    const text = new Promise<string>((done, fail) => {
      let answer = "";
      socket.on("data", (piece) => {
        answer += piece;
      });
      socket.once("error", fail);
      socket.once("close", () => done(answer));
    });
    socket.write(
      `POST /sites HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(read(await text).line).toBe("HTTP/1.1 417 Expectation Failed");
  });
});

describe("Content-Length", () => {
  it.each([
    ["GET", "/sites?select=name&id=eq.3", 200],
    ["GET", "/sites?id=eq.99", 200],
    ["GET", "/rpc/answer", 200],
    ["GET", "/", 200],
    ["GET", "/nowhere", 404],
    ["GET", "/a/b/c", 404],
  ])("is the length of the body in bytes: %s %s", async (method, path, status) => {
    const { line, headers, body } = await say(method, path);
    expect(line).toContain(` ${status} `);
    expect(headers.get("content-length")).toBe(String(body.length));
    expect(headers.has("transfer-encoding")).toBe(false);
  });

  it.each(["/sites", "/", "/rpc/answer", "/nowhere"])(
    "is not told to HEAD, which has no body: %s",
    async (path) => {
      const { headers, body } = await say("HEAD", path);
      expect([headers.has("content-length"), headers.has("transfer-encoding"), body]).toEqual([
        false,
        false,
        "",
      ]);
      expect(headers.get("content-type")).toMatch(/json; charset=utf-8$/);
    },
  );

  it("is not in a 204, which has no body and no type", async () => {
    const { line, headers, body } = await say("DELETE", "/filters?id=eq.99");
    expect([line, body]).toEqual(["HTTP/1.1 204 No Content", ""]);
    for (const name of ["content-length", "transfer-encoding", "content-type"]) {
      expect([name, headers.has(name)]).toEqual([name, false]);
    }
  });
});

describe("headers that SQL code sets", () => {
  const sent = (value: unknown) =>
    usual.send("POST", "/rpc/say_headers", {}, JSON.stringify({ value: JSON.stringify(value) }));

  it("are sent each time that they are set", async () => {
    const { headers } = await sent([
      { "Set-Cookie": "a=1" },
      { "X-Moon": "full" },
      { "Set-Cookie": "b=2" },
      { "X-Moon": "new" },
    ]);
    expect([headers["set-cookie"], headers["x-moon"]]).toEqual(["a=1, b=2", "full, new"]);
  });

  it("are sent as UTF-8", async () => {
    const { status, headers } = await sent([{ "X-Moon": "☾" }]);
    expect(status).toBe(200);
    expect(Buffer.from(headers["x-moon"] ?? "", "latin1").toString("utf8")).toBe("☾");
  });

  it.each([
    ["a name with a blank", { "X Moon": "full" }],
    ["an empty name", { "": "full" }],
    ["a name with a colon", { "X:Moon": "full" }],
    ["a value with a line break", { "X-Moon": "full\r\nX-Sun: down" }],
    ["a value with a control character", { "X-Moon": "\u0001" }],
  ])("that no answer can have are 500 PGRST111: %s", async (_what, header) => {
    const { status, headers, body } = await sent([header]);
    expect([status, headers["content-type"]]).toEqual([500, "application/json; charset=utf-8"]);
    expect(JSON.parse(body)).toMatchObject({ code: "PGRST111" });
  });
});

describe("the status line", () => {
  it("has the reason that SQL code chose by its SQLSTATE", async () => {
    expect((await say("POST", "/rpc/pay")).line).toBe("HTTP/1.1 402 Payment of a kind Required");
  });
});

describe("Vary", () => {
  it("is not sent: an answer is as it was before that header", async () => {
    for (const path of ["/sites", "/rpc/answer", "/"]) {
      expect((await usual.send("GET", path)).headers.vary).toBeUndefined();
    }
  });
});

describe("server-trace-header", () => {
  it.each([
    ["GET", "/sites", 200],
    ["HEAD", "/sites", 200],
    ["OPTIONS", "/sites", 200],
    ["DELETE", "/filters?id=eq.99", 204],
    ["GET", "/nowhere", 404],
    ["GET", "/sites?select=(", 400],
  ])("is echoed, and comes back empty where it was not sent: %s %s", async (method, path, status) => {
    const answer = await traced.send(method, path, { "x-request-id": "abc 123" });
    expect([answer.status, answer.headers["x-request-id"]]).toEqual([status, "abc 123"]);
    const without = await traced.send(method, path);
    expect(without.headers["x-request-id"]).toBe("");
  });

  it("is not echoed unless it is set", async () => {
    const { headers } = await usual.send("GET", "/sites", { "X-Request-Id": "abc" });
    expect(headers["x-request-id"]).toBeUndefined();
  });
});

describe("Server-Timing", () => {
  it("tells the milliseconds of each stage where it is switched on", async () => {
    const timed = await served.start({ "server-timing-enabled": "true" });
    const shape =
      /^jwt;dur=\d+\.\d+, parse;dur=\d+\.\d+, plan;dur=\d+\.\d+, transaction;dur=\d+\.\d+, response;dur=\d+\.\d+$/;
    for (const path of ["/sites", "/rpc/answer", "/"]) {
      expect((await timed.send("GET", path)).headers["server-timing"]).toMatch(shape);
    }
    await served.database.owner.transaction((tx) =>
      tx.script(`create function observatory.doze() returns void language sql volatile as $$
        select pg_sleep(0.2) $$; notify pgrst, 'reload schema'`),
    );
    await expect
      .poll(async () => (await timed.send("POST", "/rpc/doze", {}, "{}")).status, { timeout: 20_000 })
      .toBe(204);
    const { headers } = await timed.send("POST", "/rpc/doze", {}, "{}");
    const transaction = Number(/transaction;dur=([\d.]+)/.exec(headers["server-timing"] ?? "")?.[1]);
    expect(transaction).toBeGreaterThanOrEqual(200);
    expect(transaction).toBeLessThan(5_000);
  });

  it("is not sent otherwise", async () => {
    expect((await usual.send("GET", "/sites")).headers["server-timing"]).toBeUndefined();
  });
});
