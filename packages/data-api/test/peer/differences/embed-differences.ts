/** Known differences of embeds, and of their order, filters and pages. */
import { alike } from "../comparison.ts";
import {
  areSame,
  decoded,
  errorIn,
  isError,
  isUnknownTo,
  missingColumn,
  retargeted,
  withoutParameters,
} from "../evidence.ts";
import type { PeerAnswer } from "../request.ts";
import type { KnownDifference } from "./known-difference.ts";

const PLACE = ["content-location"];
const isFine = ({ status }: PeerAnswer): boolean => status < 300;
const codeOf = (answer: PeerAnswer): string => errorIn(answer)?.code ?? "";

export const EMBED_DIFFERENCES: readonly KnownDifference[] = [
  {
    title: "Filters on an embedded resource other than `is.null` are refused (PGRST120)",
    reason: "11.2 does not restrict the operator and looks for a column of that name.",
    explains: ({ theirs, ours }) =>
      isError(ours, 400, {
        code: "PGRST120",
        message: `Bad operator on the '${missingColumn(theirs)}' embedded resource`,
        details: "Only is null or not is null filters are allowed on embedded resources",
      }),
  },
  {
    title: "Rows can be ordered by an embedded resource's name as well as its alias",
    reason: "11.2 answers PGRST108 to the name of an aliased one.",
    explains: async ({ request, theirs, ours, ask }) => {
      const name = /^'(\w+)' is not an embedded resource/.exec(errorIn(theirs)?.message ?? "")?.[1];
      const alias = new RegExp(`(\\w+):${name}\\(`).exec(request.target)?.[1];
      const byAlias = retargeted(request, (target) => target.replace(`order=${name}(`, `order=${alias}(`));
      return codeOf(theirs) === "PGRST108" && areSame(ours, await ask.theirs(byAlias), PLACE);
    },
  },
  {
    title: "Rows can be ordered and filtered by columns that are not selected",
    reason:
      "11.2 looks for them in rows that it has already reduced (spread resources, raw media types, tables).",
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
    title: "Of several embedded resources with a limit or an offset, a different one may be shown first",
    reason: "In 11.2 their order does not follow from the request.",
    seldom: true,
    explains: ({ request, theirs, ours }) => {
      const levels = new Set(
        [...request.target.matchAll(/[?&]([^?&=]+)\.(?:limit|offset)=/g)].map(([, one]) => one),
      );
      const inAnyOrder = (answer: PeerAnswer): PeerAnswer =>
        request.headers.Accept === "text/csv" ? { ...answer, body: "" } : alike(answer);
      return levels.size > 1 && isFine(ours) && areSame(inAnyOrder(theirs), inAnyOrder(ours));
    },
  },
  {
    title: "Rows can be ordered by an embedded column that is shown twice",
    reason: "11.2 looks for it among the shown columns, where it is ambiguous.",
    seldom: true,
    explains: ({ request, theirs }) => {
      const message = /^column reference ".+" is ambiguous$/;
      return isError(theirs, 400, { code: "42702", message }) && /order=[^&]*(\(|%28)/.test(request.target);
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
    title: "Parameters of an embedded resource also apply to the answer to a write",
    reason: "11.2 ignores its order and range there, and applies its logic tree to the write.",
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
    title: "Limits and offsets beyond bigint count as the largest possible",
    reason: "11.2 passes a number that PostgreSQL refuses.",
    explains: ({ request, theirs, ours }) => {
      const message = /^value "\d{19,}" is out of range for type bigint$/;
      const isSaid =
        /\b(limit|offset)=\d{19}/.test(request.target) || /\d{19}/.test(request.headers.Range ?? "");
      return isSaid && isError(theirs, 400, { code: "22003", message }) && isFine(ours);
    },
  },
  {
    title:
      "A negative limit of an embedded resource is PGRST103, and a negative offset means rows before the first",
    reason:
      "The same holds for the root's rows; 11.2 passes these numbers to PostgreSQL, which refuses them.",
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
];
