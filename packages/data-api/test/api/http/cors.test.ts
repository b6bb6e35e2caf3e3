/** Answers to browsers of other origins. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Served, type Server, serveFixture } from "./served.ts";

let served: Served;
let any: Server;
let some: Server;
beforeAll(async () => {
  served = await serveFixture();
  any = await served.start();
  some = await served.start({ "server-cors-allowed-origins": "https://a.example, https://b.example" });
});
afterAll(() => served.close());

const ORIGIN = { Origin: "http://example.com" };
const EXPOSED =
  "Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit";

/** The headers of an answer that are about origins. */
function cors({ headers }: { headers: Readonly<Record<string, string>> }): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("access-control-")));
}

describe("a preflight", () => {
  it("is answered 200 with what may be asked, and no body", async () => {
    const answer = await any.send("OPTIONS", "/sites", {
      ...ORIGIN,
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "Foo, Bar",
    });
    expect([answer.status, answer.body]).toEqual([200, ""]);
    expect(cors(answer)).toEqual({
      "access-control-allow-origin": "http://example.com",
      "access-control-allow-credentials": "true",
      "access-control-allow-methods": "GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD",
      "access-control-allow-headers": "Authorization, Foo, Bar, Accept, Accept-Language, Content-Language",
      "access-control-max-age": "86400",
    });
    expect(answer.headers.allow).toBeUndefined();
  });

  it("names the headers that are asked for one by one, however they are listed", async () => {
    for (const asked of ["foo,bar", "foo , bar", "foo,,bar"]) {
      const answer = await any.send("OPTIONS", "/sites", {
        ...ORIGIN,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": asked,
      });
      expect(cors(answer)["access-control-allow-headers"]).toBe(
        "Authorization, foo, bar, Accept, Accept-Language, Content-Language",
      );
    }
  });

  it("without headers to ask for names none", async () => {
    const answer = await any.send("OPTIONS", "/sites", { ...ORIGIN, "Access-Control-Request-Method": "GET" });
    expect(answer.status).toBe(200);
    expect(cors(answer)).not.toHaveProperty("access-control-allow-headers");
    expect(cors(answer)["access-control-allow-origin"]).toBe("http://example.com");
  });

  it("needs no token, and looks neither at tokens nor at tables", async () => {
    const asked = { ...ORIGIN, "Access-Control-Request-Method": "GET" };
    expect((await any.send("OPTIONS", "/nowhere", asked)).status).toBe(200);
    expect((await any.send("OPTIONS", "/sites", { ...asked, Authorization: "Bearer x" })).status).toBe(200);
  });

  it("is one only from an origin and for a method", async () => {
    const withoutOrigin = await any.send("OPTIONS", "/sites", { "Access-Control-Request-Method": "POST" });
    expect(cors(withoutOrigin)).toEqual({ "access-control-allow-origin": "*" });
    const withoutMethod = await any.send("OPTIONS", "/sites", ORIGIN);
    expect(cors(withoutMethod)["access-control-allow-methods"]).toBeUndefined();
    for (const { headers } of [withoutOrigin, withoutMethod]) {
      expect(headers.allow).toBe("OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE");
    }
  });
});

describe("an ordinary answer to another origin", () => {
  it.each([
    ["GET", "/sites", {}, undefined, 200],
    ["HEAD", "/sites", {}, undefined, 200],
    ["POST", "/rpc/answer", {}, "{}", 200],
    ["DELETE", "/filters?id=eq.99", {}, undefined, 204],
    ["GET", "/", {}, undefined, 200],
    ["GET", "/nowhere", {}, undefined, 404],
    ["GET", "/sites", { Authorization: "Bearer x" }, undefined, 401],
  ])(
    "may be read there, with the headers of the protocol: %s %s",
    async (method, path, headers, body, status) => {
      const answer = await any.send(method, path, { ...ORIGIN, ...headers }, body);
      expect(answer.status).toBe(status);
      expect(cors(answer)).toEqual({
        "access-control-allow-origin": "http://example.com",
        "access-control-allow-credentials": "true",
        "access-control-expose-headers": EXPOSED,
      });
    },
  );

  it("is not marked when the request names no origin", async () => {
    const answer = await any.send("GET", "/sites");
    expect(cors(answer)).toEqual({});
    expect(answer.headers.vary).toBeUndefined();
  });
});

describe("server-cors-allowed-origins", () => {
  it.each(["https://a.example", "https://b.example"])("lets %s ask", async (Origin) => {
    expect(cors(await some.send("GET", "/sites", { Origin }))["access-control-allow-origin"]).toBe(Origin);
    const preflight = { Origin, "Access-Control-Request-Method": "POST" };
    expect(cors(await some.send("OPTIONS", "/sites", preflight))).toMatchObject({
      "access-control-allow-origin": Origin,
      "access-control-allow-methods": expect.stringContaining("POST"),
    });
  });

  it.each(["https://c.example", "http://a.example", "null"])("lets no others ask: %s", async (Origin) => {
    const answer = await some.send("GET", "/sites", { Origin });
    expect([answer.status, cors(answer)]).toEqual([200, {}]);
    const preflight = { Origin, "Access-Control-Request-Method": "POST" };
    expect(cors(await some.send("OPTIONS", "/sites", preflight))).not.toHaveProperty(
      "access-control-allow-methods",
    );
  });
});

describe("a header that no browser sends", () => {
  it("is not repeated: an origin that is too long for one, or endless names of headers", async () => {
    const origin = `https://${"a".repeat(60_000)}.example`;
    const read = await any.send("GET", "/sites", { Origin: origin });
    expect([read.status, cors(read)]).toEqual([200, {}]);
    const asked = await any.send("OPTIONS", "/sites", {
      ...ORIGIN,
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "a,".repeat(30_000),
    });
    expect(asked.status).toBe(200);
    expect(cors(asked)).not.toHaveProperty("access-control-allow-headers");
  });
});
