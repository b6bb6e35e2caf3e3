/** Responses over slow links: compressed if the client accepts it, whatever other headers they have. */
import { get } from "node:http";
import zlib, { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";

const service = serviceForTests();
let skipper: Skipper;
beforeAll(async () => {
  skipper = await newSkipper(service);
  await skipper.send(passage(Date.UTC(2026, 5, 1, 6), DAY_TRIP));
});

interface Raw {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Raw, as `fetch` would decode it. */
function travel(path: string, headers: Record<string, string>, method = "GET"): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const authorization = `Bearer ${skipper.sailor.userToken}`;
    const request = get(
      service.apiUrl + path,
      { method, headers: { ...headers, authorization } },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
        );
      },
    );
    request.on("error", reject);
    request.end();
  });
}

const unzstd: unknown = Reflect.get(zlib, "zstdDecompressSync");
const UNPACK: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gunzipSync(body),
  br: (body) => brotliDecompressSync(body),
  ...(isUnpacker(unzstd) ? { zstd: unzstd } : {}),
};
const CODINGS = Object.entries(UNPACK);
const hasZstd = "zstd" in UNPACK;

function isUnpacker(found: unknown): found is (body: Buffer) => Buffer {
  return typeof found === "function";
}

describe("an answer of some size", () => {
  it.each([
    ["rows of a page, with their range", "/metrics?limit=100", {}],
    ["rows that are counted", "/metrics?limit=100", { Prefer: "count=exact" }],
    ["CSV", "/metrics?limit=100", { Accept: "text/csv" }],
    ["the track of a log", "/log_view?limit=1", {}],
    ["an export", "/rpc/export_logbooks_gpx_fn", { Accept: "text/xml" }],
    ["the description", "/", {}],
  ])("travels compressed, and says the same: %s", async (_, path, asked) => {
    const plain = await travel(path, { ...asked, "Accept-Encoding": "identity" });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.headers.vary).toMatch(/Accept-Encoding/);
    for (const [coding, unpack] of CODINGS) {
      const packed = await travel(path, { ...asked, "Accept-Encoding": coding });
      expect(packed.headers["content-encoding"]).toBe(coding);
      expect(packed.body.length).toBeLessThan(plain.body.length / 3);
      expect(unpack(packed.body).equals(plain.body)).toBe(true);
      expect(packed.status).toBe(plain.status);
      expect(packed.headers["content-range"]).toBe(plain.headers["content-range"]);
      expect(Number(packed.headers["content-length"])).toBe(packed.body.length);
    }
  });

  it.each([
    ["br, gzip", "br"],
    ["gzip;q=1.0, br;q=0.5", "gzip"],
    ["*", "br"],
    ["br;q=0, *;q=0.1", "gzip"],
    ["GZIP", "gzip"],
    ["gzip, deflate, br, zstd", "br"],
    ["identity;q=1, gzip;q=0.5", undefined],
    ["identity, gzip", "gzip"],
    ["x-gzip", "gzip"],
    ["br;q=2, gzip;q=much", undefined],
    ["deflate", undefined],
    ["", undefined],
    ["gzip;q=0", undefined],
  ])("takes the coding that the client likes best: %j", async (accepted, coding) => {
    const answer = await travel("/metrics?limit=100", { "Accept-Encoding": accepted });
    expect(answer.headers["content-encoding"]).toBe(coding);
  });

  describe(hasZstd ? "to a client that likes zstd best" : "zstd: skipped, because this Node has none", () => {
    it.skipIf(!hasZstd).each(["zstd", "zstd, deflate", "zstd;q=1, br;q=0.9"])(
      "is zstd: %j",
      async (accepted) => {
        const answer = await travel("/metrics?limit=100", { "Accept-Encoding": accepted });
        expect(answer.headers["content-encoding"]).toBe("zstd");
      },
    );
  });
});

it("many answers at once are each what they are alone, in every coding", async () => {
  const paths = [1, 20, 80, 100].map((limit) => `/metrics?limit=${limit}&order=time`);
  const plain = await Promise.all(paths.map((path) => travel(path, { "Accept-Encoding": "identity" })));
  await Promise.all(
    CODINGS.flatMap(([coding, unpack]) =>
      paths.map(async (path, i) => {
        const { headers, body } = await travel(path, { "Accept-Encoding": coding });
        const text = headers["content-encoding"] === undefined ? body : unpack(body);
        expect(text.equals(plain[i]?.body ?? Buffer.alloc(0))).toBe(true);
      }),
    ),
  );
});

describe("other answers", () => {
  it.each([
    ["a short one", "/metrics?limit=1&select=time", "GET"],
    ["one without a body", "/metrics?limit=100", "HEAD"],
  ])("go out as they are: %s", async (_, path, method) => {
    const answer = await travel(path, { "Accept-Encoding": "gzip, br" }, method);
    expect([answer.status, answer.headers["content-encoding"]]).toEqual([200, undefined]);
  });
});
