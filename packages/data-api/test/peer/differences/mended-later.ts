/** Faults of 11.2.2 that later releases of PostgREST mended, and that no client can depend on. */
import { errorIn, isError } from "../evidence.ts";
import type { PeerAnswer } from "../request.ts";
import type { KnownDifference } from "./known-difference.ts";

const isFine = ({ status }: PeerAnswer): boolean => status < 300;

function parsed({ body }: PeerAnswer): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Compares responses part by part; `isMended` judges two different parts. */
function alike(
  theirs: unknown,
  ours: unknown,
  isMended: (theirs: unknown, ours: unknown) => boolean,
): boolean {
  if (isMended(theirs, ours) || Object.is(theirs, ours)) return true;
  if (typeof theirs !== "object" || typeof ours !== "object" || theirs === null || ours === null)
    return false;
  if (Array.isArray(theirs) !== Array.isArray(ours)) return false;
  const own = new Map(Object.entries(ours));
  const all = Object.entries(theirs);
  const shown = all.filter(([key, value]) => own.has(key) || !isMended(value, undefined));
  return shown.length === own.size && shown.every(([key, value]) => alike(value, own.get(key), isMended));
}

/** A list of one or no object, and the object or null. */
function isUnlisted(theirs: unknown, ours: unknown): boolean {
  if (!Array.isArray(theirs) || Array.isArray(ours) || theirs.length > 1) return false;
  return JSON.stringify(theirs[0] ?? null) === JSON.stringify(ours);
}

/** An embed with nothing in it, and none. */
function isLeftOut(theirs: unknown, ours: unknown): boolean {
  if (ours !== undefined) return false;
  if (Array.isArray(theirs)) return theirs.every((one) => isLeftOut(one, undefined));
  return (
    theirs === null ||
    (typeof theirs === "object" && Object.values(theirs).every((one) => isLeftOut(one, undefined)))
  );
}

export const MENDED_LATER: readonly KnownDifference[] = [
  {
    title: "A one-to-one relationship is found when the key has its columns in another order",
    reason: "11.2 shows a list of one; fixed since.",
    seldom: true,
    explains: ({ theirs, ours }) =>
      isFine(theirs) && isFine(ours) && alike(parsed(theirs), parsed(ours), isUnlisted),
  },
  {
    title: "A hint names only functions that the caller may execute",
    reason: "11.2 names all; fixed since.",
    seldom: true,
    explains: ({ theirs, ours }) => {
      const [their, our] = [errorIn(theirs), errorIn(ours)];
      if (their?.code !== "PGRST202" || our === null || their.hint === null) return false;
      return our.code === their.code && our.message === their.message && our.details === their.details;
    },
  },
  {
    title: "An embed without columns on any level is omitted",
    reason: "11.2 shows empty objects; fixed since.",
    seldom: true,
    explains: ({ request, theirs, ours }) =>
      request.target.includes("()") &&
      isFine(theirs) &&
      isFine(ours) &&
      alike(parsed(theirs), parsed(ours), isLeftOut),
  },
  {
    title: "The preference `timezone` accepts offsets from UTC, such as `+05:30` and `-4`",
    reason:
      "Releases with this preference accept only names; fixed since. As in ISO 8601, `+` is east of Greenwich.",
    seldom: true,
    explains: ({ request, theirs, ours }) =>
      /timezone=[+-]\d/.test(request.headers.Prefer ?? "") && isFine(theirs) && isFine(ours),
  },
  {
    title: "A token with an unknown role is 401",
    reason: "11.2 answers 400; fixed since.",
    seldom: true,
    explains: ({ theirs, ours }) =>
      isError(theirs, 400, { code: "22023", message: /^role ".*" does not exist$/ }) &&
      ours.status === 401 &&
      theirs.body === ours.body,
  },
];
