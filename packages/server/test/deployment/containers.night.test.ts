/** The containers themselves, where `.ci/containers` has built and started them: a voyage, every container ended and back, the end. */
import { spawnSync } from "node:child_process";
import { describe, expect, it, vi } from "vitest";
import { client, newSailor, type Sailor } from "../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../test/support/passage.ts";

const absent = process.env.WAKELOG_TEST_CONTAINERS !== "started";

/** For a machine that builds, tests and runs eight programs at once. */
const PATIENCE = { timeout: 90_000, interval: 500 };
vi.setConfig({ testTimeout: 3 * PATIENCE.timeout });

const DEPLOYMENTS = [
  {
    name: "three containers",
    containers: ["wakelog_database_1", "wakelog_api_1", "wakelog_dashboard_1"],
    apiUrl: "http://127.0.0.1:3000",
    webUrl: "http://127.0.0.1:8080",
  },
  {
    name: "one container",
    containers: ["wakelog"],
    apiUrl: "http://127.0.0.1:13000",
    webUrl: "http://127.0.0.1:18080",
  },
];

interface Outcome {
  readonly status: number | null;
  readonly output: string;
}

/** Status null means a time-out. */
function run(program: string, ...args: readonly string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
    timeout: PATIENCE.timeout,
  });
  return { status, output: `${stdout}${stderr}` };
}
const podman = (...args: readonly string[]): Outcome => run("podman", ...args);

/** Podman's verdict is checked too: a failing check within the start period is not a fault. */
function health(name: string): readonly unknown[] {
  const { status } = podman("healthcheck", "run", name);
  return [name, status, podman("inspect", "--format", "{{.State.Health.Status}}", name).output.trim()];
}

/**
 * Makes a container resolve its neighbours again. Docker announces new hardware addresses; netavark of Debian 12 does
 * not, so names can fail for up to a minute.
 */
function forgetNeighbours(name: string): void {
  const process = podman("inspect", "--format", "{{.State.Pid}}", name).output.trim();
  expect(run("nsenter", "--target", process, "--net", "ip", "neighbour", "flush", "all").status).toBe(0);
}

describe.skipIf(absent).each(DEPLOYMENTS)("in $name", ({ containers, apiUrl, webUrl }) => {
  const api = client(apiUrl);
  const rows = passage(Date.now() - 8 * 3_600_000, DAY_TRIP);
  const last = rows.at(-1);
  let sent = 0;
  let sailor: Sailor;

  /** Each container's own health check passes. */
  async function healthy(): Promise<void> {
    for (const name of containers) {
      await expect.poll(() => health(name), PATIENCE).toEqual([name, 0, "healthy"]);
    }
  }

  /** The boat repeats its position; answers 201. */
  async function sendOneMore(): Promise<void> {
    sent += 1;
    const time = new Date(Date.parse(String(last?.time)) + sent * 60_000).toISOString();
    const answer = await api.post("/metrics?select=time", [{ ...last, time }], { token: sailor.vesselToken });
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  }

  async function read(path: string): Promise<unknown> {
    const answer = await api.get(path, { token: sailor.userToken });
    return answer.status === 200 ? answer.json : answer.status;
  }

  const times = () => read("/metrics?select=time&order=time");
  const logs = () => read("/logs_view?select=id,name,started,ended,distance&order=started");

  it("each becomes healthy", healthy);

  it.each(containers)("%s has no rights to spare, and nothing to write on but its volume", (name) => {
    const status = podman("exec", name, "cat", "/proc/self/status").output;
    expect(status).toMatch(/^Uid:\s+[1-9]/m);
    expect(status).toMatch(/^CapEff:\s+0+$/m);
    expect(status).toMatch(/^CapBnd:\s+0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
    for (const folder of ["", "/etc", "/usr/local/bin", "/wakelog", "/var/tmp"]) {
      const { output } = podman("exec", name, "touch", `${folder}/written`);
      expect(output).toMatch(/Read-only file system|No such file or directory/);
    }
  });

  it("a boat sails through: from a sign-up to two finished logs", async () => {
    sailor = await newSailor(api, "Container");
    const answer = await api.post("/metrics?select=time", rows, { token: sailor.vesselToken });
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    expect(await times()).toHaveLength(rows.length);
    const finished = { name: expect.any(String), distance: expect.any(Number) };
    await expect.poll(logs, PATIENCE).toMatchObject([finished, finished]);
    const page = await fetch(`${webUrl}/logs`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')]);
  });

  const endings = containers.flatMap((name) => [
    { name, ending: "restarted", end: () => podman("restart", name) },
    {
      name,
      ending: "killed and started",
      end: () => {
        podman("kill", "--signal", "KILL", name);
        return podman("start", name);
      },
    },
  ]);
  it.each(endings)("no row and no log is lost when $name is $ending", async ({ end }) => {
    await sendOneMore();
    const before = { times: await times(), logs: await logs() };
    expect(before.times).toHaveLength(rows.length + sent);
    expect(before.logs).toHaveLength(2);
    expect(end()).toMatchObject({ status: 0 });
    containers.forEach(forgetNeighbours);
    await healthy();
    await expect.poll(times, PATIENCE).toEqual(before.times);
    expect(await logs()).toEqual(before.logs);
    await expect
      .poll(
        () =>
          fetch(webUrl).then(
            (page) => page.status,
            () => 0,
          ),
        PATIENCE,
      )
      .toBe(200);
    await sendOneMore();
  });

  it("each stops when told to, in order and in time", async () => {
    for (const name of containers.toReversed()) {
      const began = performance.now();
      expect([name, podman("stop", "--time", "60", name).status]).toEqual([name, 0]);
      expect(performance.now() - began).toBeLessThan(40_000);
      const state = podman("inspect", "--format", "{{.State.Status}} {{.State.ExitCode}}", name).output;
      expect([name, state.trim()]).toEqual([name, "exited 0"]);
    }
  });
});
