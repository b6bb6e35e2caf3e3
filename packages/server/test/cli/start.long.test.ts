import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "../../../../test/support/cli.ts";
import { client, newSailor } from "../../../../test/support/client.ts";
import { installationForTests, urlIn } from "../../../../test/support/installation.ts";
import { freePort } from "../../src/database/postgres-server/free-port.ts";
import { postmasterOf } from "../faults/processes.ts";

const installation = installationForTests();
const postmaster = async () => (await postmasterOf(join(installation.dataDir, "postgres"))) ?? 0;
const start = (more?: Readonly<Record<string, string>>) => installation.run(["start"], more);

// Each of these starts whole services; a busy machine takes its time.
describe("wakelog start", { timeout: 180_000 }, () => {
  it("says where everything is, keeps what it was told through a stop, and refuses a second start beside it", async () => {
    const first = start();
    const apiUrl = await urlIn(first, "API");
    const sailor = await newSailor(client(apiUrl));
    expect((await fetch(`${await urlIn(first, "Operations")}/ready`)).status).toBe(200);
    expect((await fetch(await urlIn(first, "Dashboard"))).headers.get("content-type")).toContain("text/html");

    const beside = start();
    expect(await beside.ended).toBe(1);
    expect(beside.output()).toMatch(/in use by process \d+/);

    first.process.kill("SIGTERM");
    expect(await first.ended).toBe(0);

    const again = start();
    const signedIn = await client(await urlIn(again, "API")).post("/rpc/login", {
      email: sailor.email,
      pass: sailor.password,
    });
    expect(signedIn.status).toBe(200);
    again.process.kill("SIGINT");
    expect(await again.ended).toBe(0);
  });

  it("suggests a command that reaches it", async () => {
    const service = start();
    const [, suggested = ""] = await service.until(/^ {2}(\S.* simulate .*?) {2,}to watch/m);
    const { status, stdout, stderr } = spawnSync("sh", ["-c", `${suggested} --fast`], {
      encoding: "utf8",
      // Without the settings of the tests.
      env: { PATH: process.env.PATH },
    });
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("is in the logbook");
    service.process.kill("SIGTERM");
    expect(await service.ended).toBe(0);
  });

  it("takes another secret: people sign in again, and boats need a new token", async () => {
    const first = start();
    const sailor = await newSailor(client(await urlIn(first, "API")), "Secret");
    first.process.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    writeFileSync(join(installation.dataDir, "jwt-secret"), `${randomBytes(32).toString("hex")}\n`);

    const again = start();
    const api = client(await urlIn(again, "API"));
    for (const token of [sailor.userToken, sailor.vesselToken])
      expect((await api.get("/metadata", { token })).status).toBe(401);
    const login = await api.post("/rpc/login", { email: sailor.email, pass: sailor.password });
    expect(login.status).toBe(200);
    expect((await api.get("/vessels_view", { token: login.json.token })).json).toHaveLength(1);
    again.process.kill("SIGTERM");
    expect(await again.ended).toBe(0);
  });

  it("recovers from being killed, with everything that was answered", async () => {
    const first = start();
    const sailor = await newSailor(client(await urlIn(first, "API")), "Survivor");
    first.process.kill("SIGKILL");
    await first.ended;
    const again = start();
    const api = client(await urlIn(again, "API"));
    expect((await api.post("/rpc/login", { email: sailor.email, pass: sailor.password })).status).toBe(200);
    again.process.kill("SIGTERM");
    expect(await again.ended).toBe(0);
  });

  it("says at once who has a port that is taken, and which setting changes it", async () => {
    const squatter = createServer();
    await new Promise<void>((done) => squatter.listen(0, "127.0.0.1", done));
    const address = squatter.address();
    const port = typeof address === "object" && address !== null ? String(address.port) : "";
    const dataDir = `${installation.dataDir}-never`;
    for (const setting of ["WAKELOG_API_PORT", "WAKELOG_WEB_PORT", "WAKELOG_ADMIN_PORT"]) {
      const service = start({ WAKELOG_DATA_DIR: dataDir, [setting]: port });
      expect(await service.ended).toBe(1);
      expect(service.output()).toMatch(
        new RegExp(
          `port ${port}: it is taken by process ${process.pid} \\(.+\\)\\. Stop it, or set ${setting} to a free port`,
        ),
      );
    }
    // Before a database was made.
    expect(existsSync(dataDir)).toBe(false);
    squatter.close();
  });

  it("says which two parts were given one port, and which address is none of this machine", async () => {
    const twice = start({ WAKELOG_API_PORT: "3999", WAKELOG_ADMIN_PORT: "3999" });
    expect(await twice.ended).toBe(1);
    expect(twice.output()).toContain("the API and operations cannot both use port 3999");
    // Of a network that is kept for examples (RFC 5737).
    const elsewhere = start({ WAKELOG_HOST: "192.0.2.1", WAKELOG_API_PORT: "3999" });
    expect(await elsewhere.ended).toBe(1);
    expect(elsewhere.output()).toMatch(/the API cannot listen at 192\.0\.2\.1: .*Set WAKELOG_HOST/);
  });

  it("may have one port at two addresses", async () => {
    const port = String(await freePort());
    const apart = start({ WAKELOG_HOST: "127.0.0.2", WAKELOG_API_PORT: port, WAKELOG_ADMIN_PORT: port });
    expect(await urlIn(apart, "API")).toBe(`http://127.0.0.2:${port}`);
    expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200);
    apart.process.kill("SIGTERM");
    expect(await apart.ended).toBe(0);
  });

  it("follows one that is just stopping on the same ports, and says what it waits for", async () => {
    const ports = {
      WAKELOG_API_PORT: String(await freePort()),
      WAKELOG_WEB_PORT: String(await freePort()),
      WAKELOG_ADMIN_PORT: String(await freePort()),
    };
    const first = start(ports);
    const apiUrl = await urlIn(first, "API");
    // A boat in the middle of sending keeps it from ending at once.
    const boat = connect(Number(ports.WAKELOG_API_PORT), "127.0.0.1");
    boat.on("error", () => {});
    boat.write(
      "POST /metrics HTTP/1.1\r\nHost: boat\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n[",
    );
    expect((await fetch(apiUrl)).status).toBe(200);
    first.process.kill("SIGTERM");
    const second = start({ ...ports, WAKELOG_DATA_DIR: `${installation.dataDir}-second` });
    expect(await urlIn(second, "API")).toBe(apiUrl);
    expect((await fetch(apiUrl)).status).toBe(200);
    expect(await first.ended).toBe(0);
    boat.destroy();
    second.process.kill("SIGTERM");
    expect(await second.ended).toBe(0);
  });

  it("goes on if its log can no longer be written", async () => {
    const service = start();
    const apiUrl = await urlIn(service, "API");
    service.process.stdout?.destroy();
    service.process.stderr?.destroy();
    const killed = await postmaster();
    process.kill(killed, "SIGKILL");
    // That is reported in the log, and then the database is back: another one, which is stopped in order too.
    await expect.poll(async () => [0, killed].includes(await postmaster())).toBe(false);
    await expect.poll(async () => (await fetch(apiUrl).catch(() => null))?.status).toBe(200);
    service.process.kill("SIGTERM");
    expect(await service.ended).toBe(0);
  });

  it("leaves no database running when it is stopped before it is ready", async () => {
    const dataDir = `${installation.dataDir}-early`;
    const service = start({ WAKELOG_DATA_DIR: dataDir });
    await expect.poll(() => postmasterOf(join(dataDir, "postgres")), { interval: 10 }).not.toBeNull();
    service.process.kill("SIGINT");
    expect([130, 0]).toContain(await service.ended);
    await expect.poll(() => postmasterOf(join(dataDir, "postgres"))).toBeNull();
  });

  it("lists all configuration problems at once and exits with 78", async () => {
    const service = start({
      WAKELOG_JWT_SECRET: "too short",
      WAKELOG_API_PORT: "three thousand",
      WAKELOG_WEB_POTR: "1",
    });
    expect(await service.ended).toBe(78);
    for (const name of ["WAKELOG_JWT_SECRET", "WAKELOG_API_PORT", "WAKELOG_WEB_POTR"]) {
      expect(service.output()).toContain(name);
    }
    expect(service.output()).not.toContain("too short");
  });
});

describe("wakelog", () => {
  it("explains itself", async () => {
    const help = runCli(["help"]);
    expect(await help.ended).toBe(0);
    expect(help.output()).toContain("wakelog simulate");
    expect(help.output()).toContain("WAKELOG_DATA_DIR");
  });
});
