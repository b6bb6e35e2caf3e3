/** A change queued on this device until the server has it. */
import { isJsonObject, isSameJson, membersOf } from "../api/json.ts";

/** Another user's concurrent change of the same columns. */
export interface Stale {
  /** By column; null if the row was deleted. */
  readonly stored: Readonly<Record<string, unknown>> | null;
  /** The version to resend the change with, once the user has seen both. */
  readonly version: string | null;
}

/** The reason for the refusal. */
export interface Refused {
  readonly message: string;
  readonly hint: string | null;
  /** Null unless it conflicts with another user's change. */
  readonly stale: Stale | null;
}

/** A picture to send. */
export interface SentPicture {
  readonly picture: Blob;
  /** Thumbnail, shown while it is queued; null if there is none. */
  readonly thumbnail: Blob | null;
}

/** A write to the API, ready to be sent. */
export interface NewChange {
  /** Idempotency-Key: a retry with the same key is not executed again. */
  readonly key: string;
  readonly method: "POST" | "PATCH" | "DELETE";
  readonly path: string;
  /** JSON, or null. For a picture, the facts about it, which are not sent. */
  readonly body: string | null;
  readonly picture: SentPicture | null;
  readonly prefer: string | null;
  /** The row's table and id; a new row has no id. */
  readonly resource: string;
  readonly id: number | null;
  /** For a change to a queued row, the key of the change that adds it. */
  readonly after: string | null;
  /** The version of the row when it was read; null to overwrite any. */
  readonly version: string | null;
  /** The values read of JSON columns, as JSON, so that only changed members are overwritten. */
  readonly read: string | null;
}

export interface Change extends NewChange {
  /** Changes are sent in this order. */
  readonly n: number;
  /** The e-mail address of the account, in lower case. */
  readonly account: string;
  /** When it was made, in milliseconds since 1970-01-01 UTC. */
  readonly made: number;
  /** Whether it was sent before: the server may have it although no response came. */
  readonly sent: boolean;
  readonly refused: Refused | null;
}

/** A UUID for a new change; browsers have `randomUUID` only on https and localhost. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** A stored object as a change; null if it is not one. */
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

/** The conflict in a refusal's details; null if it was not a conflict. */
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

/** The body for resending a stale change: members of JSON objects that it did not change take the stored values. */
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

/** An object with the members changed between two versions of another. */
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

/** The columns that a change writes; empty if it is not a row write. */
export function writtenBy({ method, body }: NewChange): Readonly<Record<string, unknown>> {
  if (method === "DELETE" || body === null) return {};
  const values: unknown = JSON.parse(body);
  return typeof values === "object" && values !== null && !Array.isArray(values) ? { ...values } : {};
}
