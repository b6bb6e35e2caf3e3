import type { Monitoring } from "../../api/boat/monitoring.ts";
import type { MetricRow } from "../../api/boat/recent-metrics.ts";
import { type Display, useDisplay } from "../../preferences/display.ts";
import { useNow } from "../../queries/use-now.ts";
import { Figures } from "../../ui/figures/figures.tsx";
import { WindDial } from "../../ui/figures/wind-dial.tsx";
import { formatAge } from "../../units/duration.ts";
import { ageSeconds, isFresh } from "../../units/freshness.ts";
import {
  bearing,
  degrees,
  knots,
  metres,
  percent,
  pressure,
  type Quantity,
  temperature,
  volts,
  windSpeed,
} from "../../units/quantity.ts";
import { Reading } from "./reading.tsx";

interface InstrumentsProps {
  readonly monitoring: Monitoring | null;
  readonly newest: MetricRow | undefined;
}

/** A value with its name, if the boat measures it. */
function measured(
  label: string,
  value: number | null,
  shown: (known: number) => Quantity,
): readonly (readonly [string, Quantity])[] {
  return value === null ? [] : [[label, shown(value)]];
}

function underKeel(monitoring: Monitoring) {
  return [
    ...measured("Depth", monitoring.depth, metres),
    ...measured("True wind", monitoring.windSpeed, windSpeed),
    ...measured("Wind from", monitoring.windDirection, bearing),
  ];
}

function belowDeck(monitoring: Monitoring, units: Display) {
  const degreesOf = (kelvin: number) => temperature(kelvin, units);
  return [
    ...measured("Battery", monitoring.batteryVoltage, volts),
    ...measured("Charge", monitoring.batteryCharge, percent),
    ...measured("Pressure", monitoring.outsidePressure ?? monitoring.insidePressure, (pascal) =>
      pressure(pascal, units),
    ),
    ...measured("Water", monitoring.waterTemperature, degreesOf),
    ...measured("Air outside", monitoring.outsideTemperature, degreesOf),
    ...measured("Air inside", monitoring.insideTemperature, degreesOf),
    ...measured("Humidity outside", monitoring.outsideHumidity, percent),
    ...measured("Humidity inside", monitoring.insideHumidity, percent),
  ];
}

/** What the boat measured last, and how long ago. Speed and course are always shown, other values if they are measured. */
export function Instruments({ monitoring, newest }: InstrumentsProps) {
  const units = useDisplay();
  const navigated = newest?.time ?? null;
  const time = monitoring?.time ?? null;
  const energy = monitoring === null ? [] : belowDeck(monitoring, units);
  return (
    <section className="now__instruments" aria-label="Instruments">
      {newest === undefined || newest.awsKnots === null ? null : <Wind row={newest} />}
      <Figures label="Navigation">
        <Reading label="Speed over ground" quantity={knots(newest?.sogKnots ?? null)} time={navigated} />
        <Reading label="Course over ground" quantity={degrees(newest?.cogDegrees ?? null)} time={navigated} />
        {(monitoring === null ? [] : underKeel(monitoring)).map(([label, quantity]) => (
          <Reading key={label} label={label} quantity={quantity} time={time} />
        ))}
      </Figures>
      {energy.length === 0 ? null : (
        <Figures label="Energy and air">
          {energy.map(([label, quantity]) => (
            <Reading key={label} label={label} quantity={quantity} time={time} />
          ))}
        </Figures>
      )}
    </section>
  );
}

function Wind({ row }: { readonly row: MetricRow }) {
  const now = useNow();
  return (
    <div className={isFresh(row.time, now) ? "now__wind" : "now__wind now__wind--old"}>
      <WindDial awsKnots={row.awsKnots} awaDegrees={row.awaDegrees} />
      <p className="now__age">{formatAge(ageSeconds(row.time, now))}</p>
    </div>
  );
}
