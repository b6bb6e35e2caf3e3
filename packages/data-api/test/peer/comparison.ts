/** The parts of two responses that must be equal. */
import type { PeerAnswer } from "./request.ts";

/** Headers that the protocol speaks of; connection and date are left out. */
const HEADERS = [
  "content-type",
  "content-range",
  "content-location",
  "content-profile",
  "location",
  "preference-applied",
  "allow",
  "www-authenticate",
  "x-dome",
  "cache-control",
  "access-control-allow-origin",
  "access-control-allow-credentials",
  "access-control-allow-methods",
  "access-control-allow-headers",
  "access-control-max-age",
  "access-control-expose-headers",
] as const;

/** One thing that differs: the status, a header by name, or the body. */
export interface Difference {
  readonly where: string;
  readonly theirs: unknown;
  readonly ours: unknown;
}

export function differences(theirs: PeerAnswer, ours: PeerAnswer): readonly Difference[] {
  const found: Difference[] = [];
  const add = (where: string, a: unknown, b: unknown): void => {
    if (a !== b) found.push({ where, theirs: a, ours: b });
  };
  add("status", theirs.status, ours.status);
  for (const name of HEADERS) add(name, theirs.headers[name], ours.headers[name]);
  add("body", canonical(theirs), canonical(ours));
  return found;
}

/** Rows are compared as text; of objects of the protocol (errors, the description) the keys' order means nothing. */
function canonical({ body, status, headers }: PeerAnswer): string {
  const isOpenApi = headers["content-type"]?.startsWith("application/openapi+json") === true;
  if (!isOpenApi && status < 300) return body;
  try {
    return JSON.stringify(sorted(JSON.parse(body)));
  } catch {
    return body;
  }
}

/** An answer whose rows differ neither by blanks between values nor by the order of their keys. */
export function alike(answer: PeerAnswer): PeerAnswer {
  const { body, headers } = answer;
  if (headers["content-type"]?.includes("json") !== true) return answer;
  try {
    return { ...answer, body: JSON.stringify(sorted(JSON.parse(body))) };
  } catch {
    return answer;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}
