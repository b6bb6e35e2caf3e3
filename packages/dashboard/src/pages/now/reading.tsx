import { useDisplay } from "../../preferences/display.tsx";
import { useNow } from "../../queries/use-now.ts";
import { Figure } from "../../ui/figures/figures.tsx";
import { formatAge } from "../../units/duration.ts";
import { ageSeconds, isFresh } from "../../units/freshness.ts";
import type { Quantity } from "../../units/quantity.ts";

interface ReadingProps {
  readonly label: string;
  readonly quantity: Quantity;
  /** When it was measured. */
  readonly time: Date | null;
}

/** A value with its age; faint once it is too old to act upon. */
export function Reading({ label, quantity, time }: ReadingProps) {
  const now = useNow();
  const display = useDisplay();
  return (
    <Figure
      label={label}
      quantity={quantity}
      note={time === null ? null : formatAge(ageSeconds(time, now), display)}
      old={!isFresh(time, now)}
    />
  );
}
