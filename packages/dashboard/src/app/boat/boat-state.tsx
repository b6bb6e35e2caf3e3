import { Trans } from "@lingui/react/macro";
import { type Vessel, vesselQuestion } from "../../api/boat/vessel.ts";
import { useFreshSeconds } from "../../features/boat/use-fresh-seconds.ts";
import { useHasBoat } from "../../features/boat/use-has-boat.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useFirstAnswered } from "../../queries/ask-ahead.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useIsLive } from "../../queries/use-live.ts";
import { useNow } from "../../queries/use-now.ts";
import { formatAge } from "../../units/duration.ts";
import { ageSeconds, isFresh } from "../../units/freshness.ts";

/**
 * The boat's newest row; null if there is none, or if it is much newer than the last contact: dated in the future, or
 * of an import.
 */
function newestOwnRow({ newestRow, lastContact }: Vessel): Date | null {
  if (newestRow === null || lastContact === null) return null;
  return newestRow < lastContact || isFresh(newestRow, lastContact) ? newestRow : null;
}

/** The boat's state, short enough for the bar. */
function StateWords({ vessel, online }: { readonly vessel: Vessel | null; readonly online: boolean }) {
  const now = useNow();
  const display = useDisplay();
  if (vessel === null) return <Trans>No boat yet</Trans>;
  const contact = newestOwnRow(vessel) ?? vessel.lastContact;
  if (contact === null) return <Trans>Not heard from yet</Trans>;
  const age = formatAge(ageSeconds(contact, now), display);
  return online ? <Trans>Online, {age}</Trans> : <Trans>Last heard {age}</Trans>;
}

/** Poll interval while no events arrive. */
const REFRESH_SECONDS = 60;

/** The boat's name, and whether it is connected. */
export function BoatState() {
  const [hasBoat, isDue] = [useHasBoat(), useFirstAnswered()];
  const {
    value: vessel,
    storedAt,
    problem,
  } = useAnswer(vesselQuestion, useIsLive() ? null : REFRESH_SECONDS, hasBoat === true && isDue);
  const now = useNow();
  const newest = vessel == null ? null : newestOwnRow(vessel);
  const freshSeconds = useFreshSeconds(newest);
  // A cached response is too old to show a current state.
  const kept = storedAt !== null || problem !== null;
  const online = isFresh(newest, now, freshSeconds) && !kept;
  const known = hasBoat === false ? null : vessel;
  return (
    <div className="frame__boat">
      <p className="frame__boat-name">{vessel?.name ?? "Wakelog"}</p>
      <p className={online ? "frame__state frame__state--online" : "frame__state"}>
        {known === undefined ? "…" : <StateWords vessel={known} online={online} />}
      </p>
    </div>
  );
}
