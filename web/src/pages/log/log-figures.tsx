import type { Log } from "../../api/log.ts";
import { Figure, Figures } from "../../ui/figures.tsx";
import { formatHours } from "../../units/duration.ts";
import { knots, nauticalMiles, type Quantity, UNKNOWN } from "../../units/quantity.ts";

/** Hours as a clock shows them; what is shorter, in minutes or seconds. */
function time(seconds: number | null): Quantity {
  if (seconds === null) return { figure: UNKNOWN, unit: "h" };
  if (seconds >= 3600) return { figure: formatHours(seconds), unit: "h" };
  return seconds >= 60
    ? { figure: String(Math.round(seconds / 60)), unit: "min" }
    : { figure: String(Math.round(seconds)), unit: "s" };
}

/** The numbers of a log. Those that are not known yet keep their place. */
export function LogFigures({ log }: { readonly log: Log }) {
  return (
    <Figures label="Numbers of this log">
      <Figure label="Distance" quantity={nauticalMiles(log.distanceNm)} />
      <Figure label="Duration" quantity={time(log.durationSeconds)} />
      <Figure label="Average speed" quantity={knots(log.avgSpeed)} />
      <Figure label="Top speed" quantity={knots(log.maxSpeed)} />
      <Figure label="Strongest wind" quantity={knots(log.maxWindSpeed)} />
      {log.engineSeconds === null ? null : <Figure label="Engine" quantity={time(log.engineSeconds)} />}
      {log.loggedNm === null ? null : (
        <Figure label="Through the water" quantity={nauticalMiles(log.loggedNm)} />
      )}
    </Figures>
  );
}
