/** Texts that make careless regular expressions backtrack: long repetitions with an end that does not match. */
/** Length of each text, in UTF-16 units. */
const LENGTH = 65_536;

/** Repeated texts. */
const REPEATED: readonly string[] = [
  ..." \t\n0aZ.,:;-_/\\\"'([{<@*+=&%$#~|°é\0\ud800。",
  "a ",
  "a.",
  "0.",
  "a,",
  '\\"',
  "(a",
  "ab@",
  " -",
  "://",
  "'\"",
  "\r\n",
  "T0",
];
/** Text around the repetition: a start that matches, and an end that does not. */
const AROUND: readonly (readonly [before: string, behind: string])[] = [
  ["", "x"],
  ["", "\0"],
  ["a@", "!"],
  ["a", "\n"],
];

function filled(before: string, repeated: string, behind: string): string {
  const room = LENGTH - before.length - behind.length;
  return before + repeated.repeat(Math.ceil(room / repeated.length)).slice(0, room) + behind;
}

/** For every expression. */
export const HOSTILE_TEXTS: readonly string[] = REPEATED.flatMap((repeated, at) => {
  const [before, behind] = AROUND[at % AROUND.length] ?? ["", ""];
  return [filled("", repeated, "\0"), ...(at % 3 === 0 ? [filled(before, repeated, behind)] : [])];
});

/** Characters that are not literal in an expression's source: classes, groups and quantifiers. */
const SIGNS = /\\[dDwWsSbBpPku](?:\{[^}]*\})?|\[[^\]]*\]|\(\?<?[:=!]|[()*+?{}|^$]/g;

/** For one expression: its own words, repeated, and after the first of them the other repetitions. */
export function textsAgainst({ source }: RegExp): readonly string[] {
  const words = source
    .replace(SIGNS, "\n")
    .replace(/\\(.)/g, "$1")
    .split("\n")
    .filter((word) => word !== "");
  const [first = "", ...others] = new Set(words);
  return [
    ...[first, ...others.slice(0, 3)].filter((word) => word !== "").map((word) => filled("", word, "\0")),
    ...[...new Set(words)].slice(0, 3).map((word) => filled("", `${word} `, "x")),
    ...["a", "0", " ", ".", '"'].map((repeated) => filled(first, repeated, "\0")),
  ];
}
