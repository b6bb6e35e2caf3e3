/** A catalogue that is cached, and the ways to have it read again. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Running, runCli } from "../../../../../test/support/cli.ts";
import { type Served, serveFixture, settingsOver } from "./served.ts";

const PATIENCE = { timeout: 20_000 };

let served: Served;
let command: Running;
let url: string;
beforeAll(async () => {
  served = await serveFixture();
  const settings = Object.entries(settingsOver(served.database)).map(([name, value]): [string, string] => [
    `PGRST_${name.toUpperCase().replaceAll("-", "_")}`,
    value,
  ]);
  command = runCli(["data-api"], Object.fromEntries(settings));
  url = (await command.until(/listens at (http:\S+)/))[1] ?? "";
  await vi.waitFor(async () => expect(await status("/sites")).toBe(200), PATIENCE);
});
afterAll(async () => {
  command.process.kill("SIGTERM");
  await command.ended;
  await served.close();
});

const status = async (path: string): Promise<number> => (await fetch(`${url}${path}`)).status;

async function addSatellites(name: string): Promise<void> {
  await served.database.owner.transaction((tx) =>
    tx.script(`create table observatory.${name} (id integer primary key, site_id integer references observatory.sites);
      grant select on observatory.${name} to fixture_anonymous`),
  );
}

describe("a relation that is new", () => {
  it("is not known to the cache until SIGUSR1 has it read again", async () => {
    await addSatellites("moons");
    expect(await status("/sites?select=id,moons(id)")).toBe(400);
    command.process.kill("SIGUSR1");
    await expect.poll(() => status("/sites?select=id,moons(id)"), PATIENCE).toBe(200);
  });

  it("is not known until `notify pgrst, 'reload schema'` has it read again", async () => {
    await addSatellites("rings");
    expect(await status("/sites?select=id,rings(id)")).toBe(400);
    await served.database.owner.transaction((tx) => tx.script("notify pgrst, 'something else'"));
    expect(await status("/sites?select=id,rings(id)")).toBe(400);
    await served.database.owner.transaction((tx) => tx.script("notify pgrst, 'reload schema'"));
    await expect.poll(() => status("/sites?select=id,rings(id)"), PATIENCE).toBe(200);
  });
});
