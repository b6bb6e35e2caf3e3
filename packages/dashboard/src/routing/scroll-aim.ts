/**
 * Keeps scrolling to a position while the page is still loading: retried after each change until the user acts or all
 * data should have arrived.
 */

/** As long as responses may take. */
const PATIENCE_MS = 20_000;

/** A user who scrolls or presses something wants to be elsewhere. */
const ENDS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;
/** Capture, because handlers may stop propagation. */
const HEARD = { capture: true, passive: true } as const;

/**
 * @param scroll is called after each change of the page
 * @param done is called once, at the end
 * @returns a function that cancels it
 */
export function aimScroll(scroll: () => void, done: () => void): () => void {
  let frame = 0;
  const attempt = (): void => {
    frame = 0;
    scroll();
  };
  const look = new ResizeObserver(attempt);
  // Content may be replaced at the same height, which no resize reports.
  const changes = new MutationObserver(() => {
    if (frame === 0) frame = window.requestAnimationFrame(attempt);
  });
  const timer = window.setTimeout(() => {
    // Background tabs have no frames.
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
