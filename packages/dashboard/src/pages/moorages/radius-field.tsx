import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import * as z from "zod/mini";
import type { Sentence } from "../../forms/schema.ts";
import { TextField } from "../../ui/form/text-field.tsx";

/** The schema of a moorage's radius. */
export function radiusOf(t: Sentence) {
  const [least, most] = [20, 2000];
  const fault = t(msg`The radius of a moorage is ${least} to ${most} metres.`);
  return z.nullable(z.number().check(z.gte(least, fault), z.lte(most, fault)));
}

interface RadiusFieldProps {
  readonly radius: number | null;
  readonly problem: string | null;
  readonly onRadius: (radius: number | null) => void;
}

/** A moorage's radius in whole metres; empty to derive it from the boat's positions. */
export function RadiusField({ radius, problem, onRadius }: RadiusFieldProps) {
  const { t } = useLingui();
  return (
    <TextField
      label={t`Radius`}
      name="place-radius"
      inputMode="numeric"
      autoComplete="off"
      hint={t`In metres, 20 to 2000. Stays within it are visits to this moorage; others get a place of their own. If left empty, it is 100 m, or more where the boat swung wider.`}
      problem={problem}
      value={radius === null ? "" : String(radius)}
      onText={(text) => {
        const digits = text.replace(/\D/g, "").slice(0, 5);
        onRadius(digits === "" ? null : Number(digits));
      }}
    />
  );
}
