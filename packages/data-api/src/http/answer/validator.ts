/**
 * Validators of answers: a client that already has the answer gets 304 instead of it (RFC 9110, sections
 * 8.8.3 and 13.1.2).
 */
import { createHash } from "node:crypto";

/** Characters of a tag, six bits each: enough that two answers to one question never share it by chance. */
const TAG_LENGTH = 16;

/**
 * The entity tag of an answer. It is weak: an answer is the same however it is compressed.
 * @param about what else distinguishes the answer, besides its body: its type, and which rows of how many it has
 */
export function entityTag(body: Buffer | string, ...about: readonly (string | undefined)[]): string {
  const hash = createHash("sha1")
    .update(`${about.join("\0")}\0`)
    .update(body)
    .digest("base64url")
    .slice(0, TAG_LENGTH);
  return `W/"${hash}"`;
}

/** The tag of the same answer, compressed: a strong tag would promise identical bytes (RFC 9110, section 8.8.1). */
export function weakened(tag: string): string {
  return tag.startsWith("W/") ? tag : `W/${tag}`;
}

/** Whether `If-None-Match` names the tag, compared weakly. */
export function isKnown(tag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const opaque = (one: string): string => one.replace(/^W\//, "");
  return (ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((one) => opaque(one) === opaque(tag));
}
