/** Whether all text on a map is readable. */
import type { Page } from "playwright-core";

/** Tolerated overlap in pixels: letters do not fill their boxes. */
const MOST = 2;
/** Maps rewrite labels after a resize, slowly on a busy machine. */
const WRITTEN_MS = 10_000;

/** Map text that overlaps other text, marks, scale or buttons of its map. */
const UPON = `(() => {
  const BUTTONS = ".maplibregl-ctrl-group, .chart-controls";
  const within = (box, rest) => ({
    left: Math.max(box.left, rest.left),
    right: Math.min(box.right, rest.right),
    top: Math.max(box.top, rest.top),
    bottom: Math.min(box.bottom, rest.bottom),
  });
  const wordsOf = (stage) => {
    const rest = stage.getBoundingClientRect();
    const walker = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      const one = node.parentElement;
      if (node.data.trim() === "" || !one.checkVisibility({ visibilityProperty: true }) || one.closest(BUTTONS) !== null) continue;
      // Open lists and notes lie over the map on purpose.
      if (one.closest(".popover, [role=dialog], .visually-hidden") !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) found.push({ one, name: node.data.trim().slice(0, 40), ...within(box, rest) });
    }
    return found.filter(({ left, right, top, bottom }) => right - left > ${MOST} && bottom - top > ${MOST});
  };
  const found = [];
  for (const stage of document.querySelectorAll(".chart__stage")) {
    const words = wordsOf(stage);
    const buttons = [...stage.querySelectorAll(BUTTONS)].map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return { one, name: "buttons", left, right, top, bottom };
    });
    // The middle of it, as large as it is drawn: what can be tapped is larger.
    const marks = [...stage.querySelectorAll(".mark:not(.mark--cursor, .mark--several)")].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const [across, along] = [x + width / 2, y + height / 2];
      return { one, name: one.getAttribute("aria-label"), left: across - 8, right: across + 8, top: along - 8, bottom: along + 8 };
    });
    const all = [...words, ...buttons, ...marks];
    for (const [place, a] of words.entries()) {
      for (const b of all.slice(place + 1)) {
        const { left, right, top, bottom } = within(a, b);
        if (!b.one.contains(a.one) && right - left > ${MOST} && bottom - top > ${MOST}) found.push("on the map " + a.name + " lies upon " + b.name);
      }
    }
  }
  return [...new Set(found)].slice(0, 8);
})()`;

/** Overlapped map text, a sentence each, once maps have had time to place it. */
export async function mapFaultsIn(page: Page): Promise<readonly string[]> {
  for (const end = Date.now() + WRITTEN_MS; ; await page.waitForTimeout(100)) {
    const found = await page.evaluate<readonly string[]>(UPON);
    if (found.length === 0 || Date.now() > end) return found;
  }
}
