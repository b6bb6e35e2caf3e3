/** Validators of answers: a client that has the same answer already is told so instead (RFC 9110, sections 8.8.3 and 13.1.2). */
import { createHash } from "node:crypto";

/**
 * The entity tag of an answer. It is weak: an answer is the same however it is compressed.
 * @param type the value of Content-Type
 */
export function entityTag(body: Buffer | string, type: string): string {
  const hash = createHash("sha1").update(type).update("\0").update(body).digest("base64url");
  return `W/"${hash}"`;
}

/** Whether `If-None-Match` names the tag, compared weakly. */
export function isKnown(tag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const opaque = (one: string): string => one.replace(/^W\//, "");
  return (ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((one) => opaque(one) === opaque(tag));
}
