/**
 * Where each page of the history is scrolled to. The router goes there at once, or to the part that the address names; but a
 * page is short until its answers have come, and what they bring moves that part, so the way is tried again while it grows.
 */
import { remember, remembered } from "../offline/remembered.ts";
import { visits } from "./location.ts";
import { partOf } from "./part.ts";
import { aimScroll } from "./scroll-aim.ts";

const KEY = "wakelog.scrolled";
/** Of so many visits it is known. */
const MOST = 50;

type Places = ReadonlyMap<string, number>;

function visit(): string {
  return visits.location.state.__TSR_key ?? "";
}

function keptPlaces(): Places {
  try {
    const kept: unknown = JSON.parse(remembered(KEY, "sessionStorage") ?? "[]");
    const pairs = Array.isArray(kept) ? kept : [];
    return new Map(pairs.map(([name, top]: [unknown, unknown]) => [String(name), Number(top)]));
  } catch {
    return new Map();
  }
}

function keepPlace(top: number): void {
  const others = [...keptPlaces()].filter(([name]) => name !== visit());
  remember(KEY, JSON.stringify([...others, [visit(), top]].slice(-MOST)), "sessionStorage");
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

/** Begins to keep the places, and to go back to them. */
export function keepScroll(): void {
  let giveUp: (() => void) | null = null;
  let asked = 0;
  const aim = (scroll: (() => void) | null): void => {
    giveUp?.();
    if (scroll === null) return;
    giveUp = aimScroll(scroll, () => {
      giveUp = null;
    });
  };
  const goToPart = (): void => aim(partOf(visits.location.hash));
  const goBack = (): void => {
    const top = keptPlaces().get(visit());
    // A later position of the user, at the top too, counts for more than the address.
    if (top === undefined) goToPart();
    else aim(top > 0 ? wayDown(top) : null);
  };
  window.addEventListener(
    "scroll",
    () => {
      // Scrolling on the way to a place is not the user's position.
      if (giveUp !== null || asked !== 0) return;
      asked = window.setTimeout(() => {
        asked = 0;
        if (giveUp === null) keepPlace(Math.round(window.scrollY));
      }, 100);
    },
    { passive: true },
  );
  visits.subscribe(({ action: { type } }) => {
    if (type === "PUSH") goToPart();
    else if (type !== "REPLACE") goBack();
  });
  goBack();
}
