/**
 * Scrolls a page to the wanted place although its parts are still arriving: tried again whenever the page has
 * changed, until the user acts or the answers should all have come.
 */

/** As long as the answers may take. */
const PATIENCE_MS = 20_000;

/** A user who scrolls or presses something wants to be elsewhere. */
const ENDS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;
/** Heard first of all: what handles a press may keep it to itself. */
const HEARD = { capture: true, passive: true } as const;

/**
 * @param scroll is called after each change of the page
 * @param done is called once, at the end
 * @returns how to give it up
 */
export function aimScroll(scroll: () => void, done: () => void): () => void {
  let frame = 0;
  const attempt = (): void => {
    frame = 0;
    scroll();
  };
  const look = new ResizeObserver(attempt);
  // Something may take the place of something else that was as high.
  const changes = new MutationObserver(() => {
    if (frame === 0) frame = window.requestAnimationFrame(attempt);
  });
  const timer = window.setTimeout(() => {
    // A tab in the background has no frames.
    if (frame !== 0) scroll();
    stop();
  }, PATIENCE_MS);
  function stop(): void {
    look.disconnect();
    changes.disconnect();
    window.cancelAnimationFrame(frame);
    window.clearTimeout(timer);
    for (const end of ENDS) window.removeEventListener(end, stop, HEARD);
    done();
  }
  for (const end of ENDS) window.addEventListener(end, stop, HEARD);
  look.observe(document.body);
  changes.observe(document.body, { childList: true, characterData: true, subtree: true });
  return stop;
}
