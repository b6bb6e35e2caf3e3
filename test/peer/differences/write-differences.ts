/** Known differences of writes. */
import { areSame, errorIn, isError, withoutParameters } from "../evidence.ts";
import type { PeerAnswer } from "../request.ts";
import type { KnownDifference } from "./known-difference.ts";

const codeOf = (answer: PeerAnswer): string => errorIn(answer)?.code ?? "";
/** The members of a body that is a list. */
function listOf(body = ""): readonly unknown[] {
  const value: unknown = body.startsWith("[") ? JSON.parse(body) : [];
  return Array.isArray(value) ? value : [];
}

export const WRITE_DIFFERENCES: readonly KnownDifference[] = [
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
];
