/**
 * What had the focus may be gone once it was pressed: a line that was removed, a form that was closed. Without the focus a
 * person who works by keyboard, or has the page read out, would begin again at its top.
 */

const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

/** An element around what had the focus, and what stood there after it. */
interface Surrounding {
  readonly around: Element;
  readonly next: Element | null;
}

function surroundingsOf(element: Element): readonly Surrounding[] {
  const found: Surrounding[] = [];
  for (let at = element; at.parentElement !== null; at = at.parentElement) {
    found.push({ around: at.parentElement, next: at.nextElementSibling });
  }
  return found;
}

/** The first place of an element where the Tab key would stop. */
function stopIn(element: Element): HTMLElement | null {
  const all = [element, ...element.querySelectorAll(FOCUSABLE)];
  const isStop = (one: Element): one is HTMLElement =>
    one instanceof HTMLElement &&
    one.matches(FOCUSABLE) &&
    one.tabIndex >= 0 &&
    !one.matches(":disabled") &&
    one.checkVisibility({ visibilityProperty: true });
  return all.find(isStop) ?? null;
}

/** Dialogs and menus give the focus back themselves, in a frame or two. */
const PATIENCE_MS = 80;

/**
 * Passes the focus of what is taken off the page to what comes next there, or to what is left around it. Only for those who
 * work by keyboard: to others a field that asks for letters would come unasked.
 */
export function keepFocus(): void {
  let byKeyboard = false;
  let last: Element | null = null;
  let surroundings: readonly Surrounding[] = [];
  const remember = (element: Element | null): void => {
    if (element === null || element === document.body) return;
    last = element;
    surroundings = surroundingsOf(element);
  };
  const isLost = (): boolean =>
    last !== null && !last.isConnected && (document.activeElement ?? document.body) === document.body;
  const pass = (): void => {
    if (!isLost()) return;
    last = null;
    for (const { around, next } of surroundings) {
      if (!around.isConnected || around === document.body) continue;
      const stop = (next?.isConnected === true ? stopIn(next) : null) ?? stopIn(around);
      if (stop === null) continue;
      stop.focus({ preventScroll: true });
      return;
    }
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  };
  document.addEventListener(
    "keydown",
    () => {
      byKeyboard = true;
      remember(document.activeElement);
    },
    true,
  );
  document.addEventListener(
    "pointerdown",
    () => {
      byKeyboard = false;
      last = null;
    },
    true,
  );
  document.addEventListener("focusin", ({ target }) => {
    if (byKeyboard && target instanceof Element) remember(target);
  });
  new MutationObserver(() => {
    if (isLost()) window.setTimeout(pass, PATIENCE_MS);
  }).observe(document.body, { childList: true, subtree: true });
}
