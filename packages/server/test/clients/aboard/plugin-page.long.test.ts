/** The page of the plugin on board, as it is published, in a browser: it asks its own server alone. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import {
  type Browser,
  hasChromium,
  NO_CHROMIUM,
  openBrowser,
  PATIENCE,
} from "../../../../dashboard/test/journeys/browser.ts";
import type { Plugin } from "../../../../signalk-wakelog/src/plugin.ts";
import type { ServerApp } from "../../../../signalk-wakelog/src/server-api.ts";
import { SmallShore } from "../../../../signalk-wakelog/test/link/small-shore.ts";
import { StubServer } from "../../../../signalk-wakelog/test/stub-server.ts";
import { type BuiltPlugin, buildPlugin } from "./built-plugin.ts";

const ROUTES = "/plugins/signalk-wakelog";
const PAGE = "/signalk-wakelog/";
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".png": "image/png",
};
const entry = z.custom<(app: ServerApp) => Plugin>((value) => typeof value === "function");

let built: BuiltPlugin;
let plugin: Plugin;
let aboard: StubServer;
let web: Server;
let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), "wakelog-page-"));

/** Answers as Signal K's server does: the page's files, and the plugin's routes. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://boat");
  if (pathname.startsWith(ROUTES)) {
    let text = "";
    for await (const part of request) text += String(part);
    const route = `${request.method} ${pathname.slice(ROUTES.length)}`;
    const query = Object.fromEntries(searchParams);
    const { code, body } = await aboard.ask(route, query, text === "" ? undefined : JSON.parse(text));
    response.writeHead(code, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    return;
  }
  const path = join(built.folder, "public", pathname.slice(PAGE.length) || "index.html");
  if (!existsSync(path)) response.writeHead(404).end();
  else response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "" }).end(readFileSync(path));
}

beforeAll(async () => {
  if (!hasChromium) return;
  built = buildPlugin();
  aboard = new StubServer(folder);
  plugin = entry.parse(createRequire(import.meta.url)(built.main))(aboard);
  plugin.registerWithRouter(aboard.router());
  plugin.start({});
  web = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => web.listen(0, "127.0.0.1", done));
  browser = await openBrowser();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  web?.closeAllConnections();
  web?.close();
  await plugin?.stop();
  built?.remove();
  rmSync(folder, { recursive: true, force: true });
});

it.skipIf(!hasChromium)(
  hasChromium ? "shows link, buffer, track, alarms, anchor and pairing, and works" : NO_CHROMIUM,
  async () => {
    const shore = await SmallShore.start();
    const { page } = browser;
    const faults: string[] = [];
    const asked = new Set<string>();
    page.on("pageerror", ({ message }) => faults.push(message));
    page.on("request", (request) => asked.add(new URL(request.url()).origin));
    const alarm = { state: "alarm", method: ["visual", "sound"], message: "Water in the bilge" };
    aboard.values.set("notifications.electrical.bilgePump", { value: alarm });
    for (let fix = 0; fix < 4; fix += 1) {
      aboard.say("navigation.speedOverGround", 2 + fix);
      aboard.say("navigation.position", { latitude: 59.8 + fix / 1000, longitude: 22.9 + fix / 2000 });
      aboard.say("notifications.electrical.bilgePump", { ...alarm, message: `Water in the bilge, ${fix}` });
      await new Promise((done) => setTimeout(done, 1100));
    }
    const address = web.address();
    const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    await page.goto(origin + PAGE);
    const section = (name: string) =>
      page.locator("section", { has: page.getByRole("heading", { name, exact: true }) });
    await section("Link").getByText("Not paired").waitFor(PATIENCE);
    await section("Today's track").locator("polyline").first().waitFor(PATIENCE);
    await section("Alarms").getByText("Water in the bilge, 3").waitFor(PATIENCE);
    await section("Alarms").getByRole("button", { name: "Acknowledge" }).click(PATIENCE);
    const said = () => aboard.values.get("notifications.electrical.bilgePump");
    await expect.poll(said, PATIENCE).toMatchObject({ value: { method: [] } });

    await section("Anchor watch").getByRole("button", { name: "Set here" }).click(PATIENCE);
    await section("Anchor watch").getByText("Inside the circle (40 m)").waitFor(PATIENCE);
    expect(await section("Anchor watch").locator("circle").count()).toBe(3);

    await section("Pairing").getByRole("textbox").fill(shore.line);
    await section("Pairing").getByRole("button", { name: "Pair" }).click(PATIENCE);
    await section("Pairing").getByText("Paired with Aava").waitFor(PATIENCE);
    await section("Link").getByText("Everything is ashore").waitFor(PATIENCE);
    await section("Link").getByText("Connected").waitFor(PATIENCE);
    await section("Buffer")
      .getByText(/^Sent .* received/)
      .waitFor(PATIENCE);
    await section("Events")
      .getByText(/Paired with the boat ashore: Aava/)
      .waitFor(PATIENCE);

    await page.getByRole("button", { name: "Night" }).click(PATIENCE);
    expect(await page.locator("html").getAttribute("class")).toBe("night");
    for (const language of ["de", "fr", "es", "pt"]) {
      await page.locator("header select").selectOption(language);
      await expect.poll(() => page.locator("html").getAttribute("lang"), PATIENCE).toBe(language);
      expect(await page.locator("body").innerText()).not.toMatch(/undefined|\{\w\}/);
    }
    const wide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
    expect([wide, faults, [...asked]]).toEqual([false, [], [origin]]);
  },
  240_000,
);
