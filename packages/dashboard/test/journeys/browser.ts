/** A real Chromium for journeys, where the machine has one. */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";

/** Path of the browser: `$CHROMIUM`, or Debian's. */
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Whether journeys can be made on this machine. */
export const hasChromium = existsSync(CHROMIUM);

/** How long a journey waits for what must come: charts are drawn by the processor, on a machine that is busy with others. */
export const PATIENCE = { timeout: 60_000 };

/** Said in place of a journey's title where they cannot. */
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
  // A page tells the names and roles that screen readers hear.
  "--enable-blink-features=ComputedAccessibilityInfo",
];

/** A browser with an empty profile. */
export interface Browser {
  readonly context: BrowserContext;
  /** The page that it opens with. */
  readonly page: Page;
  close(): Promise<void>;
}

/**
 * Opens a browser the size of a phone; `serviceWorkers: "block"` for one that refuses them, as private windows do, and
 * `profile` for a folder that outlives it, as on a device that is switched off and on again.
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

/**
 * Opens a page as a person whose token was had without the form, in place of any earlier session: nothing is drawn on the
 * way there.
 */
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
