/** Short texts remembered on this device. Without storage they last as long as the page. */

/** What the browser did not keep; null for what it did not forget. */
const unkept = {
  localStorage: new Map<string, string | null>(),
  sessionStorage: new Map<string, string | null>(),
};

/** `sessionStorage` lasts as long as the tab. */
type Where = keyof typeof unkept;

/** The remembered text; null if there is none. */
export function remembered(name: string, where: Where = "localStorage"): string | null {
  const here = unkept[where].get(name);
  if (here !== undefined) return here;
  try {
    return window[where].getItem(name);
  } catch {
    return null;
  }
}

/** Remembers a text; null forgets it. */
export function remember(name: string, text: string | null, where: Where = "localStorage"): void {
  try {
    if (text === null) window[where].removeItem(name);
    else window[where].setItem(name, text);
    unkept[where].delete(name);
  } catch {
    unkept[where].set(name, text);
  }
}
