import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { runCli } from "../support/cli.ts";
import { client, newSailor } from "../support/client.ts";
import { installationForTests, urlIn } from "../support/installation.ts";

const installation = installationForTests();
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

  it("names the setting of a port that is taken", async () => {
    const squatter = createServer();
    await new Promise<void>((done) => squatter.listen(0, "127.0.0.1", done));
    const address = squatter.address();
    const port = typeof address === "object" && address !== null ? String(address.port) : "";
    const service = start({ WAKELOG_API_PORT: port });
    expect(await service.ended).toBe(1);
    expect(service.output()).toContain("Set WAKELOG_API_PORT");
    squatter.close();
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

  it("says when a command does not exist", async () => {
    const lost = runCli(["sial"]);
    expect(await lost.ended).toBe(64);
    expect(lost.output()).toContain('There is no command "sial"');
  });
});
