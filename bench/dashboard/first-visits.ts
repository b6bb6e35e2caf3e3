/** First visits on a bad link with a slow processor: when the page says something useful, and what that took. */
import type { Line } from "../dashboard.ts";
import type { Boats } from "./boats.ts";
import { Device, type Wires } from "./device.ts";

/** 400 kbit/s, 400 ms. */
const LINK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const SLOWER = 4;

/** What is useful on each page, by selector. */
const USEFUL = [
  ["/", ".boat-words__verdict"],
  ["/logs", ".log-row .row__main"],
  ["/log", ".log-figures li"],
] as const;
const VISITS = 3;

/** Records when the first element of a selector has text and a frame with it was drawn. */
const notice = (selector: string): string => `
  let told;
  window.useful = new Promise((resolve) => { told = resolve; });
  new MutationObserver(() => {
    const text = document.querySelector(${JSON.stringify(selector)})?.textContent ?? "";
    if (/\\w/.test(text)) requestAnimationFrame(() => setTimeout(() => told(performance.now())));
  }).observe(document, { childList: true, subtree: true, characterData: true });
`;

export async function* firstVisits(wires: Wires, { cruiser, dayLog }: Boats): AsyncGenerator<Line> {
  for (const [page, selector] of USEFUL) {
    const path = page === "/log" ? `/log/${dayLog}` : page;
    const visits: string[] = [];
    for (let visit = 0; visit < VISITS; visit++) {
      const device = await Device.unpack(wires);
      const session = await device.switchOn(cruiser, SLOWER);
      await session.send("Network.enable");
      await session.send("Network.emulateNetworkConditions", LINK);
      await device.page.addInitScript(notice(selector));
      const began = [wires.web.requested().length, wires.web.received()] as const;
      await device.page.goto(device.webUrl + path, { waitUntil: "commit" });
      await device.page.locator(selector, { hasText: /\w/ }).first().waitFor();
      const came = [wires.web.requested().length - began[0], wires.web.received() - began[1]] as const;
      const ms = await device.page.evaluate<number>("window.useful");
      visits.push(`${(ms / 1000).toFixed(1)} s (${came[0]} requests, ${Math.round(came[1] / 1000)} kB)`);
      await device.throwAway();
    }
    yield [`first visit of ${page}, 400 kbit/s, 400 ms, processor slowed 4 times`, visits.join(", "), "5 s"];
  }
}
