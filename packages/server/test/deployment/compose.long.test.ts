import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { client, newSailor } from "../../../../test/support/client.ts";
import { cloneDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { TEST_SECRET } from "../../../../test/support/server.ts";
import { freePort } from "../../src/database/postgres-server/free-port.ts";
import { describeSettings, readConfig } from "../../src/settings/config.ts";
import { readDockerfile, type Stage } from "./dockerfile.ts";

const root = resolve(import.meta.dirname, "../../../..");
const source = readFileSync(join(root, "compose.yaml"), "utf8");

const Service = z.object({
  image: z.string(),
  build: z.object({ context: z.literal("."), dockerfile: z.string(), target: z.string().optional() }),
  restart: z.literal("unless-stopped"),
  // Null takes the value of .env, or none.
  environment: z.record(z.string(), z.union([z.string(), z.number()]).nullable()),
  env_file: z.string().optional(),
  ports: z.array(z.string()),
  volumes: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.literal("service_healthy") })).optional(),
  read_only: z.boolean(),
  cap_drop: z.array(z.string()),
  security_opt: z.array(z.string()),
  stop_grace_period: z.string().optional(),
});
const compose = z
  .object({
    services: z.object({ database: Service, api: Service, dashboard: Service }).strict(),
    volumes: z.object({ database: z.null(), data: z.null() }).strict(),
  })
  .parse(parse(source));
const { database, api, dashboard } = compose.services;
const stages = readDockerfile(join(root, "docker/Dockerfile"));
const databaseStage = readDockerfile(join(root, "docker/database.Dockerfile")).get("");
const settings = new Set(describeSettings().map((one) => one.name));

/** A variable of the compose file, as compose itself would fill it in. */
function filledIn(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(
    /\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/g,
    (_all, name: string, how?: string, rest?: string) => {
      const value = variables[name] ?? "";
      if (value !== "" || how === undefined) return value;
      if (how === "?") throw new Error(`${name}: ${rest}`);
      return rest ?? "";
    },
  );
}
function environmentOf(
  service: z.infer<typeof Service>,
  variables: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(service.environment)
      .map(([name, value]) => [name, value === null ? variables[name] : filledIn(String(value), variables)])
      .filter(([, value]) => value !== undefined),
  );
}

describe("compose.yaml", () => {
  it("has the contract's three containers on the contract's three ports", () => {
    const portOf = (service: z.infer<typeof Service>) => service.ports.map((port) => filledIn(port, {}));
    expect(portOf(database)).toEqual(["127.0.0.1:5432:5432"]);
    expect(portOf(api)).toEqual(["127.0.0.1:3000:3000"]);
    expect(portOf(dashboard)).toEqual(["127.0.0.1:8080:8080"]);
    const open = { WAKELOG_HOST: "0.0.0.0" };
    expect(api.ports.map((port) => filledIn(port, open))).toEqual(["0.0.0.0:3000:3000"]);
    expect(database.ports.map((port) => filledIn(port, open))).toEqual(["127.0.0.1:5432:5432"]);
    expect(database.volumes).toEqual(["database:/var/lib/postgresql/data"]);
  });

  it("uses no variable that is not a setting, but for the database container's password", () => {
    const used = [...source.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name ?? "");
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((name) => !settings.has(name) && name !== "POSTGRES_PASSWORD")).toEqual([]);
    const given = [...Object.keys(api.environment), ...Object.keys(dashboard.environment)];
    expect(given.filter((name) => !settings.has(name))).toEqual([]);
  });

  it("fixes what a container listens on, whatever .env says of the machine", () => {
    const elsewhere = Object.fromEntries([...settings].map((name) => [name, "10.0.0.1"]));
    const { WAKELOG_HOST, WAKELOG_API_PORT, WAKELOG_ADMIN_HOST, WAKELOG_ADMIN_PORT } = environmentOf(
      api,
      elsewhere,
    );
    expect([WAKELOG_HOST, WAKELOG_API_PORT]).toEqual(["0.0.0.0", "3000"]);
    expect([WAKELOG_ADMIN_HOST, WAKELOG_ADMIN_PORT]).toEqual(["127.0.0.1", "3001"]);
  });

  it("names no default that differs from the setting's", () => {
    const defaults = new Map(describeSettings().map((one) => [one.name, one.default]));
    for (const [, name = "", fallback] of source.matchAll(/\$\{([A-Z_]+):-([^}]*)\}/g)) {
      expect([name, fallback]).toEqual([name, defaults.get(name)]);
    }
  });

  it("refuses to start without the secrets, and gives the dashboard none of them", () => {
    expect(() => environmentOf(api, { POSTGRES_PASSWORD: "x" })).toThrow("WAKELOG_JWT_SECRET");
    expect(() => environmentOf(database, {})).toThrow("POSTGRES_PASSWORD");
    expect(JSON.stringify(dashboard)).not.toMatch(/SECRET|PASSWORD|env_file/);
  });

  it("gives both services an environment that the configuration accepts", () => {
    const variables = { POSTGRES_PASSWORD: "secret", WAKELOG_JWT_SECRET: TEST_SECRET };
    const forApi = readConfig(environmentOf(api, variables), new Map(), "/");
    expect([forApi.parts, forApi.apiPort, forApi.host]).toEqual(["api", 3000, "0.0.0.0"]);
    expect(forApi.databaseUrl).toBe("postgresql://wakelog:secret@database:5432/wakelog");
    // The rest of the file system is read-only.
    expect(api.volumes).toEqual(["data:/wakelog/data"]);
    expect(readConfig(environmentOf(api, variables), new Map(), "/wakelog").dataDir).toBe("/wakelog/data");
    const forWeb = readConfig(environmentOf(dashboard, variables), new Map(), "/");
    expect([forWeb.parts, forWeb.webPort, forWeb.apiUrl]).toEqual(["web", 8080, ""]);
    const { dataDir } = readConfig(environmentOf(dashboard, variables), new Map(), "/wakelog");
    expect(dashboard.volumes).toEqual([`./charts:${dataDir}/charts:ro`]);
  });

  it("lets the API wait for a healthy database, and both run without rights to spare", () => {
    expect(Object.keys(api.depends_on ?? {})).toEqual(["database"]);
    for (const service of [database, api, dashboard]) {
      expect([service.read_only, service.cap_drop]).toEqual([true, ["ALL"]]);
      expect(service.security_opt).toEqual(["no-new-privileges:true"]);
    }
    for (const { build } of [api, dashboard]) {
      expect(stages.has(build.target ?? "")).toBe(true);
      expect(build.dockerfile).toBe("docker/Dockerfile");
    }
  });

  it("gives the database the time to write what it holds, and the API more than it takes to stop", () => {
    expect([database.stop_grace_period, api.stop_grace_period]).toEqual(["2m", "20s"]);
  });
});

describe("the image of the database", () => {
  it("is PostgreSQL's own, which is made for arm64 too, and looks after its own health", () => {
    expect(databaseStage?.image).toMatch(/^postgres:\d+-[a-z]+$/);
    expect(databaseStage?.user).toBe("postgres");
    expect(databaseStage?.healthCheck[0]).toBe("pg_isready");
    expect(databaseStage?.healthCheck).toContain("--host=127.0.0.1");
  });

  it("sorts text as the embedded database does", () => {
    const cluster = readFileSync(
      join(root, "packages/server/src/database/postgres-server/cluster.ts"),
      "utf8",
    );
    const words = String(database.environment.POSTGRES_INITDB_ARGS).split(" ");
    expect(words.length).toBe(4);
    for (const word of words) expect(cluster).toContain(`"${word}"`);
  });
});

describe.each(["api", "dashboard", "whole"])("the image %s", (target) => {
  const stage = stages.get(target);

  it("is small, runs unprivileged, and looks after its own health without other programs", () => {
    // Not Alpine: the embedded PostgreSQL needs the C library of Debian.
    expect(stage?.image).toMatch(/^node:\d+-[a-z]+-slim$/);
    expect(stage?.user).toBe("node");
    expect(stage?.command[0]).toBe("node");
    expect(stage?.healthCheck.slice(0, 2)).toEqual(["node", "-e"]);
  });

  it("is made of what the source tree has", () => {
    const fromTree = [...stages.values()].flatMap((one) => one.copies.filter((copy) => copy.from === null));
    expect(fromTree.length).toBeGreaterThan(5);
    expect(fromTree.filter((copy) => !existsSync(join(root, copy.source)))).toEqual([]);
    const admitted = readFileSync(join(root, ".dockerignore"), "utf8").split("\n");
    for (const copy of fromTree) expect(admitted).toContain(`!${copy.source.split("/")[0]}`);
  });

  it("holds the map once, for the dashboard or for the pictures in mail", () => {
    const maps = stage?.copies.filter(({ target: to }) => to === "dist/web" || to.endsWith(".pmtiles"));
    expect(maps).toHaveLength(1);
  });
});

/** The images' files laid out as in the image, and their commands run as plain processes. */
describe("what the images run, with their environment and health checks", () => {
  const folder = mkdtempSync(join(tmpdir(), "wakelog-image-"));
  let data: TestDatabase;
  let running: { readonly api: Container; readonly dashboard: Container };
  let ports: { readonly api: number; readonly web: number };

  beforeAll(async () => {
    const built = spawnSync(process.execPath, ["bin/build.mjs"], { cwd: root, encoding: "utf8" });
    expect([built.status, built.stderr]).toEqual([0, expect.any(String)]);
    data = await cloneDatabase();
    ports = { api: await freePort(), web: await freePort() };
    const variables = {
      POSTGRES_PASSWORD: "secret",
      WAKELOG_JWT_SECRET: TEST_SECRET,
      WAKELOG_API_PORT: String(ports.api),
    };
    running = {
      api: start("api", {
        ...environmentOf(api, variables),
        // The container's database and ports, as they are here.
        DATABASE_URL: data.url,
        WAKELOG_API_PORT: String(ports.api),
        WAKELOG_ADMIN_PORT: String(await freePort()),
      }),
      dashboard: start("dashboard", {
        ...environmentOf(dashboard, variables),
        WAKELOG_WEB_PORT: String(ports.web),
        WAKELOG_ADMIN_PORT: String(await freePort()),
      }),
    };
    // A build from nothing, on a slow machine, perhaps after another one.
  }, 600_000);
  afterAll(async () => {
    for (const one of Object.values(running ?? {})) one.child.kill("SIGKILL");
    await data?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  interface Container {
    readonly child: ChildProcess;
    /** Exit code of one health check. */
    healthy(): number | null;
    readonly output: () => string;
  }

  function start(target: string, environment: Readonly<Record<string, string>>): Container {
    const stage = stages.get(target);
    if (stage === undefined) throw new Error(`no stage ${target}`);
    const cwd = join(folder, target);
    layOut(stage, cwd);
    const env = { PATH: process.env.PATH ?? "", ...stage.environment, ...environment };
    const [, ...args] = stage.command;
    const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    const [, ...check] = stage.healthCheck;
    return {
      child,
      healthy: () => spawnSync(process.execPath, check, { cwd, env, timeout: 10_000 }).status,
      output: () => output,
    };
  }

  /** Files by the image's COPY lines; the modules are those of the source tree. */
  function layOut(stage: Stage, cwd: string): void {
    for (const copy of stage.copies) {
      const path = copy.source.replace(/^\/wakelog\//, "");
      const to = join(cwd, copy.target);
      mkdirSync(dirname(to), { recursive: true });
      if (path === "node_modules") symlinkSync(join(root, path), to);
      else cpSync(join(root, path), to, { recursive: true });
    }
  }

  async function becomesHealthy(container: Container): Promise<boolean> {
    for (let i = 0; i < 60 && container.child.exitCode === null; i++) {
      if (container.healthy() === 0) return true;
      await sleep(500);
    }
    return false;
  }

  it("becomes healthy", async () => {
    expect([await becomesHealthy(running.api), running.api.output()]).toEqual([true, expect.any(String)]);
    expect([await becomesHealthy(running.dashboard), running.dashboard.output()]).toEqual([
      true,
      expect.any(String),
    ]);
  }, 90_000);

  it("serves the API on the one and the dashboard, which knows where the API is, on the other", async () => {
    const at = client(`http://127.0.0.1:${ports.api}`);
    const sailor = await newSailor(at, "Container");
    expect((await at.get("/logs_view", { token: sailor.userToken })).json).toEqual([]);
    const page = await fetch(`http://127.0.0.1:${ports.web}/logs`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<html")]);
    const config: unknown = await (await fetch(`http://127.0.0.1:${ports.web}/config.json`)).json();
    expect(config).toEqual({ apiPort: ports.api });
  });

  it("stops in order when told to, and is then no longer healthy", async () => {
    for (const one of Object.values(running)) {
      const ended = once(one.child, "exit");
      one.child.kill("SIGTERM");
      expect(await ended).toEqual([0, null]);
      expect(one.healthy()).toBe(1);
    }
  });
});
