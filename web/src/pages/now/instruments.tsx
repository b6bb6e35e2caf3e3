import type { ReactNode } from "react";
import type { Monitoring } from "../../api/monitoring.ts";
import type { MetricRow } from "../../api/recent-metrics.ts";
import { useDisplay } from "../../preferences/display.ts";
import { Figure, Figures } from "../../ui/figures.tsx";
import { WindDial } from "../../ui/wind-dial.tsx";
import {
  bearing,
  degrees,
  knots,
  metres,
  percent,
  pressure,
  temperature,
  volts,
  windSpeed,
} from "../../units/quantity.ts";

interface InstrumentsProps {
  readonly monitoring: Monitoring | null;
  readonly newest: MetricRow | undefined;
}

/** What the boat measured last. Speed, course and battery keep their place; others appear when they are measured. */
export function Instruments({ monitoring, newest }: InstrumentsProps) {
  const units = useDisplay();
  const measured = (value: number | null | undefined, figure: (known: number) => ReactNode) =>
    value === null || value === undefined ? null : figure(value);
  const wind = newest !== undefined && newest.awsKnots !== null;
  return (
    <section className="now__instruments" aria-label="Instruments">
      {wind ? (
        <div className="now__wind">
          <WindDial awsKnots={newest.awsKnots} awaDegrees={newest.awaDegrees} />
        </div>
      ) : null}
      <Figures label="Navigation">
        <Figure label="Speed over ground" quantity={knots(newest?.sogKnots ?? null)} />
        <Figure label="Course over ground" quantity={degrees(newest?.cogDegrees ?? null)} />
        {measured(monitoring?.depth, (value) => (
          <Figure label="Depth" quantity={metres(value)} />
        ))}
        {measured(monitoring?.windSpeed, (value) => (
          <Figure label="True wind" quantity={windSpeed(value)} />
        ))}
        {measured(monitoring?.windDirection, (value) => (
          <Figure label="Wind from" quantity={bearing(value)} />
        ))}
      </Figures>
      <Figures label="Energy and air">
        <Figure label="Battery" quantity={volts(monitoring?.batteryVoltage ?? null)} />
        <Figure label="Charge" quantity={percent(monitoring?.batteryCharge ?? null)} />
        {measured(monitoring?.outsidePressure ?? monitoring?.insidePressure, (value) => (
          <Figure label="Pressure" quantity={pressure(value, units)} />
        ))}
        {measured(monitoring?.waterTemperature, (value) => (
          <Figure label="Water" quantity={temperature(value, units)} />
        ))}
        {measured(monitoring?.outsideTemperature, (value) => (
          <Figure label="Air outside" quantity={temperature(value, units)} />
        ))}
        {measured(monitoring?.insideTemperature, (value) => (
          <Figure label="Air inside" quantity={temperature(value, units)} />
        ))}
        {measured(monitoring?.outsideHumidity, (value) => (
          <Figure label="Humidity outside" quantity={percent(value)} />
        ))}
        {measured(monitoring?.insideHumidity, (value) => (
          <Figure label="Humidity inside" quantity={percent(value)} />
        ))}
      </Figures>
    </section>
  );
}
