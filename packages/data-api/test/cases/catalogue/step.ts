/** A step of a random catalogue: what to add, chosen by numbers among what exists. */
import fc from "fast-check";
import { oneOf } from "../../peer/generate/one-of.ts";

/** Chooses for one step. */
export interface Chooser {
  /** A number below `below`. */
  number(below: number): number;
  /** One of some values; undefined where there are none. */
  maybe<T>(values: readonly T[]): T | undefined;
  /** One of some values, of which there is at least one. */
  one<T>(values: readonly [T, ...T[]]): T;
  /** Whether something happens that does so once in `of` times. */
  once(of: number): boolean;
  /** A name that a catalogue may well have. */
  readonly name: string;
}

/** Names that are easy to get wrong: quotes, blanks, other alphabets, keywords, the longest there can be. */
const ODD = [
  "boat",
  "Log Book",
  'say "hi"',
  "it's",
  "back\\slash",
  "a.b",
  "a,b",
  "a(b)",
  "a:b",
  "a::text",
  "->x",
  "*",
  "%",
  "%20",
  "$1",
  "{a}",
  "[0]",
  "select",
  "order",
  "limit",
  "user",
  "table",
  "null",
  "or",
  "and",
  "not",
  "true",
  "id",
  "rpc",
  "count",
  "Größe",
  "日本",
  "⚓",
  "é",
  "_t",
  "pgrst_source",
  "pgrst_scalar",
  "pgrst_args",
  "pgrst_body",
  " lead",
  "trail ",
  "a\tb",
  "a\nb",
  "__proto__",
  "constructor",
  "x".repeat(63),
  "ü".repeat(31),
  "-",
  "1st",
  "!",
  "...",
] as const;

/** A step's kind and its choices. */
export interface Step<K extends string> {
  readonly kind: K;
  readonly numbers: readonly number[];
  readonly name: string;
}

/** @param kinds possible steps; repeated ones are more likely */
export function step<K extends string>(kinds: readonly K[], plainNames: boolean): fc.Arbitrary<Step<K>> {
  const plain = fc.stringMatching(/^[a-z]{1,3}[a-z_]{0,5}$/);
  return fc.record({
    kind: oneOf(kinds),
    numbers: fc.array(fc.nat(99_999), { minLength: 16, maxLength: 16 }),
    name: plainNames ? plain : fc.oneof(oneOf(ODD), plain),
  });
}

/** The chooser of a step: always the same for the same numbers. */
export function chooser({ numbers, name }: Step<string>): Chooser {
  let at = 0;
  const number = (below: number): number => {
    const drawn = numbers[at % numbers.length] ?? 0;
    at += 1;
    return (drawn + at) % below;
  };
  return {
    number,
    maybe: (values) => values[number(Math.max(1, values.length))],
    one: (values) => values[number(values.length)] ?? values[0],
    once: (of) => number(of) === 0,
    name,
  };
}
