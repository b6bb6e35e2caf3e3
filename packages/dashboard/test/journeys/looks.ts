/** Whether a page fits and is readable, in each theme, on a small and a large screen. */
import axe from "axe-core";
import type { Page } from "playwright-core";

/** Screen widths of a small phone and a desktop, px. */
const WIDTHS: readonly number[] = [360, 1400];
/** Layout follows a resize in the next frame, which can be long on a busy machine. */
const LAID_OUT_MS = 10_000;
/** A chart without a graphics card is redrawn in seconds, and so is each picture of it. */
const REDRAWN_MS = 60_000;

/** Touching cards, table cells with a few letters per line, and broken short words. */
const CRAMPED = `(() => {
  const seen = (all) => [...document.querySelectorAll(all)].filter((one) => one.checkVisibility());
  const cards = seen(".card").map((one) => [one.querySelector("h2")?.textContent ?? "a card", one.getBoundingClientRect()]);
  const touching = cards.flatMap(([name, upper]) =>
    cards
      .filter(([, lower]) => lower.left < upper.right && lower.right > upper.left)
      .filter(([, lower]) => lower.top >= upper.bottom - 1 && lower.top < upper.bottom + 4)
      .map(([below]) => "nothing between " + name + " and " + below));
  const narrow = seen("th, td")
    .filter((one) => one.textContent.length > 12 && one.clientHeight > 4 * one.clientWidth)
    .map((one) => "hardly room for " + one.textContent);
  const lines = (one) => {
    const range = document.createRange();
    range.selectNode([...one.childNodes].find((node) => node.nodeType === Node.TEXT_NODE) ?? one);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  };
  const broken = seen(".radio-group__choice, .card__head h2")
    .filter((one) => /^[^ \\u00ad-]{1,12}$/.test(one.textContent) && lines(one) > 1)
    .map((one) => "breaks " + one.textContent);
  return [...touching, ...narrow, ...broken];
})()`;

/** Overlapping text, and text cut off without an ellipsis. Charts and graphs place their own. */
const UPON = `(() => {
  const OUTSIDE = "svg, canvas, .chart__stage, .graph__canvas, .history-plot, .visually-hidden, .skip-link, .popover, [aria-hidden=true]";
  const floats = (one) => {
    for (let at = one; at !== null; at = at.parentElement) {
      if (["fixed", "sticky"].includes(getComputedStyle(at).position)) return true;
    }
    return false;
  };
  const seen = (one) => {
    let box = { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 };
    for (let at = one; at !== null && at !== document.body; at = at.parentElement) {
      const { overflow } = getComputedStyle(at);
      if (overflow === "visible") continue;
      const { left, top, right, bottom } = at.getBoundingClientRect();
      box = {
        left: Math.max(left, box.left),
        top: Math.max(top, box.top),
        right: Math.min(right, box.right),
        bottom: Math.min(bottom, box.bottom),
      };
    }
    return box;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const parts = [];
  const found = [];
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    const one = node.parentElement;
    // Only for screen readers.
    if (getComputedStyle(one ?? document.body).clipPath !== "none") continue;
    if (node.data.trim() === "" || one === null || !one.checkVisibility() || one.closest(OUTSIDE) !== null || floats(one)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rest = seen(one);
    for (const box of range.getClientRects()) {
      const [left, right] = [Math.max(box.left, rest.left), Math.min(box.right, rest.right)];
      const [top, bottom] = [Math.max(box.top, rest.top), Math.min(box.bottom, rest.bottom)];
      if (right - left > 2 && bottom - top > 2) parts.push({ one, words: node.data.trim().slice(0, 40), left, right, top, bottom });
    }
    const { overflowX, textOverflow } = getComputedStyle(one);
    if (one.scrollWidth > one.clientWidth + 1 && overflowX === "hidden" && textOverflow !== "ellipsis")
      found.push("cuts off " + node.data.trim().slice(0, 40));
  }
  for (const [place, a] of parts.entries()) {
    for (const b of parts.slice(place + 1)) {
      if (a.one === b.one) continue;
      const [across, down] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
      // Lines stand closer together than letters are tall.
      if (across > 3 && down > 0.4 * Math.min(a.bottom - a.top, b.bottom - b.top)) found.push(a.words + " lies upon " + b.words);
    }
  }
  return [...new Set(found)].slice(0, 8);
})()`;

/** Fields with low-contrast edges (WCAG 1.4.11), hard to find in sunlight. */
const FAINT = `(() => {
  const light = ([red, green, blue]) =>
    [red, green, blue]
      .map((one) => one / 255)
      .map((one) => (one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
      .reduce((sum, one, place) => sum + one * [0.2126, 0.7152, 0.0722][place], 0);
  const parts = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
  const behind = (one) => {
    for (let at = one; at !== null; at = at.parentElement) {
      const [red, green, blue, alpha = 1] = parts(getComputedStyle(at).backgroundColor);
      if (alpha === 1) return [red, green, blue];
    }
    return [255, 255, 255];
  };
  const kinds = "input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=hidden]), textarea, select";
  return [...document.querySelectorAll(kinds)]
    .filter((one) => one.checkVisibility() && getComputedStyle(one).borderTopWidth !== "0px")
    .flatMap((one) => {
      const [lighter, darker] = [parts(getComputedStyle(one).borderTopColor), behind(one.parentElement)]
        .map(light)
        .sort((a, b) => b - a);
      const contrast = (lighter + 0.05) / (darker + 0.05);
      return contrast >= 3 ? [] : ["an edge with a contrast of " + contrast.toFixed(1) + ": " + one.outerHTML.slice(0, 120)];
    });
})()`;

/** The themes. */
export type Light = "day" | "dusk" | "night";

/** Runs axe for violations only, which takes a third of the time. */
const VIOLATIONS = `(rules) => axe
  .run({ exclude: [["canvas"]] }, { resultTypes: ["violations"], selectors: false, ...rules })
  .then(({ violations }) => violations.map(({ id, nodes }) =>
    id + " of " + nodes.map(({ html }) => html.slice(0, 160)).join(" and ")))`;

/** Violations found by axe in a theme, and low-contrast fields; a sentence each. */
export async function unreadableIn(page: Page, light: Light): Promise<readonly string[]> {
  await page.evaluate(`document.documentElement.dataset.theme = ${JSON.stringify(light)}`);
  if (await page.evaluate<boolean>("window.axe === undefined")) await page.evaluate(axe.source);
  // Only colours depend on the theme.
  const rules = light === "day" ? {} : { runOnly: { type: "rule", values: ["color-contrast"] } };
  const found = [
    ...(await page.evaluate<readonly string[]>(`(${VIOLATIONS})(${JSON.stringify(rules)})`)),
    ...(await page.evaluate<readonly string[]>(FAINT)),
  ];
  return found.map((fault) => `${light}: ${fault}`);
}

/** Layout faults at this width: too wide, cramped or overlapping. */
export async function misfitsIn(page: Page, width: number): Promise<readonly string[]> {
  await page.setViewportSize({ width, height: 800 });
  const wide = await settledWidth(page, width);
  const found = [
    ...(await page.evaluate<readonly string[]>(CRAMPED)),
    ...(await page.evaluate<readonly string[]>(UPON)),
  ];
  return [
    ...(wide === width ? [] : [`${wide} px wide on a screen of ${width}`]),
    ...found.map((fault) => `${width} px: ${fault}`),
  ];
}

/**
 * Layout faults at each width and violations in each theme; a sentence each. Leaves the page in the day theme, at the
 * last width.
 */
export async function faultsIn(page: Page, widths = WIDTHS): Promise<readonly string[]> {
  await page.locator("h1, h2").first().waitFor({ state: "attached" });
  await page.locator(".skeleton").first().waitFor({ state: "detached" });
  const found: string[] = [];
  for (const width of widths) {
    found.push(...(await misfitsIn(page, width)));
    for (const light of ["day", "dusk", "night"] as const) {
      found.push(...(await unreadableIn(page, light)).map((fault) => `${width} px, ${fault}`));
    }
  }
  await page.evaluate(`document.documentElement.dataset.theme = "day"`);
  return found;
}

/** The first spots in a screenshot with light other than red, and the elements there. */
const SHINING = `async (picture) => {
  const bytes = Uint8Array.from(atob(picture), (one) => one.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext("2d");
  context.drawImage(bitmap, 0, 0);
  const { data, width } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  const found = new Set();
  for (let at = 0; at < data.length && found.size < 5; at += 4) {
    const other = Math.max(data[at + 1], data[at + 2]);
    if (other < 60 || other < 0.75 * data[at]) continue;
    const [left, top] = [(at / 4) % width, Math.floor(at / 4 / width)];
    const there = document.elementFromPoint(left, top);
    found.add("light that is not red in " + (there?.outerHTML.slice(0, 120) ?? "nothing"));
  }
  return [...found];
}`;

/** Selects a theme in the header: charts and graphs are redrawn. */
async function choose(page: Page, light: "Day" | "Night"): Promise<void> {
  await page.evaluate(`document.querySelector(".theme-switch [aria-label=${light}]").click()`);
}

/**
 * Light that would spoil night vision: anything other than red, once charts and graphs are redrawn. For pages in
 * English; leaves the day theme.
 */
export async function glareIn(page: Page): Promise<readonly string[]> {
  await choose(page, "Night");
  let found: readonly string[] = [];
  for (const end = Date.now() + REDRAWN_MS; ; await page.waitForTimeout(500)) {
    const picture = (await page.screenshot()).toString("base64");
    found = await page.evaluate<readonly string[]>(`(${SHINING})(${JSON.stringify(picture)})`);
    if (found.length === 0 || Date.now() > end) break;
  }
  await choose(page, "Day");
  return found.map((fault) => `night: ${fault}`);
}

/** The page's width once it fits its screen, or after a time-out. */
export async function settledWidth(page: Page, width: number): Promise<number> {
  for (const end = Date.now() + LAID_OUT_MS; ; await page.waitForTimeout(50)) {
    const wide = Number(await page.evaluate("Math.max(innerWidth, document.documentElement.scrollWidth)"));
    if (wide === width || Date.now() > end) return wide;
  }
}
