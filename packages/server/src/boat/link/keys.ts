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
}

/** The caller of a request's key; null if it has none, or one that is not known. */
export type LinkOf = (headers: Readonly<Record<string, string>>) => Promise<LinkCaller | null>;

const KEY = /^bearer\s+(wl_[A-Za-z0-9_-]{32})$/i;
/** Keys remembered; looking one up costs a round trip. */
const REMEMBERED = 5_000;

const linkRow = z.object({ id: z.number(), vessel_id: z.string() });

/** SHA-256 in hexadecimal, as secrets are stored. */
export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** A new key of 192 bits. */
export function newKey(): string {
  return `wl_${randomBytes(24).toString("base64url")}`;
}

/** Looks keys up, and remembers which link a key belonged to: that never changes. */
export function linkFinder(service: AsService): LinkOf {
  const known = new Map<string, LinkCaller>();
  return async ({ authorization = "" }) => {
    const key = KEY.exec(authorization.trim())?.[1];
    if (key === undefined) return null;
    const hash = hashOf(key);
    const before = known.get(hash);
    known.delete(hash);
    const found = before ?? (await lookUp(service, hash));
    if (found !== null) known.set(hash, found);
    const oldest = known.size > REMEMBERED ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    return found;
  };
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
  return { role, claims: { role, vid: vesselId, link: id, key: hash }, linkId: id, vesselId };
}
