import { useLingui } from "@lingui/react/macro";
import { TextField } from "../../ui/form/text-field.tsx";

interface RadiusFieldProps {
  readonly radius: number | null;
  readonly onRadius: (radius: number | null) => void;
}

/** How far a moorage reaches, in whole metres; empty if that is left to how the boat lay. */
export function RadiusField({ radius, onRadius }: RadiusFieldProps) {
  const { t } = useLingui();
  return (
    <TextField
      label={t`Radius`}
      name="place-radius"
      inputMode="numeric"
      autoComplete="off"
      hint={t`In metres, 20 to 2000. Stays within it are visits to this moorage; others get a place of their own. If left empty, it is 100 m, or more where the boat swung wider.`}
      value={radius === null ? "" : String(radius)}
      onText={(text) => {
        const digits = text.replace(/\D/g, "").slice(0, 5);
        onRadius(digits === "" ? null : Number(digits));
      }}
    />
  );
}
