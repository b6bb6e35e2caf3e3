/** How processes end: killed, replaced, stopped. Acknowledged data stays, and no request fails. */
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { newSailor } from "../../../../../test/support/client.ts";
import { installationForTests, urlIn } from "../../../../../test/support/installation.ts";
import { answeringOf } from "./family.ts";
import { ask } from "./spread.ts";

const PATIENCE = { timeout: 60_000, interval: 100 };
const installation = installationForTests({ WAKELOG_PROCESSES: "3", WAKELOG_RATE_LIMITS: "off" });
const BEGAN = Date.UTC(2026, 4, 1);

/** A row of a boat at rest, by its number. */
const row = (n: number) => ({
  time: new Date(BEGAN + n * 1000).toISOString(),
  latitude: 60,
  longitude: 24,
  speedoverground: 0,
  status: "moored",
});

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe("processes that answer requests", { timeout: 240_000 }, () => {
  it("may be stuck: one that no longer answers is replaced", async () => {
    const { service } = await installation.start();
    const pid = service.process.pid ?? 0;
    const [stuck = 0] = await answeringOf(pid);
    process.kill(stuck, "SIGSTOP");
    await vi.waitFor(
      async () => {
        const now = await answeringOf(pid);
        expect(now).not.toContain(stuck);
        expect(now).toHaveLength(3);
      },
      { timeout: 150_000, interval: 500 },
    );
    service.process.kill("SIGTERM");
    expect(await service.ended).toBe(0);
  });

  it("may be killed one after another: no acknowledged row is lost, and others take their place", async () => {
    const { service, api } = await installation.start();
    const apiUrl = await urlIn(service, "API");
    const pid = service.process.pid ?? 0;
    const boats = [await newSailor(api, "First"), await newSailor(api, "Second")];
    const acknowledged = boats.map(() => new Set<number>());
    let isOver = false;
    const refused = new Set<number>();
    const sail = async (boat: number): Promise<void> => {
      for (let n = 0; !isOver; n++) {
        const token = boats[boat]?.vesselToken ?? "";
        // As a boat does: until it hears that the row is there, it sends it again.
        for (let isThere = false; !isThere && !isOver; ) {
          const answer = await ask(apiUrl, "POST", "/metrics", { token, body: [row(n)] }).catch(() => null);
          isThere = answer?.status === 201;
          if (isThere) acknowledged[boat]?.add(n);
          else if (answer !== null) refused.add(answer.status);
        }
      }
    };
    const sailing = boats.map((_, boat) => sail(boat));
    const first = await answeringOf(pid);
    expect(first).toHaveLength(3);
    for (const victim of first) {
      const before = acknowledged.map(({ size }) => size);
      process.kill(victim, "SIGKILL");
      await vi.waitFor(async () => {
        const now = await answeringOf(pid);
        expect(now).toHaveLength(3);
        expect(now).not.toContain(victim);
      }, PATIENCE);
      await vi.waitFor(() => {
        for (const [boat, { size }] of acknowledged.entries())
          expect(size).toBeGreaterThan((before[boat] ?? 0) + 5);
      }, PATIENCE);
    }
    isOver = true;
    await Promise.all(sailing);
    expect([...refused]).toEqual([]);
    for (const [boat, { vesselToken }] of boats.entries()) {
      const stored = await api.get("/metrics?select=time&order=time", { token: vesselToken });
      const times = new Set(stored.json.map(({ time }: { time: string }) => Date.parse(time)));
      const lost = [...(acknowledged[boat] ?? [])].filter((n) => !times.has(BEGAN + n * 1000));
      expect(lost).toEqual([]);
      expect(times.size).toBe(stored.json.length);
    }

    const answering = await answeringOf(pid);
    const began = performance.now();
    service.process.kill("SIGTERM");
    expect(await service.ended).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(answering.filter(isAlive)).toEqual([]);
  });

  it("are replaced without one failed request, also of clients that keep their connections", async () => {
    const { service, api } = await installation.start();
    const apiUrl = await urlIn(service, "API");
    const webUrl = await urlIn(service, "Dashboard");
    const pid = service.process.pid ?? 0;
    /** The API at the dashboard's own address. */
    const near: [string, string] = [webUrl, "/api"];
    const sailor = await newSailor(api, "Replaced");
    const former = await answeringOf(pid);
    let isOver = false;
    let asked = 0;
    const failures: string[] = [];
    let closed = 0;
    const work = async (
      agent: Agent,
      pause: number,
      write: number | null,
      [url, path] = [apiUrl, ""],
    ): Promise<void> => {
      for (let n = 0; !isOver; n++) {
        const answer =
          write === null
            ? ask(url, "GET", `${path}/logs_view`, { token: sailor.userToken, agent })
            : ask(url, "POST", `${path}/metrics`, {
                token: sailor.vesselToken,
                agent,
                body: [row(write * 100_000 + n)],
              });
        asked++;
        await answer.then(
          ({ status, headers }) => {
            if (headers.connection === "close" && isKept(agent)) closed++;
            if (status !== (write === null ? 200 : 201)) failures.push(String(status));
          },
          (cause: unknown) => void failures.push(String(cause)),
        );
        await sleep(pause);
      }
    };
    const keeping = new Set<Agent>();
    const isKept = (agent: Agent): boolean => keeping.has(agent);
    const kept = (): Agent => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      keeping.add(agent);
      return agent;
    };
    const working = [
      ...[0, 1, 5, 20, 100, 101, 102, 250].map((pause) => work(kept(), pause, null)),
      work(kept(), 10, 0),
      work(new Agent({ keepAlive: false }), 10, 1),
      work(new Agent({ keepAlive: false }), 0, null),
      work(kept(), 50, null, near),
      work(kept(), 50, 2, near),
      work(new Agent({ keepAlive: false }), 0, null, near),
      work(new Agent({ keepAlive: false }), 10, 3, near),
    ];
    const page = async (): Promise<void> => {
      while (!isOver) {
        const answer = await fetch(webUrl).catch(() => null);
        if (answer?.status !== 200) failures.push(`the dashboard: ${answer?.status}`);
        await answer?.arrayBuffer();
        await sleep(20);
      }
    };
    working.push(page());
    // Twice, so that those are replaced too that replaced others.
    for (let time = 0; time < 2; time++) {
      const before = await answeringOf(pid);
      service.process.kill("SIGHUP");
      await vi.waitFor(async () => {
        const now = await answeringOf(pid);
        expect(now.filter((one) => !before.includes(one)).length).toBeGreaterThanOrEqual(3);
      }, PATIENCE);
    }
    // Those that took over are the only ones that are left: the others end when their clients have let go.
    await vi.waitFor(async () => expect((await answeringOf(pid)).length).toBe(3), {
      timeout: 120_000,
      interval: 200,
    });
    expect((await answeringOf(pid)).some((one) => former.includes(one))).toBe(false);
    isOver = true;
    await Promise.all(working);
    expect(failures).toEqual([]);
    expect(asked).toBeGreaterThan(500);
    expect(closed).toBeGreaterThanOrEqual(11);
    service.process.kill("SIGTERM");
    expect(await service.ended).toBe(0);
  });

  it("end with the one that started them, however it ends", async () => {
    const { service } = await installation.start();
    const answering = await answeringOf(service.process.pid ?? 0);
    expect(answering).toHaveLength(3);
    service.process.kill("SIGKILL");
    await vi.waitFor(() => expect(answering.filter(isAlive)).toEqual([]), PATIENCE);
  });

  it("do not start where one cannot: the first one says why, and ends", async () => {
    const taken = await installation.start();
    const port = new URL(await urlIn(taken.service, "API")).port;
    const data = `${installation.dataDir}-elsewhere`;
    const beside = installation.run(["start"], { WAKELOG_DATA_DIR: data, WAKELOG_API_PORT: port });
    expect(await beside.ended).toBe(1);
    expect(beside.output()).toContain("set WAKELOG_API_PORT to a free port");
    taken.service.process.kill("SIGTERM");
    expect(await taken.service.ended).toBe(0);
    // The other one might have been just stopping, so it is waited for.
  }, 60_000);
});
