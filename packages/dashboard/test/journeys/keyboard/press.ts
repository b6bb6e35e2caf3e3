/** Focus after pressing buttons with Enter. */
import type { Page } from "playwright-core";

/** Forms that add rows can show new buttons for ever. */
const MOST = 40;
/** Dialogs and menus move the focus within a frame or two. */
const SETTLED_MS = 350;
/** An action may need a confirmation first. */
const TRIES = 5;
/** Skipped: they end the session, or act outside the page. */
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
 * Presses every button of the page, and of what opens from it: the focus is never lost, moves into overlays, and
 * returns from them. @returns a sentence per fault
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
      // The same button on a new page: enough was seen of this one.
      return found;
    }
  }
  return found;
}
