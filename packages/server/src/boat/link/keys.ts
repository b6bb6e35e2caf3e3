/** Keys of links: which boat a key belongs to. The database checks with each request that the key still counts. */
import { createHash, randomBytes } from "node:crypto";
import type { AsService } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Caller } from "@wakelog/data-api/engine/handlers.ts";
import { z } from "zod";

/** A link as the caller of its exchanges. */
export interface LinkCaller extends Caller {
  readonly linkId: number;
  readonly vesselId: string;
  /** The key's {@link hashOf}. */
  readonly keyHash: string;
}

/**
 * The caller of a request's key; null if it has none, or one that is not known.
 * @param address of the peer
 * @throws ApiError 429 if too many keys were looked up for its network
 */
export type LinkOf = (
  headers: Readonly<Record<string, string>>,
  address: string,
) => Promise<LinkCaller | null>;

const KEY = /^bearer\s+(wl_[A-Za-z0-9_-]{32})$/i;
/** Keys remembered; looking one up costs a round trip. */
const REMEMBERED = 5_000;
/** Unknown keys remembered: apart, so that they do not displace others. One never becomes known later. */
const REFUSED = 1_000;

const linkRow = z.object({ id: z.number(), vessel_id: z.string() });

/** SHA-256 in hexadecimal, as secrets are stored. */
export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** A new key of 192 bits. */
export function newKey(): string {
  return `wl_${randomBytes(24).toString("base64url")}`;
}

/** Finds links by their keys. */
export interface LinkFinder {
  readonly linkOf: LinkOf;
  /** Looks a key up again: the database refused it. */
  readonly forget: (caller: LinkCaller) => void;
}

/**
 * Looks keys up, and remembers which link a key belonged to: that never changes, but a link may end.
 * @param count counts a look-up for an address. Rejects with 429 after too many
 */
export function linkFinder(service: AsService, count: (address: string) => Promise<void>): LinkFinder {
  const known = new Map<string, LinkCaller>();
  const refused = new Set<string>();
  const linkOf: LinkOf = async ({ authorization = "" }, address) => {
    const key = KEY.exec(authorization.trim())?.[1];
    if (key === undefined) return null;
    const hash = hashOf(key);
    if (refused.has(hash)) return null;
    const before = known.get(hash);
    if (before === undefined) await count(address);
    const found = before ?? (await lookUp(service, hash));
    known.delete(hash);
    if (found === null) refused.add(hash);
    else known.set(hash, found);
    forgetOldest(known, REMEMBERED);
    forgetOldest(refused, REFUSED);
    return found;
  };
  return { linkOf, forget: ({ keyHash }) => void known.delete(keyHash) };
}

/** Keeps the newest entries. */
function forgetOldest(kept: Map<string, unknown> | Set<string>, most: number): void {
  const oldest = kept.size > most ? kept.keys().next().value : undefined;
  if (oldest !== undefined) kept.delete(oldest);
}

async function lookUp(service: AsService, hash: string): Promise<LinkCaller | null> {
  const [row] = await service((tx) =>
    tx.query(sql`
      select id, vessel_id from app.boat_links
      where key_hash = decode(${hash}, 'hex') and revoked_at is null`),
  );
  if (row === undefined) return null;
  const { id, vessel_id: vesselId } = linkRow.parse(row);
  const role = "vessel_role";
  return { role, claims: { role, vid: vesselId, link: id, key: hash }, linkId: id, vesselId, keyHash: hash };
}
