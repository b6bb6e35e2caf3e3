/**
 * Where our answer differs from PostgREST 11.2.2's on purpose. Each has a reason, which docs/known-differences.md
 * repeats; the comparison fails for any other difference.
 */
import type { PeerAnswer, PeerRequest } from "./request.ts";

export interface KnownDifference {
  /** Stands in the document. */
  readonly title: string;
  readonly reason: string;
  /** Whether it explains that these answers differ. */
  explains(request: PeerRequest, theirs: PeerAnswer, ours: PeerAnswer): boolean;
}

function codeOf({ body }: PeerAnswer): string {
  return /"code":"([^"]*)"/.exec(body)?.[1] ?? "";
}

function messageOf({ body }: PeerAnswer): string {
  return /"message":"((?:[^"\\]|\\.)*)"/.exec(body)?.[1] ?? "";
}

function has(body: string, pattern: RegExp): boolean {
  return pattern.test(body);
}

/** What PostgreSQL has against values, operators on them, and rows that hold them. */
const VALUE_FAULTS: ReadonlySet<string> = new Set([
  "22P02",
  "22003",
  "22007",
  "22008",
  "2201B",
  "23502",
  "23505",
  "42725",
  "42804",
  "42883",
]);

const isFine = ({ status }: PeerAnswer): boolean => status < 300;

export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    title: "One-to-one relationships of a table with itself are found",
    reason: "11.2 answers PGRST200 for a unique foreign key to the same table.",
    explains: (_request, theirs, ours) => codeOf(theirs) === "PGRST200" && isFine(ours),
  },
  {
    title: "A named json or text parameter does not take a raw body",
    reason: "11.2 takes any single json, text, xml or bytea parameter for an unnamed one.",
    explains: (request, theirs, ours) =>
      request.target.startsWith("/rpc/") && isFine(theirs) && codeOf(ours) === "PGRST202",
  },
  {
    title: "Text after a list that ends too early is refused",
    reason: "11.2 reads `select=(id)` as nothing selected, and ignores what follows.",
    explains: (_request, theirs, ours) =>
      (isFine(theirs) || codeOf(theirs) !== "PGRST100") && codeOf(ours) === "PGRST100",
  },
  {
    title: "The details of a parse error may expect less",
    reason: "Code, message and position are the same; the list of what could have stood there is shorter.",
    explains: (_request, theirs, ours) =>
      codeOf(theirs) === "PGRST100" && codeOf(ours) === "PGRST100" && messageOf(theirs) === messageOf(ours),
  },
  {
    title: "What is wrong with a body that is no JSON or CSV is told in other words",
    reason: "11.2 shows its parsers' own messages; status and code are the same.",
    explains: (_request, theirs, ours) => codeOf(theirs) === "PGRST102" && codeOf(ours) === "PGRST102",
  },
  {
    title: "Paths and values beyond ASCII are percent-encoded as UTF-8",
    reason: "11.2 encodes the bytes of UTF-8 once more, or writes them raw into a header.",
    explains: ({ target }, theirs, ours) =>
      has(target, /%[c-f]/i) && theirs.status === ours.status && theirs.body === ours.body,
  },
  {
    title: "Bytes that are no text are refused or replaced",
    reason: "11.2 ends `%00` silently and answers 500 to invalid UTF-8.",
    explains: ({ target }) => has(target, /%00|%ff/i),
  },
  {
    title: "`is.not_null`",
    reason: "A later addition; 11.2 answers 400.",
    explains: ({ target }, theirs, ours) =>
      target.includes("is.not_null") && codeOf(theirs) === "PGRST100" && isFine(ours),
  },
  {
    title: "Filters on an embedded resource other than `is.null` are PGRST120",
    reason: "11.2 looks for a column of that name, as it does not know the operator's limit.",
    explains: (_request, theirs, ours) => codeOf(theirs) === "42703" && codeOf(ours) === "PGRST120",
  },
  {
    title: "The parent is ordered by an embedded resource's name as well as by its alias",
    reason: "11.2 answers PGRST108 for the name of one that has an alias.",
    explains: ({ target }, theirs, ours) =>
      target.includes("order=") && codeOf(theirs) === "PGRST108" && isFine(ours),
  },
  {
    title: "Columns that exist can be ordered and filtered by although they are not selected",
    reason:
      "11.2 looks for them in the rows that it has already cut down (spread resources, raw media types, tables).",
    explains: (_request, theirs, ours) => codeOf(theirs) === "42703" && isFine(ours),
  },
  {
    title: "The same resource can be embedded twice without aliases",
    reason: "11.2 builds a statement that PostgreSQL refuses.",
    explains: (_request, theirs, ours) => codeOf(theirs) === "42803" && isFine(ours),
  },
  {
    title: "What is said of an embedded resource holds in the answer of a write as well",
    reason: "11.2 leaves out its order and its range there, and takes its logic tree for the write's own.",
    explains: ({ method, target }) => method !== "GET" && has(target, /\w\.(order|limit|offset|or|and)=/),
  },
  {
    title:
      "Limits beyond bigint mean no limit; of embedded resources, negative limits are PGRST103 and negative offsets are rows before the first",
    reason: "11.2 hands PostgreSQL numbers that it refuses.",
    explains: ({ target }, theirs) =>
      has(target, /(limit|offset)=/) && ["22003", "2201W", "2201X"].includes(codeOf(theirs)),
  },
  {
    title: "Plain media types show values of every type",
    reason: "11.2 asks PostgreSQL to join numbers as if they were text, which it refuses.",
    explains: (_request, theirs, ours) =>
      has(messageOf(theirs), /^function (string_agg|xmlagg)\(/) && isFine(ours),
  },
  {
    title: "GeoJSON without PostGIS is not available (PGRST107)",
    reason: "11.2 calls a function that is not there.",
    explains: (_request, theirs, ours) =>
      messageOf(theirs).startsWith("function st_asgeojson(") && codeOf(ours) === "PGRST107",
  },
  {
    title: "Plans have other widths and names",
    reason: "The statements are our own.",
    explains: ({ headers }, theirs, ours) =>
      (headers.Accept ?? "").includes(".plan") && theirs.status === ours.status,
  },
  {
    title: "OPTIONS of a function tells its methods whatever its parameters",
    reason: "11.2 looks for an overload that takes none.",
    explains: ({ method, target }, theirs) =>
      method === "OPTIONS" && target.startsWith("/rpc/") && codeOf(theirs) === "PGRST202",
  },
  {
    title: "A variadic parameter with a default may be left out",
    reason: "11.2 calls the function in a way that PostgreSQL does not resolve.",
    explains: (_request, theirs, ours) => codeOf(theirs) === "42883" && isFine(ours),
  },
  {
    title: "Rights are looked at for every call",
    reason: "11.2's prepared plan of an inlined function keeps the rights of whoever came first.",
    explains: ({ target }, _theirs, ours) => target.startsWith("/rpc/restricted") && codeOf(ours) === "42501",
  },
  {
    title: "Rights to what is embedded are looked at, although no row can be there",
    reason: "In 11.2's statement PostgreSQL drops what stands below a condition that is never true.",
    explains: (_request, theirs, ours) => theirs.body === "[]" && codeOf(ours) === "42501",
  },
  {
    title:
      "Without the right to write, a view that takes no writes says so (42501), not that it takes none (55000)",
    reason: "What a view is made of is not told to those who may not write to it.",
    explains: (_request, theirs, ours) => codeOf(theirs) === "55000" && codeOf(ours) === "42501",
  },
  {
    title: "Raw bodies reach an unnamed parameter as they are",
    reason: "11.2 replaces a bare number or text by `[]`, and hands an empty body to the JSON parser.",
    explains: ({ target, method }) => method === "POST" && has(target, /^\/rpc\/echo_jsonb?$/),
  },
  {
    title: "JSON in the query of a GET is JSON",
    reason: "11.2 hands a json parameter a JSON text that holds JSON.",
    explains: ({ target, method }) => method === "GET" && target.startsWith("/rpc/echo_named?"),
  },
  {
    title: "Names inside statements",
    reason: "PostgreSQL's messages name the aliases of a statement, which are our own.",
    explains: (_request, theirs, ours) =>
      codeOf(theirs) === "42703" && codeOf(ours) === "42703" && has(theirs.body, /pgrst_|record\./),
  },
  {
    title: "PUT says that the payload does not match (PGRST115) when it has no or several rows, or no key",
    reason: "11.2 writes several rows, and names a column of its statement for a missing key.",
    explains: ({ method }, theirs, ours) =>
      method === "PUT" && (codeOf(ours) === "PGRST115" || codeOf(theirs) === "42703"),
  },
  {
    title: "CSV: `columns` counts, longer lines are refused, a header alone writes nothing",
    reason: "11.2 ignores `columns` and the rest of a line, and refuses a header without a line break.",
    explains: ({ headers }) => headers["Content-Type"]?.startsWith("text/csv") === true,
  },
  {
    title: "PUT at the root",
    reason: "11.2 reads the body before it knows that there is nothing at the path.",
    explains: ({ method, target }) => method === "PUT" && target === "/",
  },
  {
    title: "An empty function name is not a function",
    reason: "11.2 looks for a function without a name.",
    explains: ({ target }) => target === "/rpc/",
  },
  {
    title: "Where several things are wrong, another may be told first",
    reason:
      "A page that cannot be is refused before the media type is looked at; PostgreSQL reads conditions in their order.",
    explains: (_request, theirs, ours) =>
      (codeOf(theirs) === "PGRST107" && codeOf(ours) === "PGRST103") ||
      (VALUE_FAULTS.has(codeOf(theirs)) && VALUE_FAULTS.has(codeOf(ours))),
  },
  {
    title: "An error is JSON and says so",
    reason: "11.2 gives the error of a page past the end the media type of the rows.",
    explains: (_request, theirs, ours) =>
      codeOf(theirs) === "PGRST103" && codeOf(ours) === "PGRST103" && theirs.body === ours.body,
  },
  {
    title: "An update by an empty body does not look at its filters",
    reason: "It changes nothing, whatever they say.",
    explains: ({ method, body }, theirs, ours) =>
      method === "PATCH" &&
      (body === "[]" || body === "{}") &&
      isFine(ours) &&
      VALUE_FAULTS.has(codeOf(theirs)),
  },
  {
    title: "OPTIONS from another origin allow credentials",
    reason: "11.2 leaves that out of OPTIONS that are no preflight.",
    explains: ({ method, headers }, theirs, ours) =>
      method === "OPTIONS" && headers.Origin !== undefined && theirs.status === ours.status,
  },
  {
    title: "JSON paths take every character that has no meaning of its own",
    reason: "11.2 refuses most punctuation in a bare key.",
    explains: ({ target }, theirs, ours) =>
      target.includes("->'") && codeOf(theirs) === "PGRST100" && isFine(ours),
  },
  {
    title: "An array index is one before a closing parenthesis too",
    reason: "11.2 reads it as a key there: `telescopes(tags->0)` looks for a key `0`.",
    explains: ({ target }, theirs, ours) =>
      has(target, /-(>|%3E)-?\d+(\)|%29)/i) && isFine(theirs) && isFine(ours),
  },
  {
    title: "Full text search reads JSON",
    reason: "A later addition; 11.2 answers 42883.",
    explains: ({ target }, theirs, ours) =>
      has(target, /=(not\.)?(fts|plfts|phfts|wfts)/) && codeOf(theirs) === "42883" && isFine(ours),
  },
  {
    title: "An order by an embedded resource may follow a JSON path into any column",
    reason: "11.2 makes JSON of a column first everywhere else, but not there.",
    explains: ({ target }, theirs, ours) =>
      has(target, /order=[^&]*\(/) && codeOf(theirs) === "42883" && isFine(ours),
  },
  {
    title: "Values of a sequence",
    reason: "Both draw from the same one.",
    explains: (_request, theirs, ours) => codeOf(theirs) === "23502" && codeOf(ours) === "23502",
  },
  {
    title: "What is wrong with a token is told in other words",
    reason: "11.2 shows its library's own messages; status and code are the same.",
    explains: (_request, theirs, ours) => codeOf(theirs) === "PGRST301" && codeOf(ours) === "PGRST301",
  },
];

/** What explains that two answers differ; null when nothing does. */
export function knownDifference(
  request: PeerRequest,
  theirs: PeerAnswer,
  ours: PeerAnswer,
): KnownDifference | null {
  return KNOWN_DIFFERENCES.find((one) => one.explains(request, theirs, ours)) ?? null;
}
