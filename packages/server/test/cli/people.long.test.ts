/** An operator's commands for users, the schema and a check of the service. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { newSailor } from "../../../../test/support/client.ts";
import { emptyDatabase } from "../../../../test/support/database.ts";
import { TEST_SECRET } from "../../../../test/support/server.ts";
import { serviceForTests } from "../../../../test/support/service.ts";
import { ranHere } from "./ran-here.ts";

const service = serviceForTests();
const { api } = service;
const folder = mkdtempSync(join(tmpdir(), "wakelog-people-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command that must succeed; returns its output. */
async function said(...args: readonly string[]): Promise<string> {
  const settings = [`--database-url=${service.database.url}`, `--jwt-secret=${TEST_SECRET}`];
  const ran = await ranHere(...args, ...settings);
  expect(ran, args.join(" ")).toMatchObject({ code: 0, stderr: "" });
  return ran.stdout;
}

it("says so if there are no accounts", async () => {
  expect(await said("user", "list")).toBe("there are no accounts yet\n");
});

it("lists people, proves an address, and locks an account until it is opened again", async () => {
  const sailor = await newSailor(api, "Seagull");
  const signIn = async () =>
    (await api.post("/rpc/login", { email: sailor.email, pass: sailor.password })).status;
  expect(await said("user", "list")).toContain(`${sailor.email}\tnot verified\tSeagull\n`);
  expect(await said("user", "verify", sailor.email)).toBe(`${sailor.email}: address verified\n`);
  expect(await said("user", "list")).toContain(`${sailor.email}\tverified\tSeagull\n`);
  expect(await said("user", "disable", sailor.email)).toBe(`${sailor.email}: disabled\n`);
  expect(await said("user", "list")).toContain(`${sailor.email}\tverified, locked\tSeagull\n`);
  expect(await signIn()).not.toBe(200);
  expect((await api.get("/logs_view", { token: sailor.userToken })).status).not.toBe(200);
  expect(await said("user", "enable", sailor.email)).toBe(`${sailor.email}: enabled\n`);
  expect(await signIn()).toBe(200);
});

it("gives a link for a new password, which works once", async () => {
  const { email } = await newSailor(api, "Curlew");
  const link = new URL((await said("user", "reset", email)).trim().split("\n").at(-1) ?? "");
  expect(link.pathname).toBe("/reset-password");
  const args = {
    uuid: link.searchParams.get("uuid"),
    token: link.searchParams.get("token"),
    pass: "new winds 8",
  };
  expect((await api.post("/rpc/reset", args)).json).toBe(true);
  expect((await api.post("/rpc/login", { email, pass: "new winds 8" })).status).toBe(200);
  expect((await api.post("/rpc/reset", args)).json).toBe(false);
});

it("shows what could not be mailed, and why", async () => {
  const { email } = await newSailor(api, "Petrel");
  await service.drainJobs();
  const outbox = await said("user", "outbox");
  expect(outbox).toContain(`email to ${email}`);
  expect(outbox).toContain("the channel is not set up");
});

it("prints tokens that open what they are for, and no others", async () => {
  const { email } = await newSailor(api, "Tern");
  const admin = (await said("token", "admin_role")).trim();
  const vessels = await api.get("/vessels_view?select=name", { token: admin });
  expect(vessels.json).toContainEqual({ name: "Tern" });
  const bot = (await said("token", "messenger_role")).trim();
  const asked = await api.post("/rpc/messenger", { user_id: 4711 }, { token: bot });
  expect([asked.status, asked.text.includes(email)]).toEqual([200, false]);
  const unknown = await ranHere("token", "captain");
  expect(unknown).toMatchObject({
    code: 64,
    stdout: "",
    stderr: expect.stringContaining("usage: wakelog token"),
  });
});

it("migrates an empty database, and leaves a current one unchanged", {
  timeout: 120_000,
}, async () => {
  const database = await emptyDatabase();
  const migrate = () => ranHere("migrate", `--database-url=${database.url}`, `--jwt-secret=${TEST_SECRET}`);
  const first = await migrate();
  expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining("the schema is up to date in ") });
  expect(first.stderr).toMatch(/schema is at \d+/);
  expect(await migrate()).toMatchObject({ code: 0, stderr: "" });
  await database.drop();
});

it("sails a boat through the service that .env names, and says where there is none", {
  timeout: 120_000,
}, async () => {
  const here = vi.spyOn(process, "cwd").mockReturnValue(folder);
  try {
    writeFileSync(join(folder, ".env"), `WAKELOG_API_PORT=${new URL(service.apiUrl).port}\n`);
    const sailed = await ranHere("simulate", "--fast");
    expect(sailed).toMatchObject({ code: 0, stderr: "" });
    expect(sailed.stdout).toMatch(/the log ".+" is in the logbook: [\d.]+ NM/);
    writeFileSync(join(folder, ".env"), "WAKELOG_API_PORT=1\n");
    const nowhere = await ranHere("simulate", "--fast");
    expect(nowhere).toMatchObject({ code: 1, stdout: "" });
    expect(nowhere.stderr).toContain('no answer from http://localhost:1; is "wakelog start" running?');
  } finally {
    here.mockRestore();
  }
});
