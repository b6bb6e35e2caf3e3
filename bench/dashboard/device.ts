/** A browser with an empty profile, whose traffic with the service is counted. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession, Page } from "playwright-core";
import { z } from "zod";
import { type Browser, openAs, openBrowser } from "../../packages/dashboard/test/journeys/browser.ts";
import type { Wire } from "../../test/support/counting/wire.ts";

/** Counting proxies to the two servers. */
export interface Wires {
  readonly web: Wire;
  readonly api: Wire;
}

/** A signed-in user. */
export interface Person {
  readonly email: string;
  readonly userToken: string;
}

/** After this time without traffic, the page has loaded. */
const QUIET_MS = 3_000;
const LONGEST_MS = 90_000;

const noticed = z.object({
  /** Largest contentful paint, milliseconds since the navigation began. */
  paint: z.number(),
  /** Its element, and the start of its text. */
  largest: z.string(),
  /** Cumulative layout shift. */
  shift: z.number(),
  /** Longest task, milliseconds. */
  task: z.number(),
});

/** What the page recorded, from its start. */
export type Noticed = z.infer<typeof noticed>;

const NOTICE = `
  window.noticed = { paint: 0, largest: "", shift: 0, task: 0 };
  const follow = (type, each) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  follow("largest-contentful-paint", ({ startTime, element }) => {
    noticed.paint = startTime;
    noticed.largest = element === null ? "" : element.localName + " " + element.textContent.trim().slice(0, 40);
  });
  follow("layout-shift", ({ hadRecentInput, value }) => { if (!hadRecentInput) noticed.shift += value; });
  follow("longtask", ({ duration }) => { noticed.task = Math.max(noticed.task, duration); });
`;

/** Frames within two seconds, while another script moves the page. */
const FRAMES = `new Promise((done) => {
  const times = [];
  const frame = (time) => {
    times.push(time);
    if (time - times[0] < 2000) requestAnimationFrame(frame);
    else done(times);
  };
  requestAnimationFrame(frame);
})`;

/** A device that has never opened the dashboard. */
export class Device {
  readonly #wires: Wires;
  readonly #profile: string;
  #browser: Browser | null = null;

  private constructor(wires: Wires, profile: string) {
    this.#wires = wires;
    this.#profile = profile;
  }

  static async unpack(wires: Wires): Promise<Device> {
    return new Device(wires, await mkdtemp(join(tmpdir(), "wakelog-device-")));
  }

  get webUrl(): string {
    return `http://127.0.0.1:${this.#wires.web.port}`;
  }

  get page(): Page {
    const page = this.#browser?.context.pages()[0];
    if (page === undefined) throw new Error("the device is switched off");
    return page;
  }

  /** Starts the browser, signed in if a person is given. @param slower processor slowdown factor */
  async switchOn(person: Person | null, slower = 1): Promise<CDPSession> {
    this.#browser = await openBrowser({ profile: this.#profile });
    const { context } = this.#browser;
    const page = context.pages()[0] ?? (await context.newPage());
    await page.addInitScript(NOTICE);
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
    if (person !== null) {
      await openAs(page, this.webUrl, person, "/manifest.webmanifest");
      await this.#quiet();
    }
    return session;
  }

  async switchOff(): Promise<void> {
    await this.#browser?.close();
    this.#browser = null;
  }

  async throwAway(): Promise<void> {
    await this.switchOff();
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Opens a page and waits until traffic ends. @returns bytes received from both servers, and from the API's port */
  async open(path: string): Promise<{ readonly bytes: number; readonly api: number }> {
    const { web, api } = this.#wires;
    const before = [web.received(), api.received()] as const;
    await this.page.goto(this.webUrl + path);
    await this.page.getByRole("heading", { level: 1 }).waitFor({ timeout: LONGEST_MS });
    await this.#quiet();
    const came = [web.received() - before[0], api.received() - before[1]] as const;
    return { bytes: came[0] + came[1], api: came[1] };
  }

  /** Bytes received within some time, without interaction. */
  async lie(ms: number): Promise<number> {
    const before = this.#received();
    await sleep(ms);
    return this.#received() - before;
  }

  /** What the page has recorded so far. */
  async noticed(): Promise<Noticed> {
    return noticed.parse(await this.page.evaluate("noticed"));
  }

  /** Frames per second, and the longest frame in milliseconds, during `move`. */
  async frames(move: () => Promise<void>): Promise<{ readonly rate: number; readonly longest: number }> {
    const counted = this.page.evaluate(FRAMES);
    await move();
    const times = z.array(z.number()).parse(await counted);
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? time));
    const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
    return { rate: (1000 * waits.length) / span, longest: Math.max(...waits) };
  }

  #received(): number {
    return this.#wires.web.received() + this.#wires.api.received();
  }

  async #quiet(): Promise<void> {
    const until = performance.now() + LONGEST_MS;
    for (let last = -1; performance.now() < until; ) {
      const now = this.#received();
      if (now === last) return;
      last = now;
      await sleep(QUIET_MS);
    }
  }
}
