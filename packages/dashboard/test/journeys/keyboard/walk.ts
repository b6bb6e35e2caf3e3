/** Walks through a page with Tab and finds faults of the stops. */
import type { Page } from "playwright-core";

/** More stops than this mean a focus trap. */
const MOST_STOPS = 600;
const MOST_PARTS = 8;

/** Evaluated at each stop as `walk`. Name and role are those exposed to screen readers. */
const WALK = `window.walk ??= (() => {
  const FOCUSABLE = "a[href], button, input, select, textarea, summary, [contenteditable=true], [tabindex]";
  const numbers = new Map();
  const numberOf = (one) => numbers.get(one) ?? numbers.set(one, numbers.size + 1).get(one);
  const seen = (one) => one.checkVisibility({ visibilityProperty: true });
  const told = (one) => (one.computedRole || one.localName) + " " + (one.computedName || one.outerHTML.slice(0, 120));

  // A group of radio buttons is one stop.
  const groups = new Map();
  const groupOf = (one) => {
    if (one.type !== "radio") return one;
    const key = one.name + "/" + (one.form ?? "");
    return groups.get(key) ?? groups.set(key, one).get(key);
  };

  /** Every place that can be stopped at, by its number. */
  const stops = () =>
    [...document.querySelectorAll(FOCUSABLE)]
      .filter((one) => one.tabIndex >= 0 && !one.matches(":disabled") && one.closest("[inert]") === null && seen(one))
      .map((one) => [numberOf(groupOf(one)), told(one)]);

  /** Whether an element is drawn at all: some that are worked by keyboard are only there for screen readers. */
  const solid = (one) => {
    for (let at = one; at !== null; at = at.parentElement) {
      const { opacity, clip, clipPath } = getComputedStyle(at);
      if (opacity < 0.5 || clip !== "auto" || clipPath !== "none") return false;
    }
    return true;
  };

  /** What shows that an element has the focus: itself, or what stands for it. */
  const ringed = (one) => {
    const around = [];
    for (let at = one; at !== null && around.length < 4; at = at.parentElement) around.push(at);
    return [...around, ...(one.labels ?? [])].find((at) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && solid(at);
    });
  };

  const clip = (box, other) => ({
    left: Math.max(box.left, other.left),
    top: Math.max(box.top, other.top),
    right: Math.min(box.right, other.right),
    bottom: Math.min(box.bottom, other.bottom),
  });
  const screen = () => ({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });

  /** What is left to see of something in an element: its ancestors may cut it off. */
  const leftOf = (one) => {
    let box = screen();
    for (let at = one.parentElement; at !== null && at !== document.documentElement; at = at.parentElement) {
      if (getComputedStyle(at).overflow !== "visible" && at !== document.body) {
        const { left, top } = at.getBoundingClientRect();
        const [x, y] = [left + at.clientLeft, top + at.clientTop];
        box = clip(box, { left: x, top: y, right: x + at.clientWidth, bottom: y + at.clientHeight });
      }
      if (getComputedStyle(at).position === "fixed") break;
    }
    return box;
  };

  /** How many of the four sides of a ring are seen at all. */
  const sidesSeen = (carrier) => {
    const { outlineOffset, outlineWidth } = getComputedStyle(carrier);
    const out = parseFloat(outlineOffset) + parseFloat(outlineWidth) / 2;
    const { left, top, right, bottom } = carrier.getBoundingClientRect();
    const rest = leftOf(carrier);
    const ring = { left: left - out, top: top - out, right: right + out, bottom: bottom + out };
    return [
      ring.left >= rest.left && ring.left <= rest.right,
      ring.right >= rest.left && ring.right <= rest.right,
      ring.top >= rest.top && ring.top <= rest.bottom,
      ring.bottom >= rest.top && ring.bottom <= rest.bottom,
    ].filter(Boolean).length;
  };

  /** Whether more than half of what can be seen of an element lies under something else, such as a bar. */
  const covered = (one) => {
    const { left, top, right, bottom } = clip(one.getBoundingClientRect(), leftOf(one));
    if (right - left < 1 || bottom - top < 1) return "out of sight";
    const parts = [0.1, 0.5, 0.9];
    const over = parts
      .flatMap((x) => parts.map((y) => document.elementFromPoint(left + x * (right - left), top + y * (bottom - top))))
      .filter((at) => at !== null && !one.contains(at) && !at.contains(one));
    return over.length > 4 ? "under " + told(over[0]) : null;
  };

  const parsed = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    parsed.clearRect(0, 0, 1, 1);
    parsed.fillStyle = colour;
    parsed.fillRect(0, 0, 1, 1);
    return [...parsed.getImageData(0, 0, 1, 1).data];
  };
  const light = (colour) => {
    const [r, g, b] = rgba(colour).slice(0, 3).map((part) => {
      const value = part / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };

  /** How well a ring stands out from what it lies on, in each light. What looks alike is judged once. */
  const judged = new Set();
  const faint = (carrier) => {
    const kind = [carrier, carrier.parentElement, carrier.parentElement?.parentElement].map((one) => one?.className).join("/");
    if (judged.has(kind)) return [];
    judged.add(kind);
    const before = document.documentElement.dataset.theme;
    const inside = parseFloat(getComputedStyle(carrier).outlineOffset) < 0;
    const found = [];
    for (const theme of ["day", "dusk", "night"]) {
      document.documentElement.dataset.theme = theme;
      const ring = getComputedStyle(carrier).outlineColor;
      for (let at = inside ? carrier : carrier.parentElement; at !== null; at = at.parentElement) {
        const ground = getComputedStyle(at).backgroundColor;
        // Bars let a hundredth through at most, which is invisible.
        if (rgba(ground)[3] < 252) continue;
        const ratio = contrast(ring, ground);
        if (ratio < 3) found.push("a ring of " + ratio.toFixed(1) + " : 1 by " + theme);
        break;
      }
    }
    document.documentElement.dataset.theme = before;
    return found;
  };

  /** Where the focus is; null if nowhere. */
  const stop = () => {
    const one = document.activeElement;
    if (one === null || one === document.body || one === document.documentElement) return null;
    const faults = [];
    if ((one.computedName ?? "") === "") faults.push("has no name");
    if (one.closest("[aria-hidden=true]") !== null) faults.push("is hidden from screen readers");
    const carrier = ringed(one);
    if (carrier === undefined) faults.push("shows no ring");
    else {
      const over = covered(carrier);
      if (over !== null) faults.push("is " + over);
      else if (sidesSeen(carrier) < 3) faults.push("has " + sidesSeen(carrier) + " sides of its ring in sight");
      faults.push(...faint(carrier));
    }
    return { number: numberOf(groupOf(one)), words: told(one), faults };
  };
  return { stops, stop };
})(); undefined`;

interface Stop {
  readonly number: number;
  readonly words: string;
  readonly faults: readonly string[];
}

type Numbered = readonly (readonly [number, string])[];

/** Walks through the whole page, forwards or backwards. @returns a sentence per fault */
export async function faultsOfWalk(page: Page, key: "Tab" | "Shift+Tab" = "Tab"): Promise<readonly string[]> {
  await page.evaluate(WALK);
  // From the top, as after opening the page.
  await page.evaluate(`document.body.tabIndex = -1; document.body.focus(); scrollTo(0, 0)`);
  const all = await page.evaluate<Numbered>("walk.stops()");
  const found: string[] = [];
  const reached = new Set<number>();
  let before: number | null = null;
  let again = 0;
  for (let steps = 0; ; steps++) {
    await page.keyboard.press(key);
    if (steps === 0) await page.evaluate(`document.body.removeAttribute("tabindex")`);
    const stop = await page.evaluate<Stop | null>("walk.stop()");
    // Past the last stop, or back at the first.
    if (stop === null || (reached.has(stop.number) && stop.number !== before)) break;
    // A date field has stops for day, month and year.
    if (stop.number === before) {
      if (++again > MOST_PARTS) return [...found, `${stop.words}: keeps the focus`];
      continue;
    }
    again = 0;
    before = stop.number;
    reached.add(stop.number);
    found.push(...stop.faults.map((fault) => `${stop.words}: ${fault}`));
    if (steps > MOST_STOPS) return [...found, "never ends"];
  }
  const after = new Set((await page.evaluate<Numbered>("walk.stops()")).map(([number]) => number));
  const missed = all.filter(([number]) => after.has(number) && !reached.has(number));
  return [...found, ...new Set(missed.map(([, words]) => `${words}: is not reached`))];
}
