import { useLingui } from "@lingui/react/macro";
import type { Alert } from "../../api/alerts/alerts.ts";
import type { Reading as Measured } from "../../api/boat/readings.ts";
import type { MetricRow } from "../../api/boat/recent-metrics.ts";
import { alertOn } from "../../features/alerts/alert-on.ts";
import { wordsOfKey } from "../../measurements/key.ts";
import { useOwnerTitle } from "../../measurements/key-title.ts";
import { quantityOf } from "../../measurements/measure.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useIsFresh } from "../../queries/use-now.ts";
import { Figures } from "../../ui/figures/figures.tsx";
import { WindDial } from "../../ui/figures/wind-dial.tsx";
import { degrees, knots, type Quantity } from "../../units/quantity.ts";
import { Reading } from "./reading.tsx";
import { Tank } from "./tank.tsx";

interface InstrumentsProps {
  readonly readings: readonly Measured[];
  readonly newest: MetricRow | undefined;
  readonly alerts: readonly Alert[];
  /** Keys of values with a tile, which are not shown twice. */
  readonly elsewhere: readonly string[];
}

interface Instrument {
  readonly label: string;
  readonly quantity: Quantity;
  readonly time: Date;
  readonly alert: Alert | undefined;
}

/** The instruments of a chart table, as far as the boat has them. */
function useInstruments(readings: readonly Measured[], alerts: readonly Alert[]) {
  const display = useDisplay();
  const { t } = useLingui();
  const shown = (label: string, found: Measured | undefined): readonly Instrument[] =>
    found === undefined || found.value === null
      ? []
      : [
          {
            label,
            quantity: quantityOf(wordsOfKey(found.key).measure, found.value, display),
            time: found.measured,
            alert: alertOn(alerts, found.key, ...found.mappedTo),
          },
        ];
  const mapped = (name: string, label: string) =>
    shown(
      label,
      readings.find(({ value, mappedTo }) => value !== null && mappedTo.includes(name)),
    );
  const keyed = (label: string, pattern: RegExp) =>
    shown(
      label,
      readings.find(({ key, value }) => value !== null && pattern.test(key)),
    );
  return {
    navigation: mapped("depth", t`Depth`),
    wind: [
      ...mapped("wind", t`True wind`),
      ...keyed(t`Wind from`, /^environment\.wind\.directionTrue$/),
      ...keyed(t`Heading`, /^navigation\.headingTrue$/),
    ],
    electrical: [
      ...mapped("voltage", t`Battery`),
      ...mapped("charge", t`Charge`),
      ...keyed(t`Solar`, /^electrical\.solar\.[^.]+\.(panelPower|power)$/),
    ],
    air: [
      ...mapped("pressure", t`Pressure`),
      ...mapped("water_temperature", t`Water`),
      ...mapped("outside_temperature", t`Air outside`),
      ...mapped("inside_temperature", t`Air inside`),
      ...mapped("outside_humidity", t`Humidity outside`),
      ...mapped("inside_humidity", t`Humidity inside`),
    ],
  };
}

function Panel({
  label,
  shown,
  newest,
}: {
  readonly label: string;
  readonly shown: readonly Instrument[];
  readonly newest: Date | null;
}) {
  if (shown.length === 0) return null;
  return (
    <Figures label={label}>
      {shown.map((one) => (
        <Reading key={one.label} {...one} newest={newest} />
      ))}
    </Figures>
  );
}

/** The boat's latest values. Speed and course are always shown, others if measured. */
export function Instruments({ readings, newest, alerts, elsewhere }: InstrumentsProps) {
  const display = useDisplay();
  const { t } = useLingui();
  const ownerOf = useOwnerTitle();
  const others = readings.filter(({ key }) => !elsewhere.includes(key));
  const { navigation, wind, electrical, air } = useInstruments(others, alerts);
  const time = newest?.time ?? null;
  const tanks = others.filter(({ key, value }) => value !== null && /^tanks\..*\.currentLevel$/.test(key));
  const hasDial = newest !== undefined && newest.awsKnots !== null;
  return (
    <section className="now__instruments" aria-label={t`Instruments`}>
      <div className={hasDial ? "now__helm now__helm--dial" : "now__helm"}>
        {hasDial ? <Wind row={newest} /> : null}
        <Figures label={t`Navigation`}>
          <Reading
            label={t`Speed over ground`}
            quantity={knots(newest?.sogKnots ?? null, display)}
            time={time}
            newest={time}
            alert={alertOn(alerts, "speed")}
          />
          <Reading
            label={t`Course over ground`}
            quantity={degrees(newest?.cogDegrees ?? null, display)}
            time={time}
            newest={time}
          />
          {navigation.map((one) => (
            <Reading key={one.label} {...one} newest={time} />
          ))}
        </Figures>
      </div>
      <Panel label={t`Wind`} shown={wind} newest={time} />
      <Panel label={t`Energy`} shown={electrical} newest={time} />
      <Panel label={t`Air and water`} shown={air} newest={time} />
      {tanks.length === 0 ? null : (
        <ul className="now__tanks" aria-label={t`Tanks`}>
          {tanks.map(({ key, value, measured, mappedTo }) => (
            <Tank
              key={key}
              label={ownerOf(key)}
              level={value ?? 0}
              time={measured}
              newest={time}
              alert={alertOn(alerts, key, ...mappedTo)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Wind({ row }: { readonly row: MetricRow }) {
  const isFresh = useIsFresh();
  return (
    <div className={isFresh(row.time) ? "now__wind" : "now__wind now__wind--old"}>
      <WindDial awsKnots={row.awsKnots} awaDegrees={row.awaDegrees} />
    </div>
  );
}
