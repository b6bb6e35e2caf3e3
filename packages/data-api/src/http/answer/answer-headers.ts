/** The headers of an answer under construction: one per name, except cookies. */
import type { Header } from "../../engine/response/http-output.ts";

/** Headers that repeat text from the request or the database, and can be as long. */
const ECHOES: ReadonlySet<string> = new Set(["content-location", "location", "access-control-allow-headers"]);

/** Clients limit headers to 16 kB in total (Node.js), many proxies to 8 kB per line. */
const LONGEST_ECHO = 8_000;

/** Names are compared case-insensitively and sent as last written. */
export class AnswerHeaders {
  readonly #headers = new Map<string, { readonly name: string; readonly value: string | string[] }>();

  /** Sets a header, replacing one of the same name; cookies are added. Skips an echo that is too long. */
  set(name: string, value: string): void {
    const key = name.toLowerCase();
    if (ECHOES.has(key) && value.length > LONGEST_ECHO) return;
    const known = key === "set-cookie" ? this.#headers.get(key) : undefined;
    if (known === undefined) this.#headers.set(key, { name, value });
    else this.#headers.set(key, { name, value: [known.value, value].flat() });
  }

  setAll(headers: readonly Header[]): void {
    for (const [name, value] of headers) this.set(name, value);
  }

  /** @param key the name in lower case */
  get(key: string): string | undefined {
    const value = this.#headers.get(key)?.value;
    return Array.isArray(value) ? value.join(", ") : value;
  }

  /** @param key the name in lower case */
  remove(key: string): void {
    this.#headers.delete(key);
  }

  /** Adds a request header that the answer depends on. */
  addVary(name: string): void {
    const others = this.get("vary");
    if (others?.includes(name)) return;
    this.set("Vary", others === undefined ? name : `${others}, ${name}`);
  }

  /** Alternating names and values, for `writeHead`. */
  flat(): string[] {
    const flat: string[] = [];
    for (const { name, value } of this.#headers.values()) {
      if (typeof value === "string") flat.push(name, value);
      else for (const one of value) flat.push(name, one);
    }
    return flat;
  }
}
