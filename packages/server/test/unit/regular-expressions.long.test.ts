/** No regular expression of the sources takes long over any text of 64 kB. */
import { createContext, Script } from "node:vm";
import { isRecord } from "@wakelog/kit/json/json.ts";
import { expect, it } from "vitest";
import { DASHBOARD_SOURCES, SERVER_SOURCES } from "../../../../checks/source-files.ts";
import { HOSTILE_TEXTS, textsAgainst } from "../../../../test/support/texts/hostile-texts.ts";
import { expressionsBelow } from "../../../../test/support/texts/regular-expressions.ts";

/** Processor time for all texts together: careful expressions take a tenth, a quadratic one more for a single text. */
const MOST_MS = 750;
/** When an expression is stopped. On a busy machine this passes without the processor, so it is tried again then. */
const STOPPED_AFTER_MS = 3_000;
const TRIES = 5;
const FOLDERS = [...SERVER_SOURCES, DASHBOARD_SOURCES, "bin"];

const APPLY = new Script(`
  for (at = 0; at < texts.length; at++) {
    expression.lastIndex = 0;
    if (expression.global) texts[at].replace(expression, ""); else expression.test(texts[at]);
  }`);
const scope = createContext({ expression: /x/, texts: [""], at: 0 });

/** The text over which an expression takes long; null if there is none. */
function slowTextFor(expression: RegExp, texts: readonly string[]): string | null {
  Object.assign(scope, { expression, texts });
  for (let left = TRIES; left > 0; left--) {
    const before = process.cpuUsage();
    const isDone = ends();
    const isQuick = process.cpuUsage(before).user / 1000 < MOST_MS;
    if (isDone && isQuick) return null;
    if (!isDone && !isQuick) break;
  }
  return texts[Number(scope.at)] ?? "all texts together";
}

/** Applies the scope's expression to its texts. @returns false if it had to be stopped */
function ends(): boolean {
  try {
    APPLY.runInContext(scope, { timeout: STOPPED_AFTER_MS });
    return true;
  } catch (fault) {
    // An error of the other context is no instance of this one's.
    if (isRecord(fault) && fault.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
    throw fault;
  }
}

it("tells careless expressions from careful ones", () => {
  // Twice as long, so that a quick machine stops them too.
  const texts = [`${"0".repeat(131_072)}x`];
  expect(slowTextFor(/^\d+$/, texts)).toBe(null);
  expect(slowTextFor(/\d+$/, texts)).toBe(texts[0]);
  expect(slowTextFor(/^(\d+)*\1$/, texts)).toBe(texts[0]);
});

it("reads 64 kB of any text with every regular expression of the sources in no time", async () => {
  const found = await expressionsBelow(FOLDERS);
  expect(found.length).toBeGreaterThan(300);
  const slow = found.flatMap(({ place, expression }) => {
    const text = slowTextFor(expression, [...HOSTILE_TEXTS, ...textsAgainst(expression)]);
    return text === null ? [] : [`${place} ${expression} over ${JSON.stringify(text.slice(0, 12))}…`];
  });
  expect(slow).toEqual([]);
});
