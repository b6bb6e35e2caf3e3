import { useAnswer } from "../answers/use-answer.ts";
import { type Vessel, vesselQuestion } from "../api/vessel.ts";
import { formatAge } from "../units/duration.ts";

/** How a boat is doing, in the few words that fit in the bar. */
function stateWords({ lastContact, offline }: Vessel, kept: boolean): string {
  if (lastContact === null) return "Not heard of yet";
  const age = formatAge((Date.now() - lastContact.getTime()) / 1000);
  if (kept) return `Last heard ${age}`;
  return offline === true ? `Offline, last heard ${age}` : `Online, ${age}`;
}

/** The boat's name, and whether it is in touch with the server. */
export function BoatState() {
  const { value: vessel, storedAt, problem } = useAnswer(vesselQuestion, 60);
  // An answer from earlier says where things stood, not where they stand.
  const kept = storedAt !== null || problem !== null;
  const online = vessel?.offline === false && !kept;
  return (
    <div className="frame__boat">
      <p className="frame__boat-name">{vessel?.name ?? "Wakelog"}</p>
      <p className={online ? "frame__state frame__state--online" : "frame__state"}>
        {vessel === undefined ? "…" : vessel === null ? "No boat yet" : stateWords(vessel, kept)}
      </p>
    </div>
  );
}
