/** How exchanges travel: compressed bodies, short answers, dead keys. */
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { ago, type LinkedBoat, linkedBoat, newStream, PATHS, row } from "./linked-boat.ts";

const service = serviceForTests();
const { api } = service;

const send = (boat: LinkedBoat, body: object, headers: Readonly<Record<string, string>> = {}) =>
  api.post("/link", body, { token: boat.key, headers });
const metrics = async (boat: LinkedBoat, query = "") =>
  (await api.get(`/metrics?order=time${query}`, { token: boat.userToken })).json;
describe("bodies", () => {
  it("may be compressed by gzip and br, on the link and elsewhere", async () => {
    const boat = await linkedBoat(api);
    for (const [at, [coding, packed]] of (
      [
        ["gzip", gzipSync],
        ["br", brotliCompressSync],
      ] as const
    ).entries()) {
      const post = (path: string, token: string, body: object) =>
        fetch(service.apiUrl + path, {
          method: "POST",
          headers: {
            Authorization: `Bearer ${token}`,
            "Content-Type": "application/json",
            "Content-Encoding": coding,
          },
          body: new Uint8Array(packed(JSON.stringify(body))),
        });
      const stream = newStream();
      const linked = await post("/link", boat.key, { stream, paths: PATHS, rows: [row(1, ago(5) + at)] });
      expect([coding, linked.status]).toEqual([coding, 200]);
      const posted = await post("/metrics", boat.vesselToken, [
        { time: new Date(ago(9) + at).toISOString() },
      ]);
      expect([coding, posted.status]).toEqual([coding, 201]);
    }
    expect(await metrics(boat)).toHaveLength(4);
  });
});

describe("by satellite", () => {
  it("the answer is as short as can be", async () => {
    const boat = await linkedBoat(api);
    const stream = newStream();
    await send(boat, { stream, paths: PATHS, rows: [] });
    const answer = await send(
      boat,
      { stream, mode: "satellite", rows: [[1841, ago(1), 59.82345, 22.97123, { "1": 2.7 }, { part: true }]] },
      { Origin: "http://localhost:1" },
    );
    expect(answer.json).toEqual({ ack: [[1841, 1841]], stored: 1 });
    const head = [...answer.headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
    const bytes = "HTTP/1.1 200 OK\r\n".length + head.length + 2 + answer.text.length;
    expect(bytes).toBeLessThanOrEqual(260);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });
});

describe("an unlinked boat", () => {
  it("gets 401, and its rows stay", async () => {
    const boat = await linkedBoat(api);
    const stream = newStream();
    await send(boat, { stream, paths: PATHS, rows: [row(1, ago(1))] });
    const [{ id }] = (await api.get("/boat_links_view", { token: boat.userToken })).json;
    await api.post("/rpc/unlink_boat_fn", { _id: id }, { token: boat.userToken });
    expect((await send(boat, { stream, rows: [row(2, ago(1))] })).status).toBe(401);
    expect(await metrics(boat)).toHaveLength(1);
  });
});
