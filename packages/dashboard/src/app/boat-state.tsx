import { Trans } from "@lingui/react/macro";
import { type Vessel, vesselQuestion } from "../api/boat/vessel.ts";
import { VESSEL_REQUIRED } from "../api/problem.ts";
import { useDisplay } from "../preferences/display.tsx";
import { useAnswer } from "../queries/use-answer.ts";
import { useIsLive } from "../queries/use-live.ts";
import { useNow } from "../queries/use-now.ts";
import { formatAge } from "../units/duration.ts";
import { ageSeconds, isFresh } from "../units/freshness.ts";

/** When the boat was last in touch: by its newest row, unless that is dated in the future. */
function lastContact({ newestRow, lastContact: contact }: Vessel, now: Date): Date | null {
  const credible = newestRow !== null && (isFresh(newestRow, now) || newestRow < now);
  return credible ? newestRow : contact;
}

/** How a boat is doing, in the few words that fit in the bar. */
function StateWords({ vessel, online }: { readonly vessel: Vessel | null; readonly online: boolean }) {
  const now = useNow();
  const display = useDisplay();
  if (vessel === null) return <Trans>No boat yet</Trans>;
  const contact = lastContact(vessel, now);
  if (contact === null) return <Trans>Not heard from yet</Trans>;
  const age = formatAge(ageSeconds(contact, now), display);
  return online ? <Trans>Online, {age}</Trans> : <Trans>Last heard {age}</Trans>;
}

/** How often to ask while nothing arrives by itself. */
const REFRESH_SECONDS = 60;

/** The boat's name, and whether it is in touch with the server. */
export function BoatState() {
  const {
    value: vessel,
    storedAt,
    problem,
  } = useAnswer(vesselQuestion, useIsLive() ? null : REFRESH_SECONDS);
  const now = useNow();
  // An earlier answer says how things were, not how they are.
  const kept = storedAt !== null || problem !== null;
  const online = vessel != null && isFresh(vessel.newestRow, now) && !kept;
  const known = problem?.status === VESSEL_REQUIRED ? null : vessel;
  return (
    <div className="frame__boat">
      <p className="frame__boat-name">{vessel?.name ?? "Wakelog"}</p>
      <p className={online ? "frame__state frame__state--online" : "frame__state"}>
        {known === undefined ? "…" : <StateWords vessel={known} online={online} />}
      </p>
    </div>
  );
}
