/** What every port reveals and trusts: response headers, origins, and proxies' headers. */
import { connect } from "node:net";
import type { EngineInput } from "@wakelog/data-api/engine/engine.ts";
import { admitAlike } from "@wakelog/data-api/http/admission.ts";
import { createApiServer } from "@wakelog/data-api/http/api-server.ts";
import { ignoreAll } from "@wakelog/kit/observe.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { client } from "../../../../../test/support/client.ts";
import { serviceForTests, startService, type TestService } from "../../../../../test/support/service.ts";
import { listenFreely } from "../../../../data-api/test/unit/http/listen-freely.ts";

const service = serviceForTests();

interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Sends text on a new connection and reads the response. */
function say(url: string, lines: readonly string[], host = "localhost"): Promise<Answer> {
  const text = [lines[0], `Host: ${host}`, "Connection: close", ...lines.slice(1), "", ""].join("\r\n");
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(text));
    let received = "";
    socket.setEncoding("latin1").on("data", (chunk) => {
      received += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => {
      const [head = "", ...body] = received.split("\r\n\r\n");
      const [first = "", ...rest] = head.split("\r\n");
      const headers = rest.map((line): [string, string] => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      });
      resolve({
        status: Number(first.split(" ")[1]),
        headers: new Map(headers),
        body: body.join("\r\n\r\n"),
      });
    });
  });
}

/** Requested by those who enabled them. */
const SEAMARKS = "https://tiles.openseamap.org";

describe("every answer of every port", () => {
  it.each([
    ["GET / HTTP/1.1"],
    ["GET /nothing/here HTTP/1.1"],
    ["GET /live HTTP/1.1"],
    ["GET /metrics HTTP/1.1"],
    ["GET /config.json HTTP/1.1"],
    ["GET /logs HTTP/1.1"],
    ["GET /%zz HTTP/1.1"],
    ["HEAD / HTTP/1.1"],
    ["POST /rpc/login HTTP/1.1", "Content-Type: application/json", "Content-Length: 0"],
    ["POST /rpc/login HTTP/1.1", "Content-Type: x/y", "Content-Encoding: zip", "Content-Length: 0"],
    ["POST /metrics HTTP/1.1", "Content-Length: 99999999999"],
    ["OPTIONS /logbook HTTP/1.1", "Origin: http://example.com", "Access-Control-Request-Method: GET"],
    ["OPTIONS / HTTP/1.1"],
    ["FOO / HTTP/1.1"],
    ["CONNECT example.com:443 HTTP/1.1"],
    ["good day"],
    [`GET /${"x".repeat(70_000)} HTTP/1.1`],
    ["GET / HTTP/1.1", `X-Long: ${"x".repeat(120_000)}`],
    ["GET / HTTP/1.1", "Content-Length: 1", "Transfer-Encoding: chunked"],
    ["GET / HTTP/1.1", "no colon"],
  ])("forbids browsers to guess its type: %s", async (...lines) => {
    for (const url of [service.apiUrl, service.webUrl, service.adminUrl]) {
      const answer = await say(url, lines);
      if (Number.isNaN(answer.status)) expect(lines[0]).toMatch(/^CONNECT/);
      else
        expect([answer.status, answer.headers.get("x-content-type-options")]).toEqual([
          answer.status,
          "nosniff",
        ]);
    }
  });
});

describe("an answer to HEAD", () => {
  it.each([
    ["a path that is not there", "HEAD /nothing/here HTTP/1.1"],
    ["a header without a colon", "HEAD / HTTP/1.1", "no colon"],
    ["two lengths", "HEAD / HTTP/1.1", "Content-Length: 1", "Transfer-Encoding: chunked"],
    ["an expectation", "HEAD / HTTP/1.1", "Expect: miracles"],
  ])("has no content: %s", async (_, ...lines) => {
    for (const url of [service.apiUrl, service.webUrl, service.adminUrl]) {
      const answer = await say(url, lines);
      expect([answer.status >= 400 || url === service.webUrl, answer.body]).toEqual([true, ""]);
    }
  });
});

it("another origin may read answers, but not with cookies", async () => {
  for (const line of ["GET /stays_at HTTP/1.1", "GET /nowhere HTTP/1.1", "OPTIONS /stays_at HTTP/1.1"]) {
    const asked = ["Origin: http://example.com", "Access-Control-Request-Method: GET"];
    const { headers } = await say(service.apiUrl, [line, ...asked]);
    expect(headers.get("access-control-allow-origin")).toBe("http://example.com");
    expect(headers.has("access-control-allow-credentials")).toBe(false);
  }
});

describe("the dashboard", () => {
  const directives = (answer: Answer): ReadonlyMap<string, string> =>
    new Map(
      (answer.headers.get("content-security-policy") ?? "").split(";").map((part): [string, string] => {
        const [name = "", ...sources] = part.trim().split(" ");
        return [name, sources.join(" ")];
      }),
    );

  it("may talk to its own server, for seamarks to OpenSeaMap, and to nothing else, and sends forms nowhere else", async () => {
    for (const host of ["boat.local:8080", "192.168.1.5", "[fd00::5]:8080"]) {
      const policy = directives(await say(service.webUrl, ["GET / HTTP/1.1"], host));
      expect(policy.get("connect-src")).toBe(`'self' ${SEAMARKS}`);
      expect(policy.get("form-action")).toBe("'self'");
    }
  });

  it("may not run or wear what was written into a page", async () => {
    const policy = directives(await say(service.webUrl, ["GET / HTTP/1.1"], "boat.local"));
    expect(policy.get("default-src")).toBe("'self'");
    expect(policy.get("style-src")).toBe("'self'");
    expect([...policy.values()].filter((sources) => sources.includes("unsafe"))).toEqual([]);
  });

  it("says where the API is without repeating what the caller says", async () => {
    const { headers, body } = await say(service.webUrl, ["GET /config.json HTTP/1.1"], "evil.example:99");
    const apiPort = Number(new URL(service.apiUrl).port);
    expect(JSON.parse(body)).toEqual({ apiPort, apiPath: "/api", mail: false });
    expect(headers.get("cache-control")).toBe("no-cache");
  });

  it("names the API's origin where it is set", async () => {
    const elsewhere = await startService({
      WAKELOG_API_URL: "https://api.example.org/log",
      WAKELOG_SMTP_URL: "smtp://127.0.0.1:9",
    });
    try {
      const policy = directives(await say(elsewhere.webUrl, ["GET / HTTP/1.1"], "evil.example"));
      expect(policy.get("connect-src")).toBe(`'self' https://api.example.org ${SEAMARKS}`);
      const { body } = await say(elsewhere.webUrl, ["GET /config.json HTTP/1.1"], "evil.example");
      expect(JSON.parse(body)).toEqual({ apiUrl: "https://api.example.org/log", mail: true });
    } finally {
      await elsewhere.stop();
    }
  });
});

describe("the caller's address", () => {
  it("is counted from the right, by the number of proxies, whatever the caller writes on the left", async () => {
    const address = fc.ipV4();
    for (const proxies of [0, 1, 2, 3]) {
      const seen: EngineInput[] = [];
      const server = createApiServer(
        {
          handle: async (input) => {
            seen.push(input);
            return { status: 204, headers: [], body: null };
          },
          reload: async () => {},
          ready: () => true,
          close: async () => {},
        },
        {
          admit: admitAlike(1024),
          trustProxy: proxies,
          serverName: () => "test",
          observe: ignoreAll,
          translate: (input) => ({ input, answer: (output) => output }),
        },
      );
      const port = await listenFreely(server);
      try {
        await fc.assert(
          fc.asyncProperty(fc.array(address, { maxLength: 6 }), async (forwarded) => {
            const headers = forwarded.length === 0 ? {} : { "X-Forwarded-For": forwarded.join(", ") };
            await fetch(`http://127.0.0.1:${port}/`, { headers });
            const hops = [...forwarded, "127.0.0.1"];
            expect(seen.at(-1)?.address).toBe(hops[Math.max(0, hops.length - 1 - proxies)]);
          }),
          { numRuns: 40 },
        );
      } finally {
        await server.close();
      }
    }
  });

  it("cannot be made up to be counted as another: behind one proxy that appends", async () => {
    const limited = await startService({ WAKELOG_TRUST_PROXY: "on", WAKELOG_RATE_LIMITS: "on" });
    const left = async (forwarded: string) => {
      const { headers } = await client(limited.apiUrl).get("/", {
        headers: { "X-Forwarded-For": forwarded },
      });
      return Number(headers.get("x-ratelimit-remaining"));
    };
    try {
      const first = await left("203.0.113.7");
      for (const n of [1, 2, 3]) expect(await left(`10.1.1.${n}, 203.0.113.7`)).toBe(first - n);
      expect(await left("203.0.113.7, 203.0.113.8")).toBe(first);
    } finally {
      await limited.stop();
    }
  });
});

it("operations listen on this machine only, wherever the API listens, unless set otherwise", async () => {
  const open = await startService({ WAKELOG_HOST: "127.0.0.2" });
  const moved = await startService({ WAKELOG_ADMIN_HOST: "127.0.0.2" });
  const at = (service: TestService, host: string) =>
    fetch(`http://${host}:${new URL(service.adminUrl).port}/live`).then(
      ({ status }) => status,
      () => "refused",
    );
  try {
    expect([await at(open, "127.0.0.1"), await at(open, "127.0.0.2")]).toEqual([200, "refused"]);
    expect([await at(moved, "127.0.0.1"), await at(moved, "127.0.0.2")]).toEqual(["refused", 200]);
  } finally {
    await Promise.all([open.stop(), moved.stop()]);
  }
});
