/** Where our description of an API differs from PostgREST 11.2.2's on purpose; docs/known-differences.md repeats it. */

/** A place of the document where the two say different things; undefined for nothing. */
export interface Described {
  /** Keys down to the place. */
  readonly path: readonly string[];
  readonly theirs: unknown;
  readonly ours: unknown;
}

export interface DescriptionDifference {
  readonly title: string;
  readonly reason: string;
  /** Whether it explains that the two differ there. */
  explains(place: Described): boolean;
}

/** Whether a place is one of a column: its property, or its filter. */
function isOfColumn({ path }: Described, relation: string, columns: readonly string[]): boolean {
  if (path[0] === "parameters") return columns.some((one) => path[1] === `rowFilter.${relation}.${one}`);
  return path[1] === relation && path[2] === "properties" && columns.includes(path[3] ?? "");
}

/** Defaults in the tests' table: theirs and ours. */
const DEFAULTS: Readonly<Record<string, readonly [theirs: unknown, ours: unknown]>> = {
  c1: ["'a'::bpchar", "a"],
  c2: ["'abc'::bpchar", "abc"],
  cast1: ["'x'::character varying", "x"],
  d2: ["'x'::character varying", "x"],
  c5: ["it''s", "it's"],
  'wéird "col"': [undefined, 'a"b'],
  b2: [undefined, "101"],
  by: [undefined, "\\x00"],
  d5: [undefined, "q"],
  n2: [undefined, -5],
  n6: [undefined, 10_000_000_000],
};

/** The type that values of a parameter are read as, by the declared one. */
const UNCUT: Readonly<Record<string, string>> = { character: "character varying", bit: "bit varying" };

export const DESCRIPTION_DIFFERENCES: readonly DescriptionDifference[] = [
  {
    title: "Domains over domains are resolved to their base type",
    reason: "11.2 resolves one level, and calls the rest strings.",
    explains: (place) =>
      ["format", "type", "maxLength"].includes(place.path.at(-1) ?? "") &&
      (isOfColumn(place, "stars", ["peak"]) || isOfColumn(place, "everything", ["d2", "e2"])),
  },
  {
    title: "Defaults are shown as plain values",
    reason: "11.2 keeps casts and doubled quotes, and omits what it does not recognize as a literal.",
    explains: (place) => {
      const [theirs, ours] = DEFAULTS[place.path.at(-2) ?? ""] ?? [null, null];
      return place.path.at(-1) === "default" && place.theirs === theirs && place.ours === ours;
    },
  },
  {
    title: "Parameters of type `character` and `bit` show the type that their values are parsed as",
    reason: "Without a length, the declared type would cut them to one character.",
    explains: ({ path, theirs, ours }) =>
      path[1] === "/rpc/f_types" && path.at(-1) === "format" && UNCUT[String(theirs)] === ours,
  },
  {
    title: "Functions with several parameters, one of them unnamed, are omitted",
    reason: "They cannot be called by name.",
    explains: ({ path, ours }) => path.join(" ") === "paths /rpc/f_mixed" && ours === undefined,
  },
  {
    title: "The host differs",
    reason: "Each server names its own.",
    explains: ({ path }) => path.join(" ") === "host",
  },
];
