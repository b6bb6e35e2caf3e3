/**
 * Writes XML 1.0. All input is text; characters that XML cannot carry are dropped.
 * @see https://www.w3.org/TR/xml/#charsets
 */

/** A piece of finished XML. */
export class Xml {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Child = Xml | string | null;

// Not in XML's Char production: C0 controls except tab, LF and CR; lone surrogates; U+FFFE, U+FFFF.
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be removed
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // Escaped because parsers turn these into spaces in attributes and drop CR in text; XML 1.1 parsers read the last two
  // as line feeds.
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
  "\u0085": "&#133;",
  "\u2028": "&#8232;",
};

/** Escapes element content. */
function escapeText(text: string): string {
  return text.replace(FORBIDDEN, "").replace(/[&<>\r\u0085\u2028]/g, (found) => ENTITIES[found] ?? found);
}

/** Escapes a double-quoted attribute value. */
function escapeAttribute(text: string): string {
  return text
    .replace(FORBIDDEN, "")
    .replace(/[&<>"\t\n\r\u0085\u2028]/g, (found) => ENTITIES[found] ?? found);
}

/**
 * An element; null attributes and children are omitted.
 * @param name a qualified name from the program, never from a request
 */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | null>> = {},
  children: readonly Child[] = [],
): Xml {
  let content = "";
  for (const child of children) {
    if (child !== null) content += child instanceof Xml ? child.text : escapeText(child);
  }
  const start = tag(name, attributes);
  return new Xml(content === "" ? `<${start}/>` : `<${start}>${content}</${name}>`);
}

/** Start tag of an element whose children are written one by one. */
export function start(name: string, attributes: Readonly<Record<string, string | null>> = {}): Xml {
  return new Xml(`<${tag(name, attributes)}>`);
}

/** End tag of such an element. */
export function end(name: string): Xml {
  return new Xml(`</${name}>`);
}

function tag(name: string, attributes: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    value === null ? [] : [` ${key}="${escapeAttribute(value)}"`],
  );
  return name + given.join("");
}

/** An element with only text; null if there is none. */
export function textElement(name: string, text: string | null): Xml | null {
  return text === null ? null : element(name, {}, [text]);
}

/** The XML declaration. */
export const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** A document with its XML declaration. */
export function xmlDocument(root: Xml): string {
  return `${DECLARATION}${root.text}\n`;
}

/** A number as xsd:decimal, which has no exponent. */
export function decimal(value: number, digits: number): string {
  const text = value.toFixed(digits);
  const trimmed = text.includes(".") ? text.replace(/\.0+$|(?<!0)0+$/, "") : text;
  return trimmed === "-0" ? "0" : trimmed;
}

/** A time as xsd:dateTime in UTC. */
export function dateTime(time: number): string {
  return new Date(time).toISOString();
}
