/** Pairing with another boat ashore, in the same run of the plugin. */
import { expect, it } from "vitest";
import { Boat } from "../boat.ts";
import { emptyFolder } from "../folder.ts";
import { selfSigned } from "./self-signed.ts";
import { SmallShore } from "./small-shore.ts";

/** A boat that is paired, and another shore. */
async function between() {
  const [first, second] = [await SmallShore.start(), await SmallShore.start()];
  second.vessel = { id: "13", name: "Bris" };
  const boat = new Boat(emptyFolder());
  boat.start({ pairing: first.line });
  await expect.poll(() => first.exchanges.length).toBeGreaterThan(0);
  const pairAgain = () => boat.server.ask("POST /pair", {}, { line: second.line });
  return { boat, first, pairAgain, second };
}

const alert = { id: 12, name: "Bilge", severity: "alarm", message: "Water", acknowledged: false };

it("tells the other boat what she is, and takes the former one's alerts away", async () => {
  const { boat, first, pairAgain, second } = await between();
  boat.server.values.set("name", { value: "Aava" });
  first.tell({ alerts: { version: 7, raised: [alert] } });
  await expect
    .poll(() => boat.server.values.get("notifications.wakelog.12"))
    .toMatchObject({
      value: { state: "alarm" },
    });
  expect((await pairAgain()).code).toBe(200);
  await expect.poll(() => second.exchanges.length).toBeGreaterThan(0);
  expect(second.exchanges[0]?.body).toMatchObject({ about: { name: "Aava" }, alerts: 0 });
  expect(boat.server.values.get("notifications.wakelog.12")).toMatchObject({ value: { state: "normal" } });
});

it("polls at once, although the former server refused the key", async () => {
  const { boat, first, pairAgain, second } = await between();
  await expect.poll(() => first.polls).toBeGreaterThan(0);
  first.refuse();
  // The poll is tried again, and refused.
  await new Promise((done) => setTimeout(done, 1500));
  boat.server.say("notifications.test", { state: "warn", message: "new" });
  await expect.poll(async () => (await boat.status()).state).toBe("refused");
  expect((await pairAgain()).code).toBe(200);
  await expect.poll(() => second.polls, { timeout: 8000 }).toBeGreaterThan(0);
});

it("is not kept from it by a certificate that is pinned for the former server", async () => {
  const { boat, first } = await between();
  first.tell({ settings: { version: 2, certificate: "AB".repeat(32) } });
  const events = async () => JSON.stringify((await boat.server.ask("GET /events")).body);
  await expect.poll(events).toContain('"settings"');
  const { port } = await selfSigned();
  const line = `https://localhost:${port}/7K3M9QXP`;
  const { body } = await boat.server.ask("POST /pair", {}, { line });
  // It is judged as certificates of unknown servers are.
  expect(Object(body).message).toMatch(/self-signed/);
});
