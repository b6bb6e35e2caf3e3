import { useLingui } from "@lingui/react/macro";
import { useCallback } from "react";
import { useDisplay } from "../../preferences/display.tsx";
import { useNow } from "../../queries/use-now.ts";
import { formatInstant, formatInstants } from "../../units/instant.ts";

/** When the boat came and left; null if unknown or not over. */
interface Span {
  readonly arrived: Date | null;
  readonly departed: Date | null;
}

/** From when to when; since when, while the boat is there. */
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

/** How many seconds a stay lasted, or lasts so far; null if its beginning is unknown. */
export function useLasting(): (span: Span) => number | null {
  const now = useNow();
  return ({ arrived, departed }) =>
    arrived === null ? null : ((departed ?? now).getTime() - arrived.getTime()) / 1000;
}
