import { useLingui } from "@lingui/react/macro";
import type { Alert } from "../../api/alerts/alerts.ts";
import { SEVERITY_WORDS } from "../../features/alerts/severity.ts";
import { useIsFresh } from "../../queries/use-now.ts";
import { historyPath } from "../../routing/paths.ts";
import { Figure } from "../../ui/figures/figures.tsx";
import type { Quantity } from "../../units/quantity.ts";
import { useOwnAge } from "./own-age.ts";

interface ReadingProps {
  readonly label: string;
  readonly quantity: Quantity;
  /** When it was measured. */
  readonly time: Date | null;
  /** Time of the newest row. */
  readonly newest: Date | null;
  /** The active alert on it. */
  readonly alert?: Alert | undefined;
}

/** A value; with its age if it is older than the newest row, faint once it is too old to act upon. */
export function Reading({ label, quantity, time, newest, alert }: ReadingProps) {
  const { t } = useLingui();
  const isFresh = useIsFresh();
  const age = useOwnAge(time, newest);
  return (
    <Figure
      label={label}
      quantity={quantity}
      note={age}
      old={!isFresh(time)}
      alert={
        alert === undefined || alert.key === null
          ? null
          : { words: t(SEVERITY_WORDS[alert.severity]), to: historyPath(alert.key) }
      }
    />
  );
}
