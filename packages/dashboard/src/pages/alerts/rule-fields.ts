import { msg } from "@lingui/core/macro";
import * as z from "zod/mini";
import { numberFrom, numberOf, textOf, typedNumber } from "../../forms/fields.ts";
import type { Sentence } from "../../forms/schema.ts";
import { shownOf } from "../../measurements/measure.ts";
import type { ShownUnits } from "../../units/quantity.ts";
import { CONTACT, isArea, type RuleDraft } from "./rule-draft.ts";

const YEAR_MINUTES = 365 * 24 * 60;
const MOST_METRES = 1_000_000;

/** The fields for what is watched, in the user's units. */
export function ruleFields({ watch, silent }: Pick<RuleDraft, "watch" | "silent">, units: ShownUnits) {
  return (t: Sentence) => {
    const isNumber = numberOf(() => true, t(msg`Write a number, such as 12.2.`));
    const hasThreshold = watch !== CONTACT && !isArea(watch) && !silent;
    const isRadius = (text: string) => {
      const radius = typedNumber(text) ?? 0;
      return radius > 0 && radius <= shownOf("distance", MOST_METRES, units);
    };
    const isRadiusFault = t(msg`Write a number above 0, such as 0.5.`);
    return z
      .object({
        name: textOf(t, 0, 200),
        below: hasThreshold ? isNumber : z.unknown(),
        above: hasThreshold ? isNumber : z.unknown(),
        radius: z.string().check(z.refine((text) => !isArea(watch) || isRadius(text), isRadiusFault)),
        minutes: numberFrom(t, 0, YEAR_MINUTES),
      })
      .check(
        z.refine(
          ({ below, above }) => typeof below !== "number" || typeof above !== "number" || below < above,
          { path: ["above"], error: t(msg({ id: "The lower threshold must be below the upper one." })) },
        ),
        z.refine(({ below, above }) => !hasThreshold || below !== null || above !== null, {
          path: ["threshold"],
          error: t(msg`Say below or above which value.`),
        }),
      );
  };
}
