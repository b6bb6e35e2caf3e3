/**
 * Every page fits a small phone and can be read by everybody, in each light: real service, real browser. Takes the
 * dashboard that was built last.
 */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DAY_TRIP, passage } from "../support/passage.ts";
import { startService, type TestService } from "../support/service.ts";
import { newSkipper, type Skipper } from "../support/skipper.ts";
import { type Browser, hasChromium, NO_CHROMIUM, openAs, openBrowser } from "./browser.ts";

const PATIENCE = { timeout: 40_000 };
const NARROW = 360;

vi.setConfig({ testTimeout: 4 * PATIENCE.timeout });

describe(hasChromium ? "how the dashboard looks" : NO_CHROMIUM, () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let skipper: Skipper;
  let log: number | undefined;

  /** What is wrong with the page that is shown: what does not fit, and what axe finds in each light. */
  async function faults(path: string): Promise<readonly string[]> {
    await page.getByRole("heading", { level: 1 }).waitFor(PATIENCE);
    await page.waitForLoadState("networkidle");
    const width = Number(await page.evaluate("document.documentElement.scrollWidth"));
    const found: string[] = width > NARROW ? [`${path} is ${width} px wide`] : [];
    for (const light of ["day", "dusk", "night"]) {
      await page.evaluate(`document.documentElement.dataset.theme = ${JSON.stringify(light)}`);
      const axe = new AxeBuilder({ page }).setLegacyMode().exclude("canvas");
      // Only the colours change with the light.
      if (light !== "day") axe.withRules(["color-contrast"]);
      for (const { id, nodes } of (await axe.analyze()).violations) {
        found.push(`${path}, ${light}: ${id} of ${nodes.map(({ html }) => html.slice(0, 90)).join(" and ")}`);
      }
    }
    return found;
  }

  async function faultsOf(paths: readonly string[]): Promise<readonly string[]> {
    const found: string[] = [];
    for (const path of paths) {
      await page.goto(service.webUrl + path);
      found.push(...(await faults(path)));
    }
    return found;
  }

  beforeAll(async () => {
    if (!hasChromium) return;
    service = await startService();
    skipper = await newSkipper(service);
    await skipper.send(passage(Date.now() - 86_400_000, DAY_TRIP));
    log = (await skipper.logs(0))[0]?.[0];
    browser = await openBrowser({ serviceWorkers: "block" });
    page = browser.context.pages()[0] ?? (await browser.context.newPage());
    await page.setViewportSize({ width: NARROW, height: 740 });
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.skipIf(!hasChromium)("the pages for which nobody needs to be signed in", async () => {
    const link = "/reset-password?uuid=a&token=b";
    expect(
      await faultsOf(["/sign-in", "/sign-up", "/recover", link, "/reset-password", "/push", "/nothing-here"]),
    ).toEqual([]);
  });

  test.skipIf(!hasChromium)("the pages of a boat", async () => {
    await openAs(page, service.webUrl, skipper.sailor, "/");
    expect(await faults("/")).toEqual([]);
    expect(await faultsOf(["/logs", `/log/${log}`, "/log/999999", "/stays", "/moorages"])).toEqual([]);
  });

  test.skipIf(!hasChromium)("the pages of a person, with their questions open", async () => {
    await openAs(page, service.webUrl, skipper.sailor, "/settings");
    await page.getByRole("button", { name: "Sign out everywhere" }).click(PATIENCE);
    expect(await faults("/settings")).toEqual([]);
    await page.goto(`${service.webUrl}/boat`);
    await page.getByRole("button", { name: "Replace the token" }).click(PATIENCE);
    expect(await faults("/boat")).toEqual([]);
    await page.getByRole("button", { name: "Show the boat's token" }).click(PATIENCE);
    await page.getByText("Your boat is registered").waitFor(PATIENCE);
    expect(await faults("/boat, token shown")).toEqual([]);
    expect(await faultsOf(["/verify", "/nothing-here"])).toEqual([]);
  });
});
