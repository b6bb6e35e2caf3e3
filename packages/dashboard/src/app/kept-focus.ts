/**
 * The focused element can disappear when used: a removed row, a closed form. Without focus, keyboard and screen
 * reader users would start again at the top.
 */

const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

/** An ancestor of the focused element, and the sibling after it. */
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

/** The first tab stop in an element. */
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

/** Dialogs and menus restore the focus themselves, within a frame or two. */
const PATIENCE_MS = 80;

/**
 * When the focused element is removed, moves the focus to what follows it, or to its surroundings. Only for keyboard
 * users: on a phone, focusing a text field would open the keyboard.
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
