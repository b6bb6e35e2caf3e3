/**
 * Where our answer differs from PostgREST 11.2.2's on purpose. Each has a reason, which docs/known-differences.md
 * repeats; the comparison fails for any other difference. Each is told by what both answer, in all places, and
 * where 11.2 does something else than it was asked for, by asking for that.
 */

import { differences } from "../comparison.ts";
import {
  areSame,
  type Compared,
  decoded,
  encodedOnce,
  errorIn,
  isError,
  isUnknownTo,
  missingColumn,
  retargeted,
  withoutParameters,
  withoutRest,
} from "../evidence.ts";
import type { PeerAnswer } from "../request.ts";
import { CALL_DIFFERENCES } from "./call-differences.ts";
import { COUNT_DIFFERENCES } from "./count-differences.ts";
import type { KnownDifference } from "./known-difference.ts";
import { LATER_ADDITIONS } from "./later-additions.ts";
import { SCHEMA_DIFFERENCES } from "./schema-differences.ts";

const PLACE = ["content-location"];
const isFine = ({ status }: PeerAnswer): boolean => status < 300;
const codeOf = (answer: PeerAnswer): string => errorIn(answer)?.code ?? "";

/** What PostgreSQL says of a value that is none of its column's type. */
const NO_VALUE: ReadonlySet<string> = new Set(["22P02", "22003", "22007", "22008"]);

/** Without the numbers that a sequence gave to a row that failed. */
const unnumbered = ({ body }: PeerAnswer): string => body.replace(/(Failing row contains .*?\()\d+/, "$1");

/** The members of a body that is a list. */
function listOf(body = ""): readonly unknown[] {
  const value: unknown = body.startsWith("[") ? JSON.parse(body) : [];
  return Array.isArray(value) ? value : [];
}

const isPlan = ({ body }: PeerAnswer): boolean =>
  /^\w[\w ]+ .*\(cost=/.test(body) || /^\[\s*\{\s*"Plan": \{/.test(body);

export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    title: "Answers to other origins allow no credentials",
    reason: "11.2 allows them, which means cookies; a token in a header needs no such permission.",
    explains: ({ theirs, ours }) =>
      differences(theirs, ours).every(
        (one) => one.where === "access-control-allow-credentials" && one.ours === undefined,
      ),
  },
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
    title: "Text after a list that ends too early is refused",
    reason: "11.2 ignores it, so that `select=(id)` selects everything.",
    explains: async ({ request, theirs, ours, ask }) => {
      const kept = withoutRest(request, ours);
      return kept !== null && areSame(theirs, await ask.ours(kept), PLACE);
    },
  },
  {
    title: "A logic operator needs its parentheses",
    reason: "11.2 takes it for the beginning of a name: of `or=id.eq.1` for the column `orid`.",
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
    title: "What is wrong with a body that is no JSON is told in other words",
    reason: "11.2 shows its parser's own messages; all else is the same.",
    explains: ({ theirs, ours }) => {
      const message = /^Error in \$: /;
      return [theirs, ours].every((answer) => isError(answer, 400, { code: "PGRST102", message }));
    },
  },
  {
    title: "Paths and values beyond ASCII are percent-encoded as UTF-8",
    reason: "11.2 encodes the bytes of UTF-8 once more, or writes them raw into a header.",
    explains: ({ theirs, ours }) => areSame(encodedOnce(theirs, ours), ours),
  },
  {
    title: "Bytes that are not text are refused or replaced",
    reason: "11.2 ends a value at `%00` silently and answers 500 to invalid UTF-8.",
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
  {
    title: "Filters on an embedded resource other than `is.null` are PGRST120",
    reason: "11.2 looks for a column of that name, as it does not know the operator's limit.",
    explains: ({ theirs, ours }) =>
      isError(ours, 400, {
        code: "PGRST120",
        message: `Bad operator on the '${missingColumn(theirs)}' embedded resource`,
        details: "Only is null or not is null filters are allowed on embedded resources",
      }),
  },
  {
    title: "The parent is ordered by an embedded resource's name as well as by its alias",
    reason: "11.2 answers PGRST108 for the name of one that has an alias.",
    explains: async ({ request, theirs, ours, ask }) => {
      const name = /^'(\w+)' is not an embedded resource/.exec(errorIn(theirs)?.message ?? "")?.[1];
      const alias = new RegExp(`(\\w+):${name}\\(`).exec(request.target)?.[1];
      const byAlias = retargeted(request, (target) => target.replace(`order=${name}(`, `order=${alias}(`));
      return codeOf(theirs) === "PGRST108" && areSame(ours, await ask.theirs(byAlias), PLACE);
    },
  },
  {
    title: "Columns that exist can be ordered and filtered by although they are not selected",
    reason:
      "11.2 looks for them in the rows that it has already cut down (spread resources, raw media types, tables).",
    explains: async ({ request, theirs, ours, ask }) => {
      const column = missingColumn(theirs);
      const parameters = decoded(request.target.replace(/^[^?]*\??/, "")).split("&");
      const names = (of: readonly string[]): readonly string[] => of.join().match(/\w+/g) ?? [];
      const outer = (list: string): string => list.replace(/\(.*?\)+/g, "");
      const isSelect = (one: string): boolean => one.startsWith("select=");
      if (request.method !== "GET" && !request.target.startsWith("/rpc/")) return false;
      if (column === null || names(parameters.filter(isSelect).map(outer)).includes(column)) return false;
      if (!names(parameters.filter((one) => !isSelect(one))).includes(column)) return false;
      const { Accept, ...rest } = request.headers;
      const headers = Accept === "text/plain" || Accept === "text/xml" ? rest : request.headers;
      const whole = retargeted({ ...request, headers }, (target) =>
        target.replace(/\bselect=/, "select=*%2C"),
      );
      if (isFine(ours) || isUnknownTo(ours, /^function xmlagg\(/, 406)) return true;
      if (whole.target === request.target) return false;
      const asked = await ask.theirs(whole);
      return areSame(ours, asked) || (!isFine(asked) && areSame(ours, await ask.ours(whole)));
    },
  },
  {
    title: "The same resource can be embedded twice without aliases",
    reason: "11.2 builds a statement that PostgreSQL refuses.",
    explains: ({ theirs, ours }) => {
      const message = "aggregate functions are not allowed in FROM clause of their own query level";
      return isError(theirs, 400, { code: "42803", message }) && isFine(ours);
    },
  },
  {
    title: "What is said of an embedded resource holds in the answer of a write as well",
    reason: "11.2 leaves out its order and its range there, and takes its logic tree for the write's own.",
    explains: async ({ request, theirs, ours, ask }) => {
      if (request.method === "GET" || !isFine(ours)) return false;
      const message = "A 'limit' was applied without an explicit 'order'";
      const hint = "Apply an 'order' using unique column(s)";
      if (/\w\.limit=/.test(request.target)) return isError(theirs, 400, { code: "PGRST109", message, hint });
      const asRead = retargeted(withoutParameters(request, /^\w+\.(order|offset)=/), (target) =>
        target.replace(/\w+\.(or|and)=/, "$1="),
      );
      return asRead.target !== request.target && areSame(theirs, await ask.ours(asRead));
    },
  },
  {
    title: "Limits and offsets beyond bigint are as large as can be",
    reason: "11.2 hands PostgreSQL a number that it refuses.",
    explains: ({ request, theirs, ours }) => {
      const message = /^value "\d{19,}" is out of range for type bigint$/;
      const isSaid =
        /\b(limit|offset)=\d{19}/.test(request.target) || /\d{19}/.test(request.headers.Range ?? "");
      return isSaid && isError(theirs, 400, { code: "22003", message }) && isFine(ours);
    },
  },
  {
    title:
      "Of embedded resources, negative limits are PGRST103 and negative offsets are rows before the first",
    reason: "As of the rows themselves; 11.2 hands them to PostgreSQL, which refuses them.",
    explains: ({ request: { target }, theirs, ours }) => {
      if (/\w\.offset=-/.test(target)) {
        return (
          isError(theirs, 400, { code: "2201X", message: "OFFSET must not be negative" }) && isFine(ours)
        );
      }
      const isTheirs = isError(theirs, 400, { code: "2201W", message: "LIMIT must not be negative" });
      const message = "Requested range not satisfiable";
      const details = "Limit should be greater than or equal to zero.";
      return isTheirs && isError(ours, 416, { code: "PGRST103", message, details });
    },
  },
  {
    title: "Plain media types show values of every type",
    reason: "11.2 asks PostgreSQL to join numbers as if they were text, which it refuses.",
    explains: async ({ request, theirs, ours, ask }) => {
      const { headers } = request;
      const isXml = headers.Accept === "text/xml";
      const message = isXml ? /^function xmlagg\(\w+\) / : /^function string_agg\([\w ]+, unknown\) /;
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
    reason: "11.2 calls a function that is not there.",
    seldom: true,
    explains: ({ theirs, ours }) => {
      const message = "None of these media types are available: application/geo+json";
      const isMissing = isUnknownTo(theirs, /^function st_asgeojson\(record\) does not exist$/);
      return isMissing && isError(ours, 415, { code: "PGRST107", message });
    },
  },
  {
    title: "Plans have other widths and names",
    reason: "The statements are our own.",
    explains: ({ theirs, ours }) => areSame(theirs, ours, ["body"]) && isPlan(theirs) && isPlan(ours),
  },
  {
    title: "HEAD finds what GET finds",
    reason: "11.2 does not make the body of a HEAD, and so not the errors of making it.",
    explains: async ({ request, ours, ask }) => {
      if (request.method !== "HEAD" || isFine(ours)) return false;
      const get = { ...request, method: "GET" };
      return areSame(await ask.theirs(get), await ask.ours(get));
    },
  },
  {
    title: "OPTIONS are answered whatever is accepted",
    reason: "They have no body; 11.2 looks for its media type.",
    explains: async ({ request, theirs, ours, ask }) => {
      const { Accept: _, ...headers } = request.headers;
      const isUnable = isError(theirs, 415, { code: "PGRST107", message: /^None of these media types/ });
      return (
        request.method === "OPTIONS" && isUnable && areSame(ours, await ask.theirs({ ...request, headers }))
      );
    },
  },
  {
    title: "Rights to what is embedded are looked at, although no row can be there",
    reason: "In 11.2's statement PostgreSQL drops what stands below a condition that is never true.",
    seldom: true,
    explains: async ({ request, theirs, ours, ask }) => {
      const refused = { code: "42501", message: /^permission denied for (table|view) / };
      const isRefused =
        isError(ours, 401, refused, { "www-authenticate": "Bearer" }) || isError(ours, 403, refused);
      return isRefused && areSame(theirs, await ask.ours({ ...request, as: "ada" }));
    },
  },
  {
    title:
      "Without the right to write, a view says so (42501), not that it or a column of it takes no writes (55000, 428C9)",
    reason: "What a view is made of is not told to those who may not write to it.",
    explains: ({ theirs, ours }) => {
      const view = /^cannot (?:insert into|update|delete from) view "(\w+)"$/.exec(
        errorIn(theirs)?.message ?? "",
      );
      const named = view === null ? /^permission denied for view / : `permission denied for view ${view[1]}`;
      const refused = { code: "42501", message: named };
      const of = { message: /./, hint: /./ };
      return (
        (isError(theirs, 500, { ...of, code: "55000", details: /not automatically updatable/ }) ||
          isError(theirs, 400, { ...of, code: "428C9", details: /GENERATED ALWAYS/ })) &&
        (isError(ours, 401, refused, { "www-authenticate": "Bearer" }) || isError(ours, 403, refused))
      );
    },
  },
  {
    title: "PUT of nothing says that the payload does not match (PGRST115)",
    reason: "11.2 looks for the key's column in rows that have none.",
    explains: ({ request, theirs, ours }) => {
      const message = "Payload values do not match URL in primary key column(s)";
      const isMissing = isError(theirs, 400, {
        code: "42703",
        message: /^column pgrst_body\.\w+ does not exist$/,
      });
      return request.method === "PUT" && isMissing && isError(ours, 400, { code: "PGRST115", message });
    },
  },
  {
    title: "Only the first object of an update is looked at",
    reason: "11.2 writes it too, but PostgreSQL reads the others and refuses what is wrong with them.",
    explains: async ({ request, ours, ask }) => {
      const [first, ...others] = listOf(request.body);
      const alone = { ...request, body: JSON.stringify([first]) };
      if (request.method !== "PATCH" || others.length === 0) return false;
      if (areSame(ours, await ask.theirs(alone))) return true;
      // The first line of CSV differs besides.
      const { Accept, ...headers } = request.headers;
      if (Accept !== "text/csv") return false;
      return areSame(await ask.ours({ ...request, headers }), await ask.theirs({ ...alone, headers }));
    },
  },
  {
    title: "A limited update by nothing changes nothing",
    reason: "11.2 sets the columns to null.",
    explains: async ({ request, ours, ask }) => {
      const unlimited = withoutParameters(request, /^(limit|order)=/);
      const isLimited = request.method === "PATCH" && unlimited.target !== request.target;
      return isLimited && request.body === "[]" && areSame(ours, await ask.theirs(unlimited));
    },
  },
  {
    title: "There is nothing to write at the root, whatever the body",
    reason: "11.2 reads the body first.",
    explains: ({ request, theirs, ours }) =>
      request.target === "/" && codeOf(theirs) === "PGRST102" && ours.status === 404 && ours.body === "{}",
  },
  {
    title: "A media type that cannot be made is told after what else is wrong",
    reason: "11.2 looks at `Accept` before the schema, the page, the body and what the request is for.",
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
    title: "Whether an update of no rows looks at the values is PostgreSQL's choice",
    reason: "It depends on what its planner reads first.",
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
    title: "JSON paths take every character that has no meaning of its own",
    reason: "11.2 refuses most punctuation in a bare key.",
    explains: async ({ request, theirs, ours, ask }) => {
      const quoted = retargeted(request, (target) => target.replace(/->([^"&,]+)/, '->"$1"'));
      return codeOf(theirs) === "PGRST100" && areSame(ours, await ask.theirs(quoted), PLACE);
    },
  },
  {
    title: "An array index is one before a closing parenthesis too",
    reason: "11.2 reads it as a key there: `telescopes(tags->0)` looks for a key `0`.",
    explains: async ({ request, theirs, ours, ask }) => {
      const quoted = retargeted(request, (target) => target.replace(/->(-?\d+)\)/, '->"$1")'));
      return isFine(ours) && areSame(theirs, await ask.ours(quoted), PLACE);
    },
  },
  {
    title: "An order by an embedded resource may follow a JSON path into any column",
    reason: "11.2 makes JSON of a column first everywhere else, but not there.",
    explains: ({ request, theirs, ours }) =>
      /order=[^&]*\(/.test(request.target) &&
      isUnknownTo(theirs, /^operator does not exist: [\w ]+ ->>? unknown$/) &&
      isFine(ours),
  },
  {
    title: "Values of a sequence",
    reason: "Both draw from the same one.",
    explains: ({ theirs, ours }) =>
      areSame(theirs, ours, ["body"]) && codeOf(ours) === "23502" && unnumbered(theirs) === unnumbered(ours),
  },
  ...CALL_DIFFERENCES,
  ...COUNT_DIFFERENCES,
  ...SCHEMA_DIFFERENCES,
  ...LATER_ADDITIONS,
];

/** What explains that two answers differ; null when nothing does. Places beyond ASCII may differ besides. */
export async function knownDifference(compared: Compared): Promise<KnownDifference | null> {
  const sides = [compared, { ...compared, theirs: encodedOnce(compared.theirs, compared.ours) }];
  for (const one of KNOWN_DIFFERENCES) {
    for (const side of sides) if (await one.explains(side)) return one;
  }
  return null;
}
