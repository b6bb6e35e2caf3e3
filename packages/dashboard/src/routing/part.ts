/** The element that a fragment names. */

function partNamed(name: string): Element | null {
  try {
    return document.getElementById(name) ?? document.getElementById(decodeURIComponent(name));
  } catch {
    // Invalid percent encoding.
    return null;
  }
}

/**
 * How to scroll an anchored part into view, below the bar that covers the page's top. The part may not exist yet.
 * Does nothing while the layout is unchanged, as a screen reader may have scrolled without any event.
 * @param hash the fragment, with `#`
 * @returns a function to call after each change of the page; null without a fragment
 */
export function partOf(hash: string): (() => void) | null {
  const name = hash.slice(1);
  if (name === "") return null;
  let before = "";
  return () => {
    const part = partNamed(name);
    if (part === null) return;
    const top = Math.round(part.getBoundingClientRect().top + window.scrollY);
    const layout = `${top} of ${document.documentElement.scrollHeight}`;
    if (layout !== before) part.scrollIntoView({ behavior: "instant", block: "start" });
    before = layout;
  };
}
