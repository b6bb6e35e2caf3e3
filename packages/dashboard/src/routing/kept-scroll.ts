/**
 * Where each page of the history is scrolled to. A page is short until its answers have come, and what they bring moves the
 * part that an address names, so the way there is tried again while it grows.
 */
import { remember, remembered } from "../offline/remembered.ts";
import type { Visit, Way } from "./location.ts";
import { partOf } from "./part.ts";
import { aimScroll } from "./scroll-aim.ts";

const KEY = "wakelog.scrolled";
/** Of so many visits it is known. */
const MOST = 50;

/** How far down each visit is, by its key; the newest last. */
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

/** How to go down to a place: as soon as the page is long enough, and again when more has come above it. */
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

/** Scrolls a page that has just been shown: back to its place, to the part that its address names, or to the top. */
export function arrive({ key, hash }: Visit, way: Way): void {
  shown = key;
  // A later position of the user, at the top too, counts for more than the address.
  const top = way === "pop" ? places.get(key) : undefined;
  const part = top === undefined && way !== "replace" ? partOf(hash) : null;
  if (part === null) window.scrollTo({ top: top ?? 0, left: 0 });
  aim(part ?? (top !== undefined && top > 0 ? wayDown(top) : null));
}

/** Begins to keep the places. */
export function keepScroll(): void {
  let asked = 0;
  window.addEventListener(
    "scroll",
    () => {
      // Scrolling on the way to a place is not the user's position.
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
  // Within a document the browser would scroll before the page is there.
  window.history.scrollRestoration = "manual";
  window.addEventListener("pagehide", () => {
    window.history.scrollRestoration = "auto";
    keepPlaces();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) window.history.scrollRestoration = "manual";
  });
}
