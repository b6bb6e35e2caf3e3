/** Whether a page fits and can be read, in each light and on a small and a large screen. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** The screens of a small phone and of a desk, px. */
const WIDTHS: readonly number[] = [360, 1400];
/** A page is laid out again in the frame after its screen has changed, and a frame can be long on a busy machine. */
const LAID_OUT_MS = 10_000;

/** Cards that touch each other, cells of tables with a few letters a line, and short words that are broken all the same. */
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

/**
 * What is wrong with what the page shows now: what is too wide, and what axe finds in each light; a sentence each.
 * Leaves the page by day, at the last of the widths.
 */
export async function faultsIn(page: Page, widths = WIDTHS): Promise<readonly string[]> {
  await page.locator("h1, h2").first().waitFor({ state: "attached" });
  await page.locator(".skeleton").first().waitFor({ state: "detached" });
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const wide = await settledWidth(page, width);
    if (wide !== width) found.push(`${wide} px wide on a screen of ${width}`);
    const cramped = await page.evaluate(CRAMPED);
    found.push(...(Array.isArray(cramped) ? cramped.map((fault) => `${width} px: ${fault}`) : []));
    for (const light of ["day", "dusk", "night"]) {
      await page.evaluate(`document.documentElement.dataset.theme = ${JSON.stringify(light)}`);
      const axe = new AxeBuilder({ page }).setLegacyMode().exclude("canvas");
      // Only the colours change with the light.
      if (light !== "day") axe.withRules(["color-contrast"]);
      for (const { id, nodes } of (await axe.analyze()).violations) {
        found.push(
          `${width} px, ${light}: ${id} of ${nodes.map(({ html }) => html.slice(0, 120)).join(" and ")}`,
        );
      }
    }
  }
  await page.evaluate(`document.documentElement.dataset.theme = "day"`);
  return found;
}

/** How wide the page is once it fits its screen, or has had its time to. */
export async function settledWidth(page: Page, width: number): Promise<number> {
  for (const end = Date.now() + LAID_OUT_MS; ; await page.waitForTimeout(50)) {
    const wide = Number(await page.evaluate("Math.max(innerWidth, document.documentElement.scrollWidth)"));
    if (wide === width || Date.now() > end) return wide;
  }
}
