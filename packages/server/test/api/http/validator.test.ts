/** A client that has an answer already gets 304: nothing travels twice over a thin link. */
import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { admitAlike } from "@wakelog/data-api/http/admission.ts";
import { createApiServer } from "@wakelog/data-api/http/api-server.ts";
import { ignoreAll } from "@wakelog/kit/observe.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { listenFreely } from "../../../../data-api/test/unit/http/listen-freely.ts";

const service = serviceForTests({ WAKELOG_RATE_LIMITS: "on" });
const { api } = service;
let sailor: Sailor;
beforeAll(async () => {
  sailor = await newSailor(api, "Fulmar");
  await api.post("/metadata", { name: "Fulmar", plugin_version: "1" }, { token: sailor.vesselToken });
});

interface Raw {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Raw, as `fetch` would decode and cache it. */
function raw(path: string, headers: Readonly<Record<string, string>> = {}, method = "GET"): Promise<Raw> {
  return rawAt(service.apiUrl + path, headers, method);
}

function rawAt(url: string, headers: Readonly<Record<string, string>>, method = "GET"): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(parts).toString("latin1"),
        }),
      );
    });
    sent.on("error", reject);
    sent.end();
  });
}

/** Sends these requests one after the other over one connection. @returns the heads of the answers, which have no bodies */
async function exchange(requests: readonly string[]): Promise<readonly string[]> {
  const socket = connect(Number(new URL(service.apiUrl).port), "127.0.0.1");
  const heads: string[] = [];
  let text = "";
  for (const request of requests) {
    socket.write(request);
    while (!text.includes("\r\n\r\n")) text += String((await once(socket, "data"))[0]);
    const [head = "", ...rest] = text.split("\r\n\r\n");
    heads.push(head);
    text = rest.join("\r\n\r\n");
  }
  socket.destroy();
  return heads;
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const tagOf = ({ headers }: Raw): string => String(headers.etag);

describe("an answer", () => {
  it("that is known already is not sent again", async () => {
    const first = await raw("/metadata", bearer(sailor.userToken));
    expect(first.status).toBe(200);
    expect(tagOf(first)).toMatch(/^W\/"[\w-]+"$/);
    for (const known of [tagOf(first), tagOf(first).slice(2), `"x", ${tagOf(first)}`, "*"]) {
      const again = await raw("/metadata", { ...bearer(sailor.userToken), "If-None-Match": known });
      expect(again.status, known).toBe(304);
      expect(again.body).toBe("");
      expect(again.headers["content-length"]).toBeUndefined();
      expect(tagOf(again)).toBe(tagOf(first));
      expect(again.headers.vary).toContain("Accept-Encoding");
      expect(again.headers["cache-control"]).toBe("private, no-cache");
    }
  });

  it("that is known already says again what HTTP demands, and nothing else", async () => {
    const headers = { ...bearer(sailor.userToken), "Accept-Encoding": "gzip" };
    const pages = [`${service.webUrl}/`, `${service.webUrl}/config.json`, `${service.webUrl}/sw.js`];
    const reads = ["/metadata", "/metadata?select=name", "/stays_at?order=stay_code", "/rpc/vessel_fn", "/"];
    for (const url of [...pages, ...reads.map((path) => service.apiUrl + path)]) {
      const first = await rawAt(url, { ...headers, Prefer: "count=exact" });
      expect(first.status, url).toBe(200);
      const again = await rawAt(url, { ...headers, Prefer: "count=exact", "If-None-Match": tagOf(first) });
      expect(again.status, url).toBe(304);
      // RFC 9110, section 15.4.5
      if (url.startsWith(service.apiUrl)) expect(first.headers["x-ratelimit-limit"], url).toBeDefined();
      for (const name of ["cache-control", "content-location", "etag", "expires"]) {
        expect(again.headers[name], `${name} of ${url}`).toEqual(first.headers[name]);
      }
      expect(again.headers.vary, url).toContain("Accept-Encoding");
      const demanded = ["cache-control", "content-location", "date", "etag", "expires", "vary"];
      expect(Object.keys(again.headers).filter((name) => !demanded.includes(name))).toEqual([]);
    }
  });

  it("that is known already leaves the connection open without a word, and says where it is closed", async () => {
    const tag = tagOf(await raw("/metadata", bearer(sailor.userToken)));
    const ask = (version: string, ...more: readonly string[]) =>
      [
        `GET /metadata HTTP/${version}`,
        "Host: boat",
        `Authorization: Bearer ${sailor.userToken}`,
        `If-None-Match: ${tag}`,
        ...more,
        "\r\n",
      ].join("\r\n");
    const heads = [
      ...(await exchange([ask("1.1"), ask("1.1"), ask("1.1", "Connection: close")])),
      ...(await exchange([ask("1.0")])),
    ];
    expect(heads.map((head) => head.slice(0, 13))).toEqual(heads.map(() => "HTTP/1.1 304 "));
    const said = heads.map((head) => /^connection: (.*)$/im.exec(head)?.[1] ?? null);
    expect(said).toEqual([null, null, "close", "close"]);
  });

  it("is sent when anything in it has changed, and to whom it is another", async () => {
    const headers = bearer(sailor.userToken);
    const before = await raw("/metadata?select=name", headers);
    await api.patch("/metadata?vessel_id=neq.none", { name: "Fulmar II" }, { token: sailor.userToken });
    const after = await raw("/metadata?select=name", { ...headers, "If-None-Match": tagOf(before) });
    expect(after.status).toBe(200);
    expect(tagOf(after)).not.toBe(tagOf(before));
    const other = await newSailor(api, "Petrel");
    const theirs = await raw("/metadata?select=name", {
      ...bearer(other.userToken),
      "If-None-Match": tagOf(after),
    });
    expect(theirs.status).toBe(200);
  });

  it("has the same tag however it is packed, and another as another media type", async () => {
    const headers = bearer(sailor.userToken);
    const plain = await raw("/", headers);
    const packed = await raw("/", { ...headers, "Accept-Encoding": "gzip" });
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(tagOf(packed)).toBe(tagOf(plain));
    const rows = await raw("/stays_at?stay_code=eq.77", headers);
    const csv = await raw("/stays_at?stay_code=eq.77", { ...headers, Accept: "text/csv" });
    expect(tagOf(csv)).not.toBe(tagOf(rows));
  });

  it("is not sent to HEAD either, which asks whether it is known", async () => {
    const headers = bearer(sailor.userToken);
    const tag = tagOf(await raw("/metadata", headers));
    const known = await raw("/metadata", { ...headers, "If-None-Match": tag }, "HEAD");
    expect([known.status, known.body, tagOf(known)]).toEqual([304, "", tag]);
    const other = await raw("/metadata", { ...headers, "If-None-Match": 'W/"x"' }, "HEAD");
    expect([other.status, other.body, tagOf(other)]).toEqual([200, "", tag]);
  });

  it("that is one page of several is known by its rows and by how many there are", async () => {
    const headers = { ...bearer(sailor.userToken), Prefer: "count=exact" };
    const page = "/eventlogs_view?select=channel&channel=eq.note&limit=1";
    const note = () =>
      api.post("/eventlogs_view", { channel: "note", payload: "x" }, { token: sailor.userToken });
    await note();
    await note();
    const two = await raw(page, headers);
    expect([two.status, two.headers["content-range"]]).toEqual([206, "0-0/2"]);
    expect((await raw(page, { ...headers, "If-None-Match": tagOf(two) })).status).toBe(304);
    await note();
    const three = await raw(page, { ...headers, "If-None-Match": tagOf(two) });
    expect([three.status, three.headers["content-range"], three.body]).toEqual([206, "0-0/3", two.body]);
  });

  it("of a write, an error or an empty one has no tag", async () => {
    const headers = bearer(sailor.userToken);
    const answers = [
      await raw("/no_such_thing", headers),
      await raw("/rpc/vessel_fn", headers, "POST"),
      await raw("/metadata", headers, "HEAD"),
      await raw("/metadata", headers, "OPTIONS"),
    ];
    expect(answers.map((one) => one.headers.etag)).toEqual(answers.map(() => undefined));
    const refused = await raw("/no_such_thing", { ...headers, "If-None-Match": "*" });
    expect(refused.status).toBe(404);
  });
});

describe("a response that has its own headers", () => {
  type Headers = readonly (readonly [string, string])[];

  async function answered(own: Headers, asked: Readonly<Record<string, string>>): Promise<Raw> {
    const server = createApiServer(
      {
        handle: async () => ({ status: 200, headers: own, body: "sail ".repeat(1_000) }),
        reload: async () => {},
        ready: () => true,
        close: async () => {},
      },
      {
        admit: admitAlike(1024),
        trustProxy: 0,
        serverName: () => "test",
        observe: ignoreAll,
        translate: (input) => ({ input, answer: (output) => output }),
      },
    );
    const port = await listenFreely(server);
    try {
      return await rawAt(`http://127.0.0.1:${port}/`, asked);
    } finally {
      server.close();
    }
  }
  const TEXT = ["Content-Type", "text/plain"] as const;

  it("keeps its tag, which no longer promises every byte once it is compressed", async () => {
    const own = [TEXT, ["ETag", '"v1"']] as const;
    expect(tagOf(await answered(own, {}))).toBe('"v1"');
    const packed = await answered(own, { "Accept-Encoding": "br" });
    expect([packed.headers["content-encoding"], tagOf(packed)]).toEqual(["br", 'W/"v1"']);
    expect((await answered(own, { "If-None-Match": 'W/"v1"' })).status).toBe(304);
    expect((await answered(own, { "If-None-Match": '"v2"' })).status).toBe(200);
  });

  it.each([
    ["it is a stream of events", [["Content-Type", "text/event-stream"]]],
    ["it is coded already", [TEXT, ["Content-Encoding", "x-own"]]],
    ["it forbids that", [TEXT, ["Cache-Control", "no-transform"]]],
    ["it is a picture", [["Content-Type", "image/png"]]],
  ] as const)("is not compressed if %s", async (_, own) => {
    const answer = await answered(own, { "Accept-Encoding": "br, gzip, zstd" });
    expect(answer.body).toHaveLength(5_000);
    expect(["x-own", undefined]).toContain(answer.headers["content-encoding"]);
  });

  it("which HTTP cannot carry is a fault, of which nothing is shown", async () => {
    const answer = await answered([["X-Broken", "a\nb"]], {});
    expect([answer.status, JSON.parse(answer.body).message]).toEqual([
      500,
      "The service failed unexpectedly",
    ]);
  });
});
