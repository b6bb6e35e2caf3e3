/** Known differences of relationships between schemas, and of domains with their own wire format. */
import { editDistance } from "../../../src/engine/schema/fuzzy.ts";
import { areSame, decoded, errorIn, isError, isUnknownTo, missingColumn, retargeted } from "../evidence.ts";
import type { PeerAnswer, PeerRequest } from "../request.ts";
import type { KnownDifference } from "./known-difference.ts";

const PLACE = ["content-location"];
const isFine = ({ status }: PeerAnswer): boolean => status < 300;
const codeOf = (answer: PeerAnswer): string => errorIn(answer)?.code ?? "";

const ITSELF = /^Perhaps you meant '(.+)' instead of '\1'\.$/;
const MEANT = /^Perhaps you meant (?:to call the function [^.]+\.(.+)|'(.+)' instead of '.+'\.)$/;

/** The name that a hint proposes. */
function proposed(answer: PeerAnswer): string | null {
  const [, routine, relation] = MEANT.exec(errorIn(answer)?.hint ?? "") ?? [];
  return routine ?? relation ?? null;
}

/** The name that was looked for and not found. */
function lookedFor(answer: PeerAnswer): string {
  const message = errorIn(answer)?.message ?? "";
  const [, routine, relation] = /function [^.]+\.([^ (]+)|between '.+' and '(.+)' in/.exec(message) ?? [];
  return routine ?? relation ?? "";
}

function withoutHint(answer: PeerAnswer): PeerAnswer {
  return { ...answer, body: JSON.stringify({ ...errorIn(answer), hint: null }) };
}

/** The same with every cast column under an alias: its own name. */
function aliased(request: PeerRequest): PeerRequest {
  return retargeted(request, (target) =>
    target.replace(/([?&]select=)([^&]*)/, (_, key, list: string) => {
      const items = decoded(list)
        .split(",")
        .map((item) => item.replace(/^(\w+)::/, "$1:$1::"));
      return `${key}${encodeURIComponent(items.join(","))}`;
    }),
  );
}

export const SCHEMA_DIFFERENCES: readonly KnownDifference[] = [
  {
    title: "Embedding below rows of another schema starts from that schema",
    reason: "11.2 looks for a relation of the same name in the request's schema.",
    explains: ({ request, theirs, ours }) =>
      isFine(ours) && codeOf(theirs) === "PGRST200" && /\w\(.*\w\(/.test(request.target),
  },
  {
    title: "A junction in another exposed schema is read from there",
    reason: "11.2 finds it, and builds a statement that PostgreSQL refuses.",
    explains: ({ theirs }) =>
      isError(theirs, 404, {
        code: "42P01",
        message: /^invalid reference to FROM-clause entry for table "\w+"$/,
        // PostgreSQL 16 moved the same sentence from the hint to the details.
        details: /^(|There is an entry for table .*)$/,
        hint: /^(|There is an entry for table .*)$/,
      }),
  },
  {
    title: "A column with the relation's name does not stand for the row",
    reason: "11.2 passes the column to functions that compute relationships.",
    seldom: true,
    explains: ({ request, theirs, ours }) => {
      const type = /^cannot cast type .+ to (?:\w+\.)?"?(.+?)"?$/.exec(errorIn(theirs)?.message ?? "")?.[1];
      return isFine(ours) && codeOf(theirs) === "42846" && request.target.startsWith(`/${type}?`);
    },
  },
  {
    title: "If several columns of a view show the same column of a key, a different one may be used",
    reason: "11.2's choice is arbitrary.",
    seldom: true,
    explains: ({ theirs, ours }) => {
      const unnamed = (answer: PeerAnswer): string => answer.body.replace(/\([^)]*\)/g, "()");
      const isUnsure = codeOf(theirs) === "PGRST201" && codeOf(ours) === "PGRST201";
      return isUnsure && areSame({ ...theirs, body: unnamed(theirs) }, { ...ours, body: unnamed(ours) });
    },
  },
  {
    title: "A hint never suggests the name that was sent",
    reason: "11.2 suggests `sites` for `sites` if another schema has a table of that name.",
    explains: ({ theirs, ours }) =>
      ITSELF.test(errorIn(theirs)?.hint ?? "") &&
      errorIn(ours)?.hint === null &&
      areSame(withoutHint(theirs), withoutHint(ours)),
  },
  {
    title: "Of equally similar names, a different one may be suggested",
    reason: "11.2's choice is arbitrary.",
    seldom: true,
    explains: ({ theirs, ours }) => {
      const [a, b, wanted] = [proposed(theirs), proposed(ours), lookedFor(ours)];
      if (a === null || b === null || !areSame(withoutHint(theirs), withoutHint(ours))) return false;
      return editDistance(a, wanted) === editDistance(b, wanted);
    },
  },
  {
    title: "A cast column with a data representation keeps its name",
    reason: "11.2 names it after its representation's function; fixed in 12.",
    explains: async ({ request, ours, ask }) => {
      const named = aliased(request);
      return named.target !== request.target && areSame(ours, await ask.theirs(named), PLACE);
    },
  },
  {
    title: "A bare value may come from an aliased column",
    reason: "11.2 looks for the column's name among the aliases.",
    explains: async ({ request, theirs, ours, ask }) => {
      const column = missingColumn(theirs);
      const plain = retargeted(request, (target) => target.replace(/=\w+:(\w+)/, "=$1"));
      const { Accept = "" } = request.headers;
      if (column === null || !["text/plain", "text/xml"].includes(Accept)) return false;
      return plain.target !== request.target && areSame(ours, await ask.ours(plain), PLACE);
    },
  },
  {
    title: "JSON paths lead into the stored value of a represented column",
    reason: "11.2 passes a part to the function that represents the whole.",
    explains: ({ request, theirs, ours }) => {
      if (!request.target.includes("->") || !isFine(ours)) return false;
      if (isUnknownTo(theirs, /^function \w+\.\w+\((jsonb|text)\) does not exist$/)) return true;
      return isFine(theirs) && /select=id,shout->>x/.test(request.target);
    },
  },
  {
    title: "`isdistinct` parses its value like the other filters",
    reason: "11.2 compares a represented column with the unparsed value.",
    explains: async ({ request, theirs, ours, ask }) => {
      const equal = retargeted(request, (target) => target.replace(/([=.])isdistinct\./, "$1eq."));
      const isTheirs = codeOf(theirs) === "22P02" || isUnknownTo(theirs, /: \w+ = unknown$/);
      if (equal.target === request.target || !isTheirs) return false;
      return isFine(ours) || areSame(ours, await ask.theirs(equal));
    },
  },
  {
    title: "`any` and `all` compare the stored values of represented columns",
    reason: "11.2 parses the whole list as one value, which PostgreSQL refuses.",
    explains: ({ request, theirs }) =>
      /\((any|all)\)/.test(request.target) &&
      isError(theirs, 400, { code: "42809", message: "op ANY/ALL (array) requires array on right side" }),
  },
];
