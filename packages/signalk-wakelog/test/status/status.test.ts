import fc from "fast-check";
import { expect, it } from "vitest";
import { type Situation, sentenceOf, stateOf } from "../../src/status/status.ts";

const NOW = 1_780_315_200_000;
const BEGINNINGS = {
  disk: "Disk full",
  "not paired": "Not paired",
  refused: "Refused",
  offline: "Offline",
  waiting: "Waiting",
  sending: "Sent",
} as const;

const situation: fc.Arbitrary<Situation> = fc
  .record({
    isPaired: fc.boolean(),
    mode: fc.constantFrom("normal", "metered", "satellite", "off"),
    waiting: fc.nat({ max: 20_000 }),
    age: fc.nat({ max: 40 * 86_400_000 }),
    lastSent: fc.option(fc.nat({ max: 86_400_000 }).map((ms) => NOW - ms)),
    failure: fc.option(fc.constantFrom("network", "timeout", "too large", "certificate", "refused")),
    lastError: fc.option(fc.constant("why not")),
    disk: fc.option(fc.constant("ENOSPC")),
    hasOther: fc.boolean(),
  })
  .map(({ age, ...others }) => ({ ...others, now: NOW, oldest: others.waiting === 0 ? null : NOW - age }));

it("says in one line how it is, how many rows wait and how old the oldest is", () => {
  fc.assert(
    fc.property(situation, (one) => {
      const sentence = sentenceOf(one);
      expect(sentence.startsWith(BEGINNINGS[stateOf(one)])).toBe(true);
      expect(sentence).not.toContain("\n");
      if (one.waiting > 0) expect(sentence).toMatch(/\b\d+ rows?, the oldest from /);
      expect(sentence.includes("signalk-postgsail")).toBe(one.hasOther);
    }),
  );
});

it("says what to do", () => {
  const usual: Situation = {
    isPaired: true,
    mode: "normal",
    waiting: 3,
    oldest: NOW - 7_200_000,
    now: NOW,
    lastSent: NOW - 60_000,
    failure: null,
    lastError: null,
    disk: null,
    hasOther: false,
  };
  const say = (change: Partial<Situation>) => sentenceOf({ ...usual, ...change });
  expect(say({})).toBe(
    "Sent: last 1 minute ago. Still to go: 3 rows, the oldest from 2 hours ago. Nothing to do.",
  );
  expect(say({ isPaired: false })).toContain("Connect the boat");
  expect(say({ failure: "refused" })).toContain("Pair the boat again");
  expect(say({ failure: "certificate", lastError: "expired" })).toContain("expired");
  expect(say({ failure: "network", lastError: "no route" })).toContain("no route");
  expect(say({ mode: "off" })).toContain("switched off");
  expect(say({ disk: "ENOSPC" })).toContain("Make room");
});
