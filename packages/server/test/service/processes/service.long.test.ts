/** The service in three processes, end to end: they keep one process's promises together. */
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Client, client, newSailor } from "../../../../../test/support/client.ts";
import { installationForTests, urlIn } from "../../../../../test/support/installation.ts";
import { answeringOf } from "./family.ts";
import { ask } from "./spread.ts";

const PATIENCE = { timeout: 60_000, interval: 100 };
const installation = installationForTests({ WAKELOG_PROCESSES: "3", WAKELOG_TRUST_PROXY: "1" });
let api: Client;
let apiUrl: string;
let adminUrl: string;
let pid: number;

beforeAll(async () => {
  const { service } = await installation.start();
  apiUrl = await urlIn(service, "API");
  adminUrl = await urlIn(service, "Operations");
  api = client(apiUrl);
  pid = service.process.pid ?? 0;
}, 120_000);

const measured = async (name: string): Promise<number> => {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  const values = text
    .split("\n")
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return values.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
};

/** Each test is a stranger on another network. */
let networks = 0;
const network = (): Readonly<Record<string, string>> => ({ "X-Forwarded-For": `192.0.2.${++networks}` });

const streams: AbortController[] = [];
afterEach(() => {
  for (const stream of streams.splice(0)) stream.abort();
});

/** Follows a boat on a separate connection. @returns the events so far */
async function follow(
  token: string,
  after?: string,
): Promise<{ readonly status: number; readonly heard: () => string }> {
  const cut = new AbortController();
  streams.push(cut);
  const answer = await fetch(`${apiUrl}/live`, {
    headers: {
      Accept: "text/event-stream",
      Authorization: `Bearer ${token}`,
      ...(after === undefined ? {} : { "Last-Event-ID": after }),
    },
    signal: cut.signal,
  });
  let text = "";
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const bytes of answer.body ?? []) text += decoder.decode(bytes, { stream: true });
  };
  read().catch(() => {});
  return { status: answer.status, heard: () => text };
}

describe("three processes", { timeout: 180_000 }, () => {
  it("are seen in the measurements, which count what all of them answered", async () => {
    expect(await measured("wakelog_processes")).toBe(3);
    expect(await answeringOf(pid)).toHaveLength(3);
    const before = await measured("wakelog_requests_total");
    for (let n = 0; n < 30; n++) expect((await ask(apiUrl, "GET", "/")).status).toBe(200);
    expect(await measured("wakelog_requests_total")).toBe(before + 30);
    expect(await measured("wakelog_pool_size")).toBeGreaterThan(12);
    expect((await fetch(`${adminUrl}/ready`)).status).toBe(200);
  });

  it("let a stranger in as often as one process would, and not three times as often", async () => {
    const headers = network();
    const statuses: number[] = [];
    const left: number[] = [];
    const worker = async (): Promise<void> => {
      while (statuses.length < 640) {
        statuses.push(0);
        const at = statuses.length - 1;
        const answer = await ask(apiUrl, "GET", "/no_such_thing", { headers });
        statuses[at] = answer.status;
        if (answer.status !== 429) left.push(Number(answer.headers["x-ratelimit-remaining"]));
      }
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: 8 }, worker));
    // Otherwise a new minute has begun, and with it new requests.
    expect(performance.now() - began).toBeLessThan(60_000);
    expect(statuses.filter((status) => status !== 429)).toHaveLength(600);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
    expect(left.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 600 }, (_, n) => n));
  });

  it("tell those who follow a boat what another process stored", async () => {
    const sailor = await newSailor(api, "Followed");
    const followed = await Promise.all(Array.from({ length: 6 }, () => follow(sailor.userToken)));
    for (const { status, heard } of followed) {
      expect(status).toBe(200);
      await vi.waitFor(() => expect(heard()).toContain("event: state"), PATIENCE);
    }
    for (let n = 0; n < 3; n++) {
      const time = new Date(Date.now() - (3 - n) * 1000).toISOString();
      const row = { time, latitude: 60 + n / 1000, longitude: 24, status: "sailing" };
      const stored = await ask(apiUrl, "POST", "/metrics", { token: sailor.vesselToken, body: [row] });
      expect(stored.status).toBe(201);
    }
    for (const { heard } of followed) {
      await vi.waitFor(() => {
        for (const latitude of ["60.001", "60.002"]) expect(heard()).toContain(latitude);
      }, PATIENCE);
    }
  });

  it("take up a stream again after what another process told", async () => {
    const sailor = await newSailor(api, "Resumed");
    const first = await follow(sailor.userToken);
    await vi.waitFor(() => expect(first.heard()).toContain("event: state"), PATIENCE);
    const from = /^id: (.+)$/m.exec(first.heard())?.[1] ?? "";
    for (let n = 0; n < 3; n++) {
      const time = new Date(Date.now() - (3 - n) * 1000).toISOString();
      const row = { time, latitude: 60 + n / 1000, longitude: 24, status: "sailing" };
      await ask(apiUrl, "POST", "/metrics", { token: sailor.vesselToken, body: [row] });
    }
    const told = (heard: string) => [...heard.matchAll(/^data: (.+)$/gm)].map(([, data]) => data);
    await vi.waitFor(() => expect(first.heard()).toContain("60.002"), PATIENCE);
    const again = await Promise.all(Array.from({ length: 8 }, () => follow(sailor.userToken, from)));
    for (const { heard } of again) {
      await vi.waitFor(() => expect(heard()).toContain("60.002"), PATIENCE);
      expect(heard()).not.toContain("event: state");
    }
    const row = { time: new Date().toISOString(), latitude: 60.003, longitude: 24, status: "sailing" };
    await ask(apiUrl, "POST", "/metrics", { token: sailor.vesselToken, body: [row] });
    await vi.waitFor(() => expect(first.heard()).toContain("60.003"), PATIENCE);
    for (const { heard } of again) {
      await vi.waitFor(() => expect(told(heard())).toEqual(told(first.heard()).slice(1)), PATIENCE);
    }
    const unknown = await follow(sailor.userToken, "unknown-1");
    await vi.waitFor(() => expect(unknown.heard()).toContain("event: state"), PATIENCE);
  });

  it("let an account follow with forty streams, whichever processes hold them", async () => {
    const sailor = await newSailor(api, "Crowded");
    const open = await Promise.all(Array.from({ length: 40 }, () => follow(sailor.userToken)));
    expect(open.map(({ status }) => status)).toEqual(Array(40).fill(200));
    expect((await follow(sailor.userToken)).status).toBe(429);
    streams[0]?.abort();
    await vi.waitFor(async () => expect((await follow(sailor.userToken)).status).toBe(200), PATIENCE);
  });

  it("refuse a token in every one of them once it was revoked in one", async () => {
    const sailor = await newSailor(api, "Revoked");
    const read = () => ask(apiUrl, "GET", "/logs_view", { token: sailor.userToken });
    for (let n = 0; n < 6; n++) expect((await read()).status).toBe(200);
    const out = await ask(apiUrl, "POST", "/rpc/sign_out_everywhere_fn", {
      token: sailor.userToken,
      body: {},
    });
    expect(out.status).toBe(200);
    for (let n = 0; n < 6; n++) expect((await read()).status).toBe(401);
  });

  it("compute two passwords at a time, and have sixteen more wait, all of them together", async () => {
    const sailor = await newSailor(api, "Signing in");
    const body = { email: sailor.email, pass: "not the password" };
    const answers = await Promise.all(
      Array.from({ length: 60 }, () =>
        ask(apiUrl, "POST", "/rpc/login", {
          body: { ...body, email: `${Math.random()}@example.org` },
          headers: network(),
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    // Each of the three alone would have room for eighteen, and so refuse hardly anyone.
    expect(statuses).toContain(503);
    expect(statuses).toContain(401);
    // On a busy machine strangers also wait too long for a connection.
    expect(statuses.filter((status) => ![401, 503, 504].includes(status))).toEqual([]);
  });
});
