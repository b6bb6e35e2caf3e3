/**
 * Keeps the scroll position of each history entry. A page is short until its data arrives, and data moves an anchored
 * part, so scrolling is retried while the page grows.
 */
import { remember, remembered } from "../offline/remembered.ts";
import type { Visit, Way } from "./location.ts";
import { partOf } from "./part.ts";
import { aimScroll } from "./scroll-aim.ts";

const KEY = "wakelog.scrolled";
/** Maximum of positions kept. */
const MOST = 50;

/** Scroll positions by visit key, newest last. */
const places = keptPlaces();

function keptPlaces(): Map<string, number> {
  try {
    const kept: unknown = JSON.parse(remembered(KEY, "sessionStorage") ?? "[]");
    const pairs = Array.isArray(kept) ? kept : [];
    return new Map(pairs.map(([name, top]: [unknown, unknown]) => [String(name), Number(top)]));
  } catch {
    return new Map();
  }
}

function keepPlaces(): void {
  remember(KEY, JSON.stringify([...places].slice(-MOST)), "sessionStorage");
}

/** Scrolls to a position as soon as the page is long enough, and again after content is inserted above. */
function wayDown(top: number): () => void {
  let before = 0;
  return () => {
    const height = document.documentElement.scrollHeight;
    if (height !== before && height - window.innerHeight >= top) window.scrollTo({ top });
    before = height;
  };
}

let shown = "";
let giveUp: (() => void) | null = null;

function aim(scroll: (() => void) | null): void {
  giveUp?.();
  if (scroll === null) return;
  giveUp = aimScroll(scroll, () => {
    giveUp = null;
  });
}

/** Scrolls a new page to its old position, to its anchor, or to the top. */
export function arrive({ key, hash }: Visit, way: Way): void {
  shown = key;
  // The user's last position, even the top, overrides the anchor.
  const top = way === "pop" ? places.get(key) : undefined;
  const part = top === undefined && way !== "replace" ? partOf(hash) : null;
  if (part === null) window.scrollTo({ top: top ?? 0, left: 0 });
  aim(part ?? (top !== undefined && top > 0 ? wayDown(top) : null));
}

/** Starts keeping scroll positions. */
export function keepScroll(): void {
  let asked = 0;
  window.addEventListener(
    "scroll",
    () => {
      // Scrolling on the way is not the user's position.
      if (giveUp !== null || shown === "") return;
      places.delete(shown);
      places.set(shown, Math.round(window.scrollY));
      if (asked !== 0) return;
      asked = window.setTimeout(() => {
        asked = 0;
        keepPlaces();
      }, 100);
    },
    { passive: true },
  );
  // The browser would restore before the page is rendered.
  window.history.scrollRestoration = "manual";
  window.addEventListener("pagehide", () => {
    window.history.scrollRestoration = "auto";
    keepPlaces();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) window.history.scrollRestoration = "manual";
  });
}
