/** Known differences of calls of functions. */
import { areSame, errorIn, isError, isUnknownTo } from "../evidence.ts";
import type { PeerAnswer } from "../request.ts";
import type { KnownDifference } from "./known-difference.ts";

const isFine = ({ status }: PeerAnswer): boolean => status < 300;
const codeOf = (answer: PeerAnswer): string => errorIn(answer)?.code ?? "";

export const CALL_DIFFERENCES: readonly KnownDifference[] = [
  {
    title: "A named json or text parameter does not receive a raw body",
    reason:
      "11.2 treats any single json, text, xml or bytea parameter as unnamed, and passes it by position.",
    explains: async ({ request, theirs, ours, ask }) => {
      if (codeOf(ours) !== "PGRST202") return false;
      if (isUnknownTo(theirs, /^function .+\..+\(\) does not exist$/)) return true;
      const several = { code: "42725", message: /^function .+\..+\(\) is not unique$/, hint: /./ };
      if (isError(theirs, 400, several)) return true;
      const { "Content-Type": type, Prefer = "" } = request.headers;
      // Where it has a default, the call without succeeds; with single-object, a text is taken for the object.
      if (type !== "text/plain" || !Prefer.includes("single-object"))
        return theirs.body === (await ask.ours({ ...request, headers: {}, body: "{}" })).body;
      return isFine(theirs);
    },
  },
  {
    title: "A missing unnamed parameter gets its default",
    reason: "11.2 passes `{}`, whatever its type.",
    explains: async ({ request, theirs, ours, ask }) => {
      const isNothing = request.method === "POST" ? request.body === "" : !request.target.includes("?");
      const { Accept } = request.headers;
      const headers = Accept === undefined ? {} : { Accept };
      const posted = { ...request, method: "POST", headers, body: "{}" };
      return isNothing && isFine(ours) && theirs.body === (await ask.ours(posted)).body;
    },
  },
  {
    title: "OPTIONS of a function lists its methods, whatever its parameters",
    reason: "11.2 looks for an overload without parameters.",
    explains: ({ request, theirs, ours }) => {
      const message = /^Could not find the function .* without parameters in the schema cache$/;
      const isMissing = isError(theirs, 404, { code: "PGRST202", message, details: /./, hint: /.*/ });
      const isUnsure = isError(theirs, 300, { code: "PGRST203", message: /./, hint: /./ });
      const isOther = theirs.headers.allow === "OPTIONS,POST" && areSame(theirs, ours, ["allow"]);
      const isTold = /^OPTIONS,(GET,HEAD,)?POST$/.test(ours.headers.allow ?? "");
      return request.method === "OPTIONS" && (isMissing || isUnsure || isOther) && isTold && isFine(ours);
    },
  },
  {
    title: "A variadic parameter with a default may be left out",
    reason: "11.2 calls the function in a way that PostgreSQL cannot resolve.",
    explains: ({ theirs, ours }) =>
      isUnknownTo(
        theirs,
        /^function (observatory\.labelled\(label => text|kinds\.varia2\(a => integer)\) does not exist$/,
      ) &&
      (isFine(ours) || codeOf(ours) === "22P02"),
  },
  {
    title: "A function's own `statement_timeout` ends its call",
    reason: "A later addition; in 11.2 it applies only once the function runs, when PostgreSQL ignores it.",
    seldom: true,
    explains: ({ request, theirs, ours }) => {
      const message = "canceling statement due to statement timeout";
      const isEnded = isError(ours, 500, { code: "57014", message });
      return request.target.startsWith("/rpc/sleeps") && isFine(theirs) && isEnded;
    },
  },
  {
    title: "Rights are checked for every call",
    reason: "11.2's prepared plan of an inlined function keeps the rights of its first caller.",
    explains: async ({ request, theirs, ours, ask }) => {
      const message = "permission denied for function restricted";
      const isRefused = isError(ours, 401, { code: "42501", message }, { "www-authenticate": "Bearer" });
      return isRefused && areSame(theirs, await ask.theirs({ ...request, as: "ada" }));
    },
  },
  {
    title: "Names in error messages differ",
    reason: "PostgreSQL's messages contain aliases from the SQL.",
    explains: ({ theirs, ours }) => {
      const unnamed = ({ body }: PeerAnswer): string =>
        body.replace(/column (pgrst_call|record|\w+)\./, "column ");
      const isOfCall = theirs.body.includes("column pgrst_call.");
      return isOfCall && areSame({ ...theirs, body: unnamed(theirs) }, { ...ours, body: unnamed(ours) });
    },
  },
  {
    title: "The CSV header of a call or write names the columns that follow",
    reason:
      "11.2 names the columns read or written, in another order, without aliases and embedded resources.",
    explains: ({ request, theirs, ours }) => {
      const lines = ({ body }: PeerAnswer): string => body.replace(/^[^\n]*/, "");
      const isRead = request.method === "GET" && !request.target.startsWith("/rpc/");
      const isCsv = request.headers.Accept === "text/csv" && !isRead;
      return isCsv && areSame({ ...theirs, body: lines(theirs) }, { ...ours, body: lines(ours) });
    },
  },
];
