/** Elements of the page. */

type Child = Node | string | null;

/** An HTML element with attributes and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | boolean>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "string") element.setAttribute(key, value);
    else if (value) element.setAttribute(key, "");
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** An SVG element. */
export function draw(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: readonly Node[]
): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** A button that does something, and says what went wrong. */
export function button(
  label: string,
  act: () => Promise<unknown>,
  failed: (message: string) => void,
): HTMLButtonElement {
  const element = make("button", { type: "button" }, label);
  element.addEventListener("click", () => {
    element.disabled = true;
    act()
      .catch((error) => failed(error instanceof Error ? error.message : String(error)))
      .finally(() => {
        element.disabled = false;
      });
  });
  return element;
}

/** A section with a heading. */
export function section(heading: string, ...children: readonly Child[]): HTMLElement {
  return make("section", {}, make("h2", {}, heading), ...children);
}
