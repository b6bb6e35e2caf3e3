/** Entity tags: a client that has the answer gets 304 instead (RFC 9110, sections 8.8.3 and 13.1.2). */
import { hash } from "node:crypto";

/** Characters of a tag, six bits each: enough to rule out accidental collisions. */
const TAG_LENGTH = 16;

/**
 * The entity tag of an answer. It is weak because compression does not change it.
 * @param about what else identifies the answer besides its body: its type, and its content range
 */
export function entityTag(body: Buffer | string, ...about: readonly (string | undefined)[]): string {
  // The body's own hash, so that no long body is copied to name it.
  const named = [...about, hash("sha1", body, "base64url")].join("\0");
  return `W/"${hash("sha1", named, "base64url").slice(0, TAG_LENGTH)}"`;
}

/** The tag of the compressed answer: a strong tag would promise identical bytes (RFC 9110, section 8.8.1). */
export function weakened(tag: string): string {
  return tag.startsWith("W/") ? tag : `W/${tag}`;
}

/** Whether `If-None-Match` contains the tag, by weak comparison. */
export function isKnown(tag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const opaque = (one: string): string => one.replace(/^W\//, "");
  return (ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((one) => opaque(one) === opaque(tag));
}
