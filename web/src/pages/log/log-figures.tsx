import type { Log } from "../../api/logs/log.ts";
import { Figure, Figures } from "../../ui/figures/figures.tsx";
import { durationParts } from "../../units/duration.ts";
import { knots, nauticalMiles, spoken } from "../../units/quantity.ts";

/** The numbers of a log. Those that are not known yet keep their place. */
export function LogFigures({ log }: { readonly log: Log }) {
  return (
    <Figures label="Numbers of this log">
      <Figure
        label="Distance"
        quantity={nauticalMiles(log.recordedNm)}
        note={
          log.notRecordedNm === null ? null : `and ${spoken(nauticalMiles(log.notRecordedNm))} not recorded`
        }
      />
      <Figure label="Duration" quantity={durationParts(log.durationSeconds)} />
      <Figure label="Average speed" quantity={knots(log.avgSpeed)} />
      <Figure label="Top speed" quantity={knots(log.maxSpeed)} />
      <Figure label="Strongest wind" quantity={knots(log.maxWindSpeed)} note="apparent" />
      {log.engineSeconds === null ? null : (
        <Figure label="Engine" quantity={durationParts(log.engineSeconds)} />
      )}
      {log.loggedNm === null ? null : (
        <Figure label="Through the water" quantity={nauticalMiles(log.loggedNm)} />
      )}
    </Figures>
  );
}
