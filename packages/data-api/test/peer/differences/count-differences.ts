/** Known differences of pages and counts. */
import { areSame, withoutParameters } from "../evidence.ts";
import type { PeerAnswer, PeerRequest } from "../request.ts";
import type { KnownDifference } from "./known-difference.ts";

const isFine = ({ status }: PeerAnswer): boolean => status < 300;

/** Which count was requested. */
const COUNTED = ["preference-applied"];

const exact = (request: PeerRequest): PeerRequest => {
  const { Prefer = "", ...headers } = request.headers;
  return { ...request, headers: { ...headers, Prefer: Prefer.replace(/count=\w+/, "count=exact") } };
};

export const COUNT_DIFFERENCES: readonly KnownDifference[] = [
  {
    title: "Counts respect the limits and offsets of embedded resources",
    reason: "11.2 ignores them, although with `!inner` and `is.null` they decide which rows match.",
    explains: async ({ request, theirs, ask }) => {
      const unlimited = withoutParameters(request, /^(\w+\.)+(limit|offset)=/);
      const total = ({ headers }: PeerAnswer): string | undefined => headers["content-range"]?.split("/")[1];
      const isCounted = (request.headers.Prefer ?? "").includes("count=") && total(theirs) !== undefined;
      const isLimited = unlimited.target !== request.target;
      return isCounted && isLimited && total(theirs) === total(await ask.ours(unlimited));
    },
  },
  {
    title: "If several conditions or values are invalid, a count may report a different one",
    reason: "Rows are counted before or after embedded resources are read.",
    seldom: true,
    explains: async ({ request, theirs, ask }) => {
      const { Prefer = "", ...headers } = request.headers;
      const outer = withoutParameters({ ...request, headers }, /^(?!not\.)\w+\.\w/);
      if (!Prefer.includes("count=") || isFine(theirs) || outer.target === request.target) return false;
      const isCall = request.target.startsWith("/rpc/");
      return areSame(theirs, await ask.ours(isCall ? outer : { ...request, headers }));
    },
  },
  {
    title: "Errors have the media type of JSON",
    reason: "11.2 sends the error of a page past the end with the rows' media type.",
    explains: ({ request, theirs, ours }) => {
      const { Accept = "" } = request.headers;
      const isPastEnd =
        request.method === "HEAD" ? ours.status === 416 : ours.body.startsWith('{"code":"PGRST103"');
      const isOfRows = theirs.headers["content-type"]?.startsWith(Accept) === true && Accept !== "";
      return isPastEnd && isOfRows && areSame(theirs, ours, ["content-type"]);
    },
  },
  {
    title: "Where rows are hidden from some callers, estimated counts cover the caller's own rows",
    reason:
      "11.2 reports the planner's estimate, which includes hidden rows. `db-count-estimates = planner` does the same here.",
    explains: async ({ request, theirs, ours, ask }) => {
      const { Prefer = "", ...headers } = request.headers;
      const isGuess =
        /count=(planned|estimated)/.test(Prefer) && areSame(ours, await ask.ours(exact(request)), COUNTED);
      const uncounted = { ...request, headers };
      return (
        isGuess && theirs.status < 500 && areSame(await ask.theirs(uncounted), await ask.ours(uncounted))
      );
    },
  },
  {
    title: "Planner estimates may differ",
    reason: "They depend on the SQL, which differs.",
    seldom: true,
    explains: async ({ request, theirs, ours, ask }) => {
      const { Prefer = "", ...headers } = request.headers;
      const isGuess = ({ headers: told }: PeerAnswer): boolean => /\/\d+$/.test(told["content-range"] ?? "");
      if (!Prefer.includes("count=planned") || !isGuess(theirs) || !isGuess(ours)) return false;
      const uncounted = { ...request, headers };
      return areSame(await ask.theirs(uncounted), await ask.ours(uncounted));
    },
  },
];
