import { useDisplay } from "../../preferences/display.tsx";
import { useNow } from "../../queries/use-now.ts";
import { formatAge } from "../../units/duration.ts";
import { ageSeconds } from "../../units/freshness.ts";

/** Values of the newest row share its age, which the page shows once. */
const SHARED_SECONDS = 60;

/** The age of a value that is older than the newest row; null if it shares that row's age. */
export function useOwnAge(measured: Date | null, newest: Date | null): string | null {
  const now = useNow();
  const display = useDisplay();
  if (measured === null || (newest !== null && ageSeconds(measured, newest) < SHARED_SECONDS)) return null;
  return formatAge(ageSeconds(measured, now), display);
}
