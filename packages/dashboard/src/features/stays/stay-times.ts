import { useLingui } from "@lingui/react/macro";
import { useCallback } from "react";
import { useDisplay } from "../../preferences/display.tsx";
import { useNow } from "../../queries/use-now.ts";
import { formatInstant, formatInstants } from "../../units/instant.ts";

/** Arrival and departure; null if unknown or still there. */
interface Span {
  readonly arrived: Date | null;
  readonly departed: Date | null;
}

/** Formats arrival and departure; since when, if the boat is still there. */
export function useStayTimes(): (span: Span) => string {
  const { t } = useLingui();
  const display = useDisplay();
  return useCallback(
    ({ arrived, departed }) => {
      if (arrived !== null && departed !== null) return formatInstants(arrived, departed, display);
      if (arrived !== null) return t`Since ${formatInstant(arrived, display)}`;
      return departed === null ? "" : t`Until ${formatInstant(departed, display)}`;
    },
    [t, display],
  );
}

/** Duration in seconds, so far if the boat is still there; null if the arrival is unknown. */
export function useLasting(): (span: Span) => number | null {
  const now = useNow();
  return ({ arrived, departed }) =>
    arrived === null ? null : ((departed ?? now).getTime() - arrived.getTime()) / 1000;
}
