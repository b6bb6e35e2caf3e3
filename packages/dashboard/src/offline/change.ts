/** A change that waits on this device until the server has it. */
import { isJsonObject, isSameJson, membersOf } from "../api/json.ts";

/** What another user wrote meanwhile where a change wanted to write. */
export interface Stale {
  /** By column; null if the row is not there any more. */
  readonly stored: Readonly<Record<string, unknown>> | null;
  /** The version to send the change again with, once the user has seen both. */
  readonly version: string | null;
}

/** Why the server refused it. */
export interface Refused {
  readonly message: string;
  readonly hint: string | null;
  /** Null if there is no conflict with another user's change. */
  readonly stale: Stale | null;
}

/** A picture that is sent. */
export interface SentPicture {
  readonly picture: Blob;
  /** A small copy, shown while it waits; null if there is none. */
  readonly thumbnail: Blob | null;
}

/** A write to the API as it will be sent. */
export interface NewChange {
  /** If it is sent again with the same key, it is still done only once (Idempotency-Key). */
  readonly key: string;
  readonly method: "POST" | "PATCH" | "DELETE";
  readonly path: string;
  /** JSON; null for none. Of a picture, what is known of it, which is not sent. */
  readonly body: string | null;
  readonly picture: SentPicture | null;
  readonly prefer: string | null;
  /** The row that it is about: the name of its table, and its number unless the row is new. */
  readonly resource: string;
  readonly id: number | null;
  /** If it is about a row that waits itself, the key of the change that adds it. */
  readonly after: string | null;
  /** The version of the row that was read when it was written; null for whatever is there. */
  readonly version: string | null;
  /** Of columns that hold a JSON object, what was read, so that only changed members are written over; as JSON. */
  readonly read: string | null;
}

export interface Change extends NewChange {
  /** Changes are sent in the order of their numbers. */
  readonly n: number;
  /** Whose it is: the e-mail address of the account, in lower case. */
  readonly account: string;
  /** When it was made, milliseconds since 1970-01-01 UTC. */
  readonly made: number;
  /** Whether it was sent before: the server may have it, although it did not say so. */
  readonly sent: boolean;
  readonly refused: Refused | null;
}

/** A key for a new change: a UUID, which browsers make by themselves only on https and localhost. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** A stored thing as a change; null if it is not one. */
export function changeIn(kept: unknown): Change | null {
  const has = (value: unknown): value is Record<keyof Change, unknown> =>
    typeof value === "object" && value !== null && "n" in value && "key" in value && "path" in value;
  if (!has(kept) || typeof kept.n !== "number" || typeof kept.key !== "string") return null;
  const { method, refused } = kept;
  if (method !== "POST" && method !== "PATCH" && method !== "DELETE") return null;
  const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
  return {
    n: kept.n,
    key: kept.key,
    method,
    path: String(kept.path),
    body: text(kept.body),
    picture: pictureIn(kept.picture),
    prefer: text(kept.prefer),
    resource: String(kept.resource),
    id: typeof kept.id === "number" ? kept.id : null,
    after: text(kept.after),
    version: text(kept.version),
    read: text(kept.read),
    account: String(kept.account),
    made: Number(kept.made),
    sent: kept.sent !== false,
    refused: refusedIn(refused),
  };
}

function refusedIn(kept: unknown): Refused | null {
  if (typeof kept !== "object" || kept === null || !("message" in kept)) return null;
  const hint = "hint" in kept && typeof kept.hint === "string" ? kept.hint : null;
  return { message: String(kept.message), hint, stale: staleIn("stale" in kept ? kept.stale : null) };
}

/** What stands in the details of a refusal; null if it was not a conflict. */
export function staleIn(details: unknown): Stale | null {
  if (typeof details !== "object" || details === null || !("stored" in details)) return null;
  const { stored } = details;
  const version = "version" in details && typeof details.version === "string" ? details.version : null;
  return { stored: typeof stored === "object" && stored !== null ? { ...stored } : null, version };
}

function pictureIn(kept: unknown): SentPicture | null {
  if (typeof kept !== "object" || kept === null || !("picture" in kept)) return null;
  if (!(kept.picture instanceof Blob)) return null;
  const small = "thumbnail" in kept && kept.thumbnail instanceof Blob ? kept.thumbnail : null;
  return { picture: kept.picture, thumbnail: small };
}

/**
 * The body of a stale change that is sent again: of JSON objects, members that it did not change are as they are stored.
 */
export function bodyOver(change: NewChange, stored: Readonly<Record<string, unknown>>): string | null {
  if (change.body === null || change.read === null) return change.body;
  const read = membersOf(JSON.parse(change.read));
  const columns = Object.entries(writtenBy(change)).map(([column, value]) => {
    const [before, there] = [read[column], stored[column]];
    const isMergeable = isJsonObject(before) && isJsonObject(there) && isJsonObject(value);
    return [column, isMergeable ? changedMembers(before, value, there) : value] as const;
  });
  return JSON.stringify(Object.fromEntries(columns));
}

/** An object with the members that were changed between two versions of another. */
function changedMembers(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  there: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const names = new Set([...Object.keys(there), ...Object.keys(after)]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const from = isSameJson(before[name], after[name]) ? there : after;
      return name in from ? [[name, from[name]]] : [];
    }),
  );
}

/** The columns that a change writes; empty if it does not write to a row. */
export function writtenBy({ method, body }: NewChange): Readonly<Record<string, unknown>> {
  if (method === "DELETE" || body === null) return {};
  const values: unknown = JSON.parse(body);
  return typeof values === "object" && values !== null && !Array.isArray(values) ? { ...values } : {};
}
