/** Features of later PostgREST releases, or of this project, that 11.2.2 lacks. */
import { areSame, errorIn, isError, isUnknownTo, retargeted } from "../evidence.ts";
import type { PeerAnswer, PeerRequest } from "../request.ts";
import type { KnownDifference } from "./known-difference.ts";

const isFine = ({ status }: PeerAnswer): boolean => status < 300;
const PLACE = ["content-location"];
const LATER_PREFERENCES = /\b(?:handling|timezone|max-affected)=[^,]*(?:, *)?/g;

/** Media types of the fixture's own. */
const MADE = ["text/html", "application/vnd.observatory.chart"];

function inFamily(request: PeerRequest, family: string): PeerRequest {
  const Accept = (request.headers.Accept ?? "").replace("vnd.backend", family);
  return { ...request, headers: { ...request.headers, Accept } };
}

export const LATER_ADDITIONS: readonly KnownDifference[] = [
  {
    title: "`is.not_null`",
    reason: "A later addition; 11.2 answers 400.",
    explains: async ({ request, theirs, ours, ask }) => {
      const spelled = retargeted(request, (target) => target.replace("is.not_null", "not.is.null"));
      const message = '"failed to parse filter (is.not_null)" (line 1, column 5)';
      const isRefused = isError(theirs, 400, { code: "PGRST100", message, details: /^unexpected "o"/ });
      return isRefused && areSame(ours, await ask.theirs(spelled), PLACE);
    },
  },
  {
    title: "Full-text search accepts JSON columns",
    reason: "A later addition; 11.2 answers 42883.",
    explains: ({ theirs, ours }) =>
      isUnknownTo(theirs, /^operator does not exist: (jsonb?|reading) @@ tsquery$/) && isFine(ours),
  },
  {
    title: "The preferences `handling`, `timezone` and `max-affected` are honoured",
    reason: "Later additions; 11.2 ignores them.",
    explains: async ({ request, theirs, ask }) => {
      const Prefer = (request.headers.Prefer ?? "").replace(LATER_PREFERENCES, "");
      const without = { ...request, headers: { ...request.headers, Prefer } };
      return Prefer !== request.headers.Prefer && areSame(theirs, await ask.ours(without));
    },
  },
  {
    title: "Aggregate functions exist, but are disabled by default (PGRST123)",
    reason: "A later addition; 11.2 does not parse them, or looks for a relationship `count`.",
    explains: ({ theirs, ours }) => {
      const message = "Use of aggregate functions is not allowed";
      const isUnknown = ["PGRST100", "PGRST200"].includes(errorIn(theirs)?.code ?? "");
      return isUnknown && isError(ours, 400, { code: "PGRST123", message });
    },
  },
  {
    title: "The database can define media types",
    reason: "A later addition; 11.2 ignores them and uses the next accepted type.",
    explains: async ({ request, theirs, ours, ask }) => {
      const type = MADE.find((one) => one === ours.headers["content-type"]);
      const rest = (request.headers.Accept ?? "").split(/, */).filter((one) => one !== type);
      const isUnknown = isError(theirs, 415, { code: "PGRST107", message: /^None of these media types are/ });
      const headers = { ...request.headers, Accept: rest.join(", ") };
      const isNext = rest.length > 0 && areSame(theirs, await ask.ours({ ...request, headers }));
      return type !== undefined && isFine(ours) && (isUnknown || isNext);
    },
  },
  {
    title: "Media types may be named `vnd.backend` as well as `vnd.pgrst`",
    reason: "This project's clients use that name.",
    explains: async ({ request, theirs, ours, ask }) => {
      const isUnknown = isError(theirs, 415, { code: "PGRST107", message: /vnd\.backend/ });
      const same = await ask.ours(inFamily(request, "vnd.pgrst"));
      const type = ours.headers["content-type"]?.replace("vnd.backend", "vnd.pgrst") ?? "";
      return isUnknown && areSame({ ...ours, headers: { ...ours.headers, "content-type": type } }, same);
    },
  },
];
