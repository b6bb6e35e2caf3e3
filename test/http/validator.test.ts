/** A client that has an answer already is told so: nothing travels twice over a thin link. */
import { request } from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../support/client.ts";
import { serviceForTests } from "../support/service.ts";

const service = serviceForTests();
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

/** As it travels: `fetch` would unpack it and keep it. */
function raw(path: string, headers: Readonly<Record<string, string>> = {}, method = "GET"): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request(service.apiUrl + path, { method, headers }, (answer) => {
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
