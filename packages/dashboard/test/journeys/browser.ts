/** A real Chromium for journeys, if installed. */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";

/** Path of the browser: `$CHROMIUM`, or Debian's. */
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Whether journeys can run on this machine. */
export const hasChromium = existsSync(CHROMIUM);

/** Time-out for expected content: charts are drawn by software, on a busy machine. */
export const PATIENCE = { timeout: 60_000 };

/** Replaces a journey's title where there is no browser. */
export const NO_CHROMIUM = `skipped: no browser at ${CHROMIUM}; set CHROMIUM to the path of one`;

const ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Exposes names and roles as screen readers get them.
  "--enable-blink-features=ComputedAccessibilityInfo",
];

/** A browser with an empty profile. */
export interface Browser {
  readonly context: BrowserContext;
  /** Its initial page. */
  readonly page: Page;
  close(): Promise<void>;
}

/**
 * Opens a phone-sized browser. `serviceWorkers: "block"` refuses them, like private windows; `profile` is a folder
 * that survives the browser, like a device's storage.
 */
export async function openBrowser(
  options: { readonly serviceWorkers?: "allow" | "block"; readonly profile?: string } = {},
): Promise<Browser> {
  const profile = options.profile ?? (await mkdtemp(join(tmpdir(), "wakelog-browser-")));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    headless: true,
    args: ARGS,
    viewport: { width: 390, height: 844 },
    acceptDownloads: true,
    serviceWorkers: options.serviceWorkers ?? "allow",
    timezoneId: "Europe/Helsinki",
  });
  context.setDefaultTimeout(PATIENCE.timeout);
  return {
    context,
    page: context.pages()[0] ?? (await context.newPage()),
    async close() {
      await context.close();
      if (options.profile === undefined) await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Opens a page with a token obtained without the form, replacing any earlier session; renders nothing in between. */
export async function openAs(
  page: Page,
  webUrl: string,
  { email, userToken }: { readonly email: string; readonly userToken: string },
  path: string,
): Promise<void> {
  if (new URL(page.url()).origin !== webUrl) await page.goto(`${webUrl}/manifest.webmanifest`);
  const kept = { "wakelog.token": userToken, "wakelog.email": email };
  await page.evaluate(`Object.assign(localStorage, ${JSON.stringify(kept)}); undefined`);
  await page.goto(webUrl + path);
}

/** Opens a page from the menu, on a phone from behind More if need be. */
export async function openFromMenu(page: Page, name: string): Promise<void> {
  const menu = page.getByRole("navigation", { name: "Main" });
  const link = menu.getByRole("link", { name, includeHidden: true });
  await link.waitFor({ ...PATIENCE, state: "attached" });
  if (!(await link.isVisible())) await menu.getByRole("button", { name: "More" }).click(PATIENCE);
  await link.click(PATIENCE);
}
