/**
 * Where each page of the history is scrolled to. The router goes back there at once; but a page that has been loaded again
 * is short until its answers have come, so the way is tried again while it grows.
 */
import { visits } from "./location.ts";

const KEY = "wakelog.scrolled";
/** Of so many visits it is known. */
const MOST = 50;
/** As long as the answers may take. */
const PATIENCE_MS = 20_000;

type Places = ReadonlyMap<string, number>;

function visit(): string {
  return visits.location.state.__TSR_key ?? "";
}

function keptPlaces(): Places {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    const pairs = Array.isArray(kept) ? kept : [];
    return new Map(pairs.map(([name, top]: [unknown, unknown]) => [String(name), Number(top)]));
  } catch {
    return new Map();
  }
}

function keepPlace(top: number): void {
  const others = [...keptPlaces()].filter(([name]) => name !== visit());
  sessionStorage.setItem(KEY, JSON.stringify([...others, [visit(), top]].slice(-MOST)));
}

/** Goes down to a place as soon as the page is long enough. @returns how to give it up */
function goDown(top: number, done: () => void): () => void {
  const look = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - window.innerHeight < top) return;
    window.scrollTo({ top });
    stop();
  });
  const timer = window.setTimeout(() => stop(), PATIENCE_MS);
  // Whoever scrolls or presses something wants to be elsewhere.
  const ends = ["wheel", "touchstart", "pointerdown", "keydown"] as const;
  function stop(): void {
    look.disconnect();
    window.clearTimeout(timer);
    for (const end of ends) window.removeEventListener(end, stop);
    done();
  }
  for (const end of ends) window.addEventListener(end, stop, { passive: true });
  look.observe(document.body);
  return stop;
}

/** Begins to keep the places, and to go back to them. */
export function keepScroll(): void {
  let giveUp: (() => void) | null = null;
  let asked = 0;
  const goBack = (): void => {
    giveUp?.();
    const top = keptPlaces().get(visit()) ?? 0;
    if (top > 0) {
      giveUp = goDown(top, () => {
        giveUp = null;
      });
    }
  };
  window.addEventListener(
    "scroll",
    () => {
      // What is scrolled on the way to a place is not where somebody is.
      if (giveUp !== null || asked !== 0) return;
      asked = window.setTimeout(() => {
        asked = 0;
        if (giveUp === null) keepPlace(Math.round(window.scrollY));
      }, 100);
    },
    { passive: true },
  );
  visits.subscribe(({ action: { type } }) => {
    if (type === "PUSH") giveUp?.();
    else if (type !== "REPLACE") goBack();
  });
  goBack();
}
