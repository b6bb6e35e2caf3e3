/** The headers of an answer while it is put together: one of each name, except for cookies. */
import type { Header } from "../../engine/response/http-output.ts";

/** Headers that repeat text from the request or the database, and can be as long as that. */
const ECHOES: ReadonlySet<string> = new Set(["content-location", "location", "access-control-allow-headers"]);

/** Clients stop reading at 16 kB of headers (Node.js) or at 8 kB of one line (many proxies). */
const LONGEST_ECHO = 8_000;

/** Names are compared without regard to case and sent as they were last written. */
export class AnswerHeaders {
  readonly #headers = new Map<string, { readonly name: string; readonly value: string | string[] }>();

  /** Sets a header in place of one of the same name; cookies are added. An echo that is too long is left out. */
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

  /** Names and values in turn, as `writeHead` takes them. */
  flat(): string[] {
    const flat: string[] = [];
    for (const { name, value } of this.#headers.values()) {
      if (typeof value === "string") flat.push(name, value);
      else for (const one of value) flat.push(name, one);
    }
    return flat;
  }
}
