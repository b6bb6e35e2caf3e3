/** Known differences of writes. */
import { areSame, errorIn, isError, retargeted, withoutParameters } from "../evidence.ts";
import type { PeerAnswer, PeerRequest } from "../request.ts";
import type { KnownDifference } from "./known-difference.ts";

const codeOf = (answer: PeerAnswer): string => errorIn(answer)?.code ?? "";
/** The members of a body that is a list. */
function listOf(body = ""): readonly unknown[] {
  const value: unknown = body.startsWith("[") ? JSON.parse(body) : [];
  return Array.isArray(value) ? value : [];
}

/** The same write of just the rows that were returned, by their ids; null where they have none. */
function byKeys(request: PeerRequest, { body }: PeerAnswer): PeerRequest | null {
  const ids = [...body.matchAll(/"id":(\d+)/g)].map(([, id]) => id);
  if (ids.length === 0 || !/[?&](not\.)?(and|or)=/.test(request.target)) return null;
  return retargeted(request, (target) =>
    target.replace(/(not\.)?(and|or)=[^&]*/, `id=in.(${ids.join(",")})`),
  );
}

export const WRITE_DIFFERENCES: readonly KnownDifference[] = [
  {
    title:
      "A write to a view without the right to it is 42501, even if the view or a column is not writable (55000, 428C9)",
    reason: "Such callers must not learn how the view is built.",
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
    title: "A PUT without rows is a payload mismatch (PGRST115)",
    reason: "11.2 looks for the key's column, although there are no rows.",
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
    title: "Only the first object of an update is read",
    reason: "11.2 also writes the first, but PostgreSQL parses the others and reports their errors.",
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
    title: "A logic tree selects the rows to write, not those to return",
    reason: "11.2 applies it to the returned rows again, with their new values and selected columns only.",
    explains: async ({ request, ours, ask }) => {
      const simple = retargeted(request, (target) =>
        target.replace(/([?&])and=\((\w+)\.([^(),]*)\)/g, "$1$2=$3"),
      );
      const filtered = simple.target === request.target ? byKeys(request, ours) : simple;
      const isWrite = request.method === "PATCH" || request.method === "DELETE";
      return isWrite && filtered !== null && areSame(ours, await ask.theirs(filtered));
    },
  },
  {
    title: "A limited update without values changes nothing",
    reason: "11.2 sets the columns to null.",
    explains: async ({ request, ours, ask }) => {
      const unlimited = withoutParameters(request, /^(limit|order)=/);
      const isLimited = request.method === "PATCH" && unlimited.target !== request.target;
      return isLimited && request.body === "[]" && areSame(ours, await ask.theirs(unlimited));
    },
  },
  {
    title: "Writing to the root is refused, whatever the body",
    reason: "11.2 parses the body first.",
    explains: ({ request, theirs, ours }) =>
      request.target === "/" && codeOf(theirs) === "PGRST102" && ours.status === 404 && ours.body === "{}",
  },
];
