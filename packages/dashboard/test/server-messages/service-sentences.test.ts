/** Every service sentence is translated in the dashboard, or only programs meet it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textOf } from "../../../../checks/source-files.ts";
import { parseWatched } from "../../../server/src/boat/monitoring/rule.ts";
import { sentenceOf } from "../../../server/src/boat/monitoring/sentence.ts";
import * as reasons from "../../../server/src/boat/voyages/detector/intervals/reasons.ts";
import type { Stay } from "../../../server/src/boat/voyages/detector/state.ts";
import { describeSettings } from "../../../server/src/boat/voyages/detector/thresholds.ts";
import { SERVICE_RULES } from "../../../server/src/people/notifications/words/facts.ts";
import { FORMS, recognized } from "../../src/server-messages/forms.ts";
import { thresholdWords } from "../../src/server-messages/threshold-words.ts";
import { FOR_PROGRAMS, isForPrograms, RULES_FOR_PROGRAMS, WRITTEN_OUT } from "./for-programs.ts";
import {
  kindsOfPreferences,
  sentencesOfBadges,
  sentencesOfRules,
  sentencesOfSql,
  sentencesOfTypeScript,
} from "./service-sentences.ts";

const unknown = (sentences: readonly string[]) => sentences.filter((text) => recognized(text) === null);

describe("the dashboard has words for", () => {
  const made = [...sentencesOfTypeScript(isForPrograms), ...sentencesOfSql()];
  const composed = new Set(Object.keys(WRITTEN_OUT));

  it("every refusal and failure that a person can meet", () => {
    const programs = new Set(FOR_PROGRAMS);
    const strange = made.filter(
      ({ text }) => recognized(text) === null && !programs.has(text) && !composed.has(text),
    );
    expect(strange).toEqual([]);
    expect(made.length).toBeGreaterThan(300);
  });

  it("every refusal that is composed, in each of its forms", () => {
    expect(unknown(Object.values(WRITTEN_OUT).flat())).toEqual([]);
  });

  it("none that tells a person what only a program can do", () => {
    const advice = [...FORMS].filter((text) => text.endsWith("."));
    expect(advice.filter((text) => /[a-z]_[a-z]|\bnull\b|application\//.test(text))).toEqual([]);
    expect(advice.length).toBeGreaterThan(100);
  });

  it("what a preference must be", () => {
    const kinds = kindsOfPreferences().map((kind) => `webhook_url must be ${kind}`);
    expect(unknown(kinds).filter((text) => !FOR_PROGRAMS.includes(text))).toEqual([]);
    expect(kinds.length).toBeGreaterThan(10);
  });

  it("every rule of a table that a person can break", () => {
    const rules = [...sentencesOfRules()].filter(([name]) => !RULES_FOR_PROGRAMS.test(name));
    expect(unknown(rules.map(([, sentence]) => sentence))).toEqual([]);
    expect(rules.length).toBeGreaterThan(8);
  });

  it("nothing that it does not say", () => {
    const texts = new Set([
      ...made.map(({ text }) => text),
      ...kindsOfPreferences().map((kind) => `webhook_url must be ${kind}`),
    ]);
    expect(FOR_PROGRAMS.filter((text) => !texts.has(text))).toEqual([]);
    expect([...composed].filter((text) => !texts.has(text))).toEqual([]);
  });

  it("every threshold and what it does", () => {
    const words = describeSettings().flatMap(({ name, minimum, reason }) =>
      minimum === null ? [reason] : [thresholdWords(name), reason],
    );
    expect(unknown(words)).toEqual([]);
  });

  it("every badge and what it is earned by", () => {
    const badges = sentencesOfBadges();
    expect(unknown([...badges, "Sailed here: Baltic Sea"])).toEqual([]);
    expect(badges.length).toBeGreaterThan(20);
  });

  it("every sea", () => {
    const seas = textOf("packages/kit/src/geo/sea-areas.ts").matchAll(/^([A-Z][A-Za-z ]+): -?\d/gm);
    const names = [...seas].map(([, name = ""]) => name);
    expect(unknown(names)).toEqual([]);
    expect(names.length).toBeGreaterThan(60);
  });
});

describe("the dashboard has words for why a boundary is where it is", () => {
  const length = fc.integer({ min: 1, max: 90 * 86_400_000 });
  const metres = fc.integer({ min: 1, max: 5_000_000 });
  const knots = fc.double({ min: 0, max: 60, noNaN: true });
  const stayOf = ([anchored, moored]: readonly [number, number]): Stay => ({
    from: { at: 0, reason: reasons.recordBegins, confidence: 1 },
    disc: { x: 0, y: 0, z: 0, r: 30 },
    fixes: 3,
    anchored,
    moored,
    afterLeg: false,
    returned: false,
    known: false,
    events: [],
    recent: [],
    outside: 0,
    tentative: false,
  });
  const stay = fc.constantFrom([3, 0] as const, [0, 3] as const, [0, 0] as const).map(stayOf);
  const status = fc.constantFrom("moored", "anchored", "sailing", "motoring");

  it("whatever the numbers are", () => {
    fc.assert(
      fc.property(
        stay,
        status,
        length,
        metres,
        knots,
        fc.boolean(),
        (berth, reported, ms, m, kn, dragged) => {
          const start = {
            t: 0,
            x: 0,
            y: 0,
            z: 0,
            sog: kn,
            status: reported,
            drive: "unknown",
            trip: null,
          } as const;
          const all: { readonly [R in keyof typeof reasons]: string } = {
            recordBegins: reasons.recordBegins.text,
            recordEnds: reasons.recordEnds.text,
            cameFromExcludedArea: reasons.cameFromExcludedArea.text,
            left: reasons.left(berth, kn).text,
            leftAsReported: reasons.leftAsReported(berth, start, kn).text,
            setOff: reasons.setOff(berth, kn).text,
            leftInSilence: reasons.leftInSilence(ms, m, kn).text,
            arrivedInSilence: reasons.arrivedInSilence(m, kn).text,
            wentInSilence: reasons.wentInSilence(ms, m).text,
            stayedWithin: reasons.stayedWithin(ms, m),
            lastBeforeSilence: reasons.lastBeforeSilence(ms).text,
            relocated: reasons.relocated(ms, m).text,
            unrecorded: reasons.unrecorded(ms, m).text,
            moved: reasons.moved(m, dragged),
          };
          expect(unknown(Object.values(all))).toEqual([]);
        },
      ),
    );
  });
});

describe("the dashboard has words for what a rule found", () => {
  const names = SERVICE_RULES;
  const kinds = ["below", "above", "outside", "silent", "drag", "leave", "enter", "offline"] as const;
  const area = { type: "Point", coordinates: [22.9, 59.8], radius: 50 };

  it.each(kinds)("of the kind %s", (kind) => {
    const { rules } = parseWatched({
      rules: ["voltage", "navigation.position"].flatMap((key) =>
        names.map((name, id) => ({
          ...{ id, name, kind, key, low: 12, high: 12, hysteresis: 0, after: 600_000 },
          ...{ area, severity: "warn", since: 0 },
        })),
      ),
      keys: {},
      dragWarning: false,
      lacksBilge: false,
      armed: { since: 0, lastFix: null, usualWait: null },
    });
    const told = rules.flatMap((rule) =>
      [11.5, 12.5].map((value) => sentenceOf({ rule, value, threshold: 12, since: 0, at: null })),
    );
    expect(unknown([...told, ...names])).toEqual([]);
    expect(told.length).toBeGreaterThan(names.length);
  });
});
