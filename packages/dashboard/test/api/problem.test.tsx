/** The dashboard's own error messages are translated, like the service's. */
import { afterEach, expect, test, vi } from "vitest";
import * as problems from "../../src/api/problem.ts";
import { recognized } from "../../src/server-messages/forms.ts";

afterEach(() => vi.unstubAllGlobals());

function noAnswer(onLine: boolean): problems.ApiProblem {
  vi.stubGlobal("navigator", { onLine });
  return problems.noAnswer("http://boat.local/api");
}

const MADE: readonly (readonly [string, () => problems.ApiProblem])[] = [
  ...[413, 429, 502, 503, 504, 404].map(
    (status) => [`status ${status}`, () => problems.wordlessProblem(status, "Said Nothing")] as const,
  ),
  ["no answer", () => noAnswer(true)],
  ["no link", () => noAnswer(false)],
  ["no room", problems.noRoom],
  ["too many photos", () => problems.tooManyWait(20)],
  ["sent meanwhile", problems.sentMeanwhile],
  ["what was thrown", () => problems.problemOf(new TypeError("rows is not iterable"))],
];

test.each(MADE)("there are words for %s", (_, make) => {
  const { message, hint } = make();
  expect([message, ...(hint === null ? [] : [hint])].filter((text) => recognized(text) === null)).toEqual([]);
});
