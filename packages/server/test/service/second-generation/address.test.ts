/** `/v2` before the paths of the API: the second generation, on the same socket with the same rules. */
import type { Observation } from "@wakelog/kit/observe.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { client } from "../../../../../test/support/client.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { generatedVoyage } from "../../../../../test/support/voyage.ts";

const observed: Observation[] = [];
let service: TestService;
let skipper: Skipper;
const api = client(() => service.apiUrl);
const token = () => skipper.sailor.userToken;

beforeAll(async () => {
  service = await startService({}, (one) => void observed.push(one));
  skipper = await newSkipper(service);
  await skipper.send(generatedVoyage(Date.now() - 86_400_000));
});
afterAll(() => service.stop());

/** What both addresses answer to a request. */
async function both(path: string, headers: Readonly<Record<string, string>> = {}) {
  const first = await api.get(path, { token: token(), headers });
  const second = await api.get(`/v2${path}`, { token: token(), headers });
  return { first, second };
}

describe("/v2", () => {
  test("has every resource and procedure of the root", async () => {
    const { paths } = (await api.get("/", { token: token() })).json;
    for (const path of Object.keys(paths).filter((one) => paths[one].get !== undefined && one !== "/")) {
      const { first, second } = await both(path);
      expect([path, second.status]).toEqual([path, first.status]);
    }
    for (const path of ["/nothing_here", "/rpc/nothing_here", "/a/b/c", "/v2/logs_view"]) {
      const { first, second } = await both(path);
      expect([path, second.status, second.json.code]).toEqual([path, 404, first.json.code]);
    }
  });

  test("is the root of its address, with or without a slash", async () => {
    for (const path of ["/v2", "/v2/"]) {
      const answer = await api.get(path, { token: token() });
      expect(answer.json).toMatchObject({ swagger: "2.0", basePath: "/v2" });
    }
    expect((await api.get("/", { token: token() })).json.basePath).toBe("/");
    expect((await api.get("/v20/logs_view", { token: token() })).status).toBe(404);
  });

  test("stands before the places that answers name", async () => {
    const { first, second } = await both("/logs_view?limit=1");
    expect(first.headers.get("content-location")).toBe("/logs_view?limit=1");
    expect(second.headers.get("content-location")).toBe("/v2/logs_view?limit=1");
    const made = { name: "bay", latitude: 60.1, longitude: 23.1 };
    const headers = { Prefer: "return=headers-only" };
    const answer = await api.post("/v2/moorages", made, { token: token(), headers });
    expect(answer.headers.get("location")).toMatch(/^\/v2\/moorages\?/);
    expect((await api.get(answer.headers.get("location") ?? "", { token: token() })).json).toHaveLength(1);
    expect((await api.get("/moorages?name=eq.bay", { token: token() })).json).toHaveLength(1);
  });

  test("answers browsers, caches and slow links as the root does", async () => {
    const ask = { token: token(), headers: { Origin: "https://sail.example", "Accept-Encoding": "gzip" } };
    const names = ["access-control-allow-origin", "content-encoding", "vary", "content-range", "server"];
    const headers = async (path: string) => {
      const answer = await api.get(path, ask);
      return names.map((name) => answer.headers.get(name));
    };
    expect(await headers("/v2/log_view")).toEqual(await headers("/log_view"));
    const preflight = await fetch(`${service.apiUrl}/v2/logs_view`, {
      method: "OPTIONS",
      headers: { Origin: "https://sail.example", "Access-Control-Request-Method": "PATCH" },
    });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([
      200,
      "https://sail.example",
    ]);
    // A log may be finished in between.
    const again = async () => {
      const etag = (await api.get("/v2/log_view", { token: token() })).headers.get("etag") ?? "";
      return (await api.get("/v2/log_view", { token: token(), headers: { "If-None-Match": etag } })).status;
    };
    await expect.poll(again).toBe(304);
  });

  test("opens live streams", async () => {
    const aborted = new AbortController();
    const headers = { Authorization: `Bearer ${token()}`, Accept: "text/event-stream" };
    const answer = await fetch(`${service.apiUrl}/v2/live`, { headers, signal: aborted.signal });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      200,
      "text/event-stream; charset=utf-8",
    ]);
    aborted.abort();
  });

  test("is logged as sent, and measured as the root's", async () => {
    await both("/logs_view?limit=1");
    const last = observed.filter((one) => one.kind === "answered").slice(-2);
    expect(last).toMatchObject([
      { path: "/logs_view", route: "read", role: "user_role" },
      { path: "/v2/logs_view", route: "read", role: "user_role" },
    ]);
  });

  test("keeps the answer to a keyed write for itself", async () => {
    const headers = { "Idempotency-Key": "once", Prefer: "return=headers-only" };
    const send = (path: string) =>
      api.post(path, { name: "cove", latitude: 60.2, longitude: 23.2 }, { token: token(), headers });
    const answers = [];
    for (const path of ["/moorages", "/v2/moorages", "/v2/moorages"]) answers.push(await send(path));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const places = answers.map((answer) => answer.headers.get("location"));
    expect(places[1]).toMatch(/^\/v2\//);
    expect(places[2]).toBe(places[1]);
    expect((await api.get("/moorages?name=eq.cove", { token: token() })).json).toHaveLength(2);
  });
});

describe("a token", () => {
  test("got at one address is valid at the other", async () => {
    const { email, password } = skipper.sailor;
    const got = await api.post("/v2/rpc/login", { email, pass: password });
    expect((await api.get("/logs_view", { token: got.json.token })).status).toBe(200);
    expect((await api.post("/v2/rpc/login", { email, pass: "wrong one" })).status).toBe(401);
  });
});

test("without legacy names there is no such address", async () => {
  const plain = await startService({ WAKELOG_ALIASES: "off" });
  try {
    for (const path of ["/v2", "/v2/", "/v2/stays_at", "/v2/rpc/versions_fn"]) {
      expect([path, (await client(plain.apiUrl).get(path)).status]).toEqual([path, 404]);
    }
    expect((await client(plain.apiUrl).get("/stays_at")).status).toBe(200);
  } finally {
    await plain.stop();
  }
});
