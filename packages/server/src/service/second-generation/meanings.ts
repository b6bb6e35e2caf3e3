/**
 * What requests and answers mean at `/v2` and not at the root, one row each. Other differences stand in SQL, in
 * `packages/server/sql/code/92_second_generation`.
 */
import type { EngineInput, HttpOutput } from "@wakelog/data-api/engine/engine.ts";
import { type Translated, translateAliases } from "../aliases/aliases.ts";
import { SECOND } from "./address.ts";
import { withSecondNames } from "./description.ts";

/** One difference, for the requests that it applies to. */
interface Meaning {
  readonly appliesTo: (input: EngineInput) => boolean;
  readonly input?: (input: EngineInput) => EngineInput;
  readonly answer?: (output: HttpOutput) => HttpOutput;
}

const MEANINGS: readonly Meaning[] = [
  // The description has the second generation's names.
  {
    appliesTo: ({ path }) => path === "/",
    answer: (output) => rewritten(output, withSecondNames),
  },
  // A document is returned as it is, unless the client asks for JSON.
  {
    appliesTo: ({ path, headers: { accept = "*/*" } }) =>
      accept === "*/*" && /^\/rpc\/export_\w+_(?:gpx|kml)(?:_trips?)?_fn$/.test(path),
    input: (input) => ({ ...input, headers: { ...input.headers, accept: "text/xml" } }),
  },
];

/** Translates legacy names and, at `/v2`, what differs there. */
export function translateByAddress(input: EngineInput): Translated {
  const translated = translateAliases(input);
  if (input.prefix !== SECOND) return translated;
  return MEANINGS.filter(({ appliesTo }) => appliesTo(translated.input)).reduce(
    (before, { input: changed = same, answer = same }): Translated => ({
      input: changed(before.input),
      answer: (output) => answer(before.answer(output)),
    }),
    translated,
  );
}

const same = <T>(value: T): T => value;

/** Rewrites a successful JSON answer. */
function rewritten(output: HttpOutput, rewrite: (value: unknown) => unknown): HttpOutput {
  if (output.status !== 200 || output.body === null) return output;
  return { ...output, body: JSON.stringify(rewrite(JSON.parse(output.body.toString()))) };
}
