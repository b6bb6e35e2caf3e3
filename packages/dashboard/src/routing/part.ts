/** The part of a page that an address names after its `#`. */

function partNamed(name: string): Element | null {
  try {
    return document.getElementById(name) ?? document.getElementById(decodeURIComponent(name));
  } catch {
    // A percent sign that encodes nothing.
    return null;
  }
}

/**
 * How to bring a part of the page into view, below the bar that covers the page's top. The page may not have it yet, and is
 * left alone while its layout is the same as before: a screen reader, which nothing is heard of, may have scrolled it.
 * @param hash the end of an address, from its `#`
 * @returns what is called after each change of the page; null if no part is named
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
