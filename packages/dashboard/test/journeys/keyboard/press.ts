/** Where the focus goes when buttons are pressed with the Enter key. */
import type { Page } from "playwright-core";

/** A page may show new buttons for ever: forms that add lines. */
const MOST = 40;
/** Dialogs and menus take the focus, and give it back, in a frame or two. */
const SETTLED_MS = 350;
/** What is done may have to be answered first. */
const TRIES = 5;
/** Not pressed: they end the session, or what they do is done by the browser. */
const LEFT_ALONE = /^(Sign out|Yes: |Full screen|Zoom |Reload|Map$)/;

const PRESS = `window.press ??= (() => {
  const pressed = new Set();
  const name = (one) => one?.computedName ?? "";
  const lost = () => document.activeElement === null || document.activeElement === document.body;
  const over = () => [...document.querySelectorAll("[role=dialog], [role=alertdialog], [role=listbox], [role=menu]")].at(-1) ?? null;
  return {
    /** Puts the focus on the next button that was not pressed. @returns its name; null if there is none */
    next(leftAlone) {
      const one = [...document.querySelectorAll("main button, main [role=button], .dialog button")].find(
        (each) =>
          each.checkVisibility({ visibilityProperty: true }) &&
          each.tabIndex >= 0 &&
          !each.matches(":disabled, [aria-disabled=true], .mark, .map-pin") &&
          name(each) !== "" &&
          !pressed.has(name(each)) &&
          !leftAlone.test(name(each)),
      );
      if (one === undefined) return null;
      pressed.add(name(one));
      one.focus();
      window.pressedOne = one;
      return name(one);
    },
    /** What is over the page, and whether the focus is in it; whether the focus is anywhere. */
    state() {
      const dialog = over();
      return {
        over: dialog === null ? null : dialog.getAttribute("role"),
        inside: dialog === null || dialog.contains(document.activeElement),
        lost: lost(),
        on: name(document.activeElement),
      };
    },
  };
})(); undefined`;

interface State {
  readonly over: string | null;
  readonly inside: boolean;
  readonly lost: boolean;
  readonly on: string;
}

/**
 * Presses every button of the page, and of what opens from it: the focus is never lost, goes into what opens over the page,
 * and comes back from there. @returns a sentence for each fault
 */
export async function faultsOfPressing(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  const state = async () => {
    for (let tries = 0; ; tries++) {
      await page.waitForTimeout(SETTLED_MS);
      await page.evaluate(PRESS);
      const now = await page.evaluate<State>("press.state()");
      if (!now.lost || tries === TRIES) return now;
    }
  };
  const address = page.url();
  for (let count = 0; count < MOST; count++) {
    await page.evaluate(PRESS);
    const name = await page.evaluate<string | null>(`press.next(${LEFT_ALONE})`);
    if (name === null) return found;
    await page.keyboard.press("Enter");
    const then = await state();
    if (then.lost) found.push(`${name}: the focus is lost`);
    if (then.over !== null) {
      if (!then.inside) found.push(`${name}: the focus is not in the ${then.over}`);
      await page.keyboard.press("Escape");
      const after = await state();
      if (after.over !== null) found.push(`${name}: the ${then.over} stays after Escape`);
      else if (after.on !== name) found.push(`${name}: the focus comes back to ${after.on || "nothing"}`);
    }
    if (page.url() !== address) {
      await page.goto(address);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForTimeout(1000);
      // What was pressed is pressed again, as the page is a new one: enough was seen of it.
      return found;
    }
  }
  return found;
}
