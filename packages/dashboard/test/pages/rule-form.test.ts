/** The rule form sends only what was changed: thresholds have more digits than it shows. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Rule, rulesQuestion } from "../../src/api/alerts/rules.ts";
import type { JsonMembers } from "../../src/api/json.ts";
import { AS_SAID } from "../../src/languages/speech.ts";
import * as keptRule from "../../src/pages/alerts/kept-rule.ts";
import * as rules from "../../src/pages/alerts/rule-draft.ts";
import { type ShownUnits, UNITS_OF } from "../../src/units/quantity.ts";
import { figure, foreign, text } from "./rows.ts";

const units = fc.constantFrom(...Object.values(UNITS_OF)).map((one) => ({ ...one, ...AS_SAID }));

describe("a rule", () => {
  const row = fc.record({
    id: fc.constant(3),
    name: text,
    kind: fc.constantFrom("below", "above", "outside", "silent", "offline", "leave", "enter"),
    key: fc.constantFrom("voltage", "wind", "pressure", "outside_temperature", "tanks.fuel.0.currentLevel"),
    low: fc.option(figure),
    high: fc.option(figure),
    hysteresis: figure,
    after: fc.option(fc.integer({ min: 0, max: 10_000 }).map((seconds) => `PT${seconds}S`)),
    repeat: fc.constant("PT1H"),
    severity: fc.constantFrom("alert", "warn", "alarm", "emergency"),
    channels: fc.constant(["ntfy"]),
    escalate_after: fc.constant(null),
    enabled: fc.boolean(),
    built_in: fc.constant(false),
    area: fc.option(
      fc.tuple(figure, foreign).map(([radius, others]) => ({
        ...others,
        type: "Point",
        coordinates: [24.96 + radius / 1e6, 60.16, 3],
        radius: Math.abs(radius) + 1,
      })),
    ),
  });
  const sent = (
    one: JsonMembers,
    type: (draft: rules.RuleDraft) => rules.RuleDraft,
    shown: ShownUnits,
    then = shown,
  ) => {
    const before = rulesQuestion.parse([one], AS_SAID).find((rule): rule is Rule => rule.id === 3);
    if (before === undefined) throw new Error("no rule");
    const draft = keptRule.draftIn(keptRule.keptText(type(rules.draftOf(before, shown))));
    if (draft?.of == null) throw new Error("the draft is gone");
    return rules.changesOf(
      draft.of,
      rules.ruleOf(rules.shownDraft(draft, then), { latitude: 1, longitude: 2 }, then),
    );
  };

  test("is as it was when nothing was changed, in whatever units it was shown", () => {
    fc.assert(
      fc.property(row, units, (one, shown) => {
        expect(sent(one, (draft) => draft, shown)).toEqual({});
      }),
    );
  });

  test("keeps every figure that was not typed", () => {
    fc.assert(
      fc.property(row, units, (one, shown) => {
        expect(sent(one, (draft) => ({ ...draft, name: "Bilge" }), shown)).toEqual(
          one.name === "Bilge" ? {} : { name: "Bilge" },
        );
        const minutes = sent(one, (draft) => ({ ...draft, minutes: "2,5" }), shown);
        expect(minutes).toEqual(one.after === "PT150S" ? {} : { after: "PT150S" });
        if (one.kind === "leave" && one.area !== null) {
          const moved = sent(one, (draft) => ({ ...draft, centre: { latitude: 10, longitude: 20 } }), shown);
          expect(moved).toEqual({ area: { ...one.area, coordinates: [20, 10] } });
          const wider = Object.entries(sent(one, (draft) => ({ ...draft, radius: "7" }), shown));
          expect(wider.map(([column]) => column)).toEqual(["area"]);
          expect(wider[0]?.[1]).toMatchObject({ ...one.area, radius: expect.any(Number) });
        }
        if (one.kind === "outside" && one.low !== null && one.high !== null) {
          expect(Object.keys(sent(one, (draft) => ({ ...draft, below: "1" }), shown))).toEqual(["low"]);
        }
      }),
    );
  });

  test("takes no figure that was typed in other units", () => {
    fc.assert(
      fc.property(row, (one) => {
        expect(
          sent(
            one,
            (draft) => draft,
            { ...UNITS_OF.nautical, ...AS_SAID },
            { ...UNITS_OF.imperial, ...AS_SAID },
          ),
        ).toEqual({});
      }),
    );
  });
});
