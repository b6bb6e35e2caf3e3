/**
 * Intended differences from PostgREST 11.2.2. Each has a reason, repeated in docs/known-differences.md; the
 * comparison fails for any other. Each is recognized by both responses in all places and, where 11.2 does something
 * else than requested, by requesting that.
 */

import {
  areSame,
  type Compared,
  encodedOnce,
  errorIn,
  isError,
  isUnknownTo,
  retargeted,
  withoutRest,
} from "../evidence.ts";
import type { PeerAnswer } from "../request.ts";
import { CALL_DIFFERENCES } from "./call-differences.ts";
import { COUNT_DIFFERENCES } from "./count-differences.ts";
import { EMBED_DIFFERENCES } from "./embed-differences.ts";
import type { KnownDifference } from "./known-difference.ts";
import { LATER_ADDITIONS } from "./later-additions.ts";
import { MENDED_LATER } from "./mended-later.ts";
import { SCHEMA_DIFFERENCES } from "./schema-differences.ts";
import { WRITE_DIFFERENCES } from "./write-differences.ts";

const PLACE = ["content-location"];
const isFine = ({ status }: PeerAnswer): boolean => status < 300;
const codeOf = (answer: PeerAnswer): string => errorIn(answer)?.code ?? "";

/** PostgreSQL's error for a value that does not fit its column's type. */
const NO_VALUE: ReadonlySet<string> = new Set(["22P02", "22003", "22007", "22008"]);

/** Without the numbers that a sequence gave to a row that failed. */
const unnumbered = ({ body }: PeerAnswer): string => body.replace(/(Failing row contains .*?\()\d+/, "$1");

const isPlan = ({ body }: PeerAnswer): boolean =>
  /^\w[\w ]+ .*\(cost=/.test(body) || /^\[\s*\{\s*"Plan": \{/.test(body);

export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    title: "One-to-one relationships of a table with itself are found",
    reason: "11.2 answers PGRST200 for a unique foreign key to the same table.",
    explains: ({ theirs, ours }) => {
      const isMissing = /^Could not find a relationship between '(.+)' and '(?:\1|partner_id)' /.test(
        errorIn(theirs)?.message ?? "",
      );
      return isMissing && codeOf(theirs) === "PGRST200" && (isFine(ours) || codeOf(ours) === "PGRST201");
    },
  },
  {
    title: "Text after the end of a list, a value or a name is refused",
    reason: "11.2 ignores it, so that `select=(id)` selects everything and `id=in.(1)x` finds 1.",
    explains: async ({ request, theirs, ours, ask }) => {
      const kept = withoutRest(request, ours);
      return kept !== null && areSame(theirs, await ask.ours(kept), PLACE);
    },
  },
  {
    title: "A logic operator needs its parentheses",
    reason: "11.2 reads it as the start of a name: `or=id.eq.1` as the column `orid`.",
    explains: async ({ request, theirs, ours, ask }) => {
      const asRead = retargeted(request, (target) => target.replace(/\b(and|or)=(\w+)\./, "$1$2="));
      const isTold = isError(ours, 400, {
        code: "PGRST100",
        message: /logic tree/,
        details: /expecting "\("$/,
      });
      return isTold && areSame(theirs, await ask.ours(asRead), PLACE);
    },
  },
  {
    title: "A control character in a string is never JSON",
    seldom: true,
    reason: "11.2 accepts it after an escape or a non-ASCII letter; PostgreSQL refuses most of them later.",
    explains: ({ request: { body = "" }, ours }) => {
      const message = "Error in $: Failed reading: unescaped control character";
      return /\p{Cc}/u.test(body) && isError(ours, 400, { code: "PGRST102", message });
    },
  },
  {
    title: "A quoted CSV field must be closed",
    reason: "11.2 takes the rest of the text, without its last character.",
    explains: ({ request: { body = "", headers }, ours }) => {
      const isOpen = (body.split('"').length - 1) % 2 === 1 && headers["Content-Type"] === "text/csv";
      const message = /^parse error \(Failed reading: satisfy\) at "\\"/;
      return isOpen && isError(ours, 400, { code: "PGRST102", message });
    },
  },
  {
    title: "Non-ASCII paths and values are percent-encoded as UTF-8",
    reason: "11.2 encodes UTF-8 bytes twice, or writes them raw into a header.",
    explains: ({ theirs, ours }) => areSame(encodedOnce(theirs, ours), ours),
    seldom: true,
  },
  {
    title: "NUL and invalid UTF-8 are refused or replaced",
    reason: "11.2 silently cuts a value at `%00` and answers 500 to invalid UTF-8.",
    explains: async ({ request, theirs, ours, ask }) => {
      const ended = retargeted(request, (target) => target.replace(/%00[^&]*/g, ""));
      const replaced = retargeted(request, (target) => target.replace(/%ff/gi, "%EF%BF%BD"));
      if (ended.target !== request.target) {
        const message = 'invalid byte sequence for encoding "UTF8": 0x00';
        const isRefused = isError(ours, 400, { code: "22021", message });
        return isRefused && areSame(theirs, await ask.ours(ended), PLACE);
      }
      const isBroken = theirs.status === 500 && theirs.body === "Something went wrong";
      return replaced.target !== request.target && isBroken && areSame(ours, await ask.ours(replaced));
    },
  },
  ...EMBED_DIFFERENCES,
  {
    title: "Plain media types show values of every type",
    reason: "11.2 makes PostgreSQL concatenate numbers as text, which it refuses.",
    explains: async ({ request, theirs, ours, ask }) => {
      const { headers } = request;
      const isXml = headers.Accept === "text/xml";
      const message = isXml
        ? /^function xmlagg\(\w+\) /
        : /^function string_agg\([\w ]+(?:\[\])?, unknown\) /;
      if (!isUnknownTo(theirs, message, isXml ? 406 : 404)) return false;
      const type = ours.headers["content-type"]?.split(";")[0];
      if (isFine(ours)) return ours.status === 204 || type === headers.Accept;
      return areSame(
        ours,
        await ask.ours({ ...request, headers: { ...headers, Accept: "application/json" } }),
      );
    },
  },
  {
    title: "GeoJSON without PostGIS is not available (PGRST107)",
    reason: "11.2 calls a function that does not exist.",
    seldom: true,
    explains: ({ theirs, ours }) => {
      const message = "None of these media types are available: application/geo+json";
      const isMissing = isUnknownTo(theirs, /^function st_asgeojson\(record\) does not exist$/);
      return isMissing && isError(ours, 415, { code: "PGRST107", message });
    },
  },
  {
    title: "Execution plans differ in widths and names",
    reason: "The SQL differs.",
    explains: ({ theirs, ours }) => areSame(theirs, ours, ["body"]) && isPlan(theirs) && isPlan(ours),
  },
  {
    title: "HEAD reports the same errors as GET",
    reason: "11.2 does not build a body for HEAD, and misses the errors in doing so.",
    explains: async ({ request, ours, ask }) => {
      if (request.method !== "HEAD" || isFine(ours)) return false;
      const get = { ...request, method: "GET" };
      return areSame(await ask.theirs(get), await ask.ours(get));
    },
  },
  {
    title: "OPTIONS ignores `Accept`",
    reason: "The answer has no body; 11.2 negotiates a media type for it.",
    explains: async ({ request, theirs, ours, ask }) => {
      const { Accept: _, ...headers } = request.headers;
      const isUnable = isError(theirs, 415, { code: "PGRST107", message: /^None of these media types/ });
      return (
        request.method === "OPTIONS" && isUnable && areSame(ours, await ask.theirs({ ...request, headers }))
      );
    },
  },
  {
    title: "Rights to embedded resources are checked even if no row can match",
    reason: "In 11.2's SQL, PostgreSQL drops everything below a condition that is never true.",
    seldom: true,
    explains: async ({ request, theirs, ours, ask }) => {
      const refused = { code: "42501", message: /^permission denied for (table|view) / };
      const isRefused =
        isError(ours, 401, refused, { "www-authenticate": "Bearer" }) || isError(ours, 403, refused);
      return isRefused && areSame(theirs, await ask.ours({ ...request, as: "ada" }));
    },
  },
  ...WRITE_DIFFERENCES,
  {
    title: "An unavailable media type is reported after other errors",
    reason: "11.2 checks `Accept` before the request's schema, page, body and purpose.",
    explains: async ({ request, theirs, ours, ask }) => {
      const headers = { Accept: request.headers.Accept ?? "" };
      const isOther = codeOf(ours) !== "" && codeOf(ours) !== "PGRST107" && codeOf(theirs) === "PGRST107";
      return (
        isOther &&
        areSame(theirs, await ask.ours({ method: "GET", target: "/sites?select=id,name", headers }))
      );
    },
  },
  {
    title: "The values of an update that matches no rows may remain unchecked",
    reason: "That depends on PostgreSQL's plan.",
    seldom: true,
    explains: ({ request, theirs, ours }) => {
      const isNone = (one: PeerAnswer): boolean =>
        isFine(one) && /^\*\/[*0]$/.test(one.headers["content-range"] ?? "");
      const isValue = (one: PeerAnswer): boolean => NO_VALUE.has(codeOf(one)) && one.status === 400;
      return (
        request.method === "PATCH" && ((isNone(theirs) && isValue(ours)) || (isValue(theirs) && isNone(ours)))
      );
    },
  },
  {
    title: "JSON paths accept every character without a special meaning",
    reason: "11.2 refuses most punctuation in a bare key.",
    explains: async ({ request, theirs, ours, ask }) => {
      const quoted = retargeted(request, (target) => target.replace(/->([^"&,]+)/, '->"$1"'));
      return codeOf(theirs) === "PGRST100" && areSame(ours, await ask.theirs(quoted), PLACE);
    },
  },
  {
    title: "An array index may precede a closing parenthesis",
    reason: "11.2 reads it as a key: `telescopes(tags->0)` looks for a key `0`.",
    explains: async ({ request, theirs, ours, ask }) => {
      const quoted = retargeted(request, (target) => target.replace(/->(-?\d+)\)/, '->"$1")'));
      return isFine(ours) && areSame(theirs, await ask.ours(quoted), PLACE);
    },
  },
  {
    title: "An order by an embedded resource may follow a JSON path into any column",
    reason: "11.2 converts the column to JSON first, except there.",
    explains: ({ request, theirs, ours }) =>
      /order=[^&]*\(/.test(request.target) &&
      isUnknownTo(theirs, /^operator does not exist: [\w ]+ ->>? unknown$/) &&
      isFine(ours),
  },
  {
    title: "Sequence values differ",
    reason: "Both servers draw from the same sequence.",
    explains: ({ theirs, ours }) =>
      areSame(theirs, ours, ["body"]) && codeOf(ours) === "23502" && unnumbered(theirs) === unnumbered(ours),
  },
  ...CALL_DIFFERENCES,
  ...COUNT_DIFFERENCES,
  ...SCHEMA_DIFFERENCES,
  ...LATER_ADDITIONS,
  ...MENDED_LATER,
];

/** The explanation of a difference; null if there is none. Places beyond ASCII may differ as well. */
export async function knownDifference(compared: Compared): Promise<KnownDifference | null> {
  const sides = [compared, { ...compared, theirs: encodedOnce(compared.theirs, compared.ours) }];
  for (const one of KNOWN_DIFFERENCES) {
    for (const side of sides) if (await one.explains(side)) return one;
  }
  return null;
}
