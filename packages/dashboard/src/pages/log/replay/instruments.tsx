import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { isMeasured, type Measured, type TrackPoint } from "../../../api/logs/track.ts";
import { type Display, useDisplay } from "../../../preferences/display.tsx";
import { formatShortInstant } from "../../../units/instant.ts";
import { formatLatitude, formatLongitude } from "../../../units/position.ts";
import {
  degrees,
  knots,
  metres,
  nauticalMiles,
  percent,
  pressure,
  type Quantity,
  spoken,
  volts,
} from "../../../units/quantity.ts";
import "./instruments.css";

interface Instrument {
  readonly name: Measured;
  readonly words: MessageDescriptor;
  readonly show: (value: number | null, display: Display) => Quantity;
}

const INSTRUMENTS: readonly Instrument[] = [
  { name: "sogKnots", words: msg`Speed`, show: knots },
  { name: "cogDegrees", words: msg`Course`, show: degrees },
  { name: "milesNm", words: msg`Sailed`, show: nauticalMiles },
  { name: "twsKnots", words: msg`True wind`, show: knots },
  { name: "twdDegrees", words: msg`True wind from`, show: degrees },
  { name: "awsKnots", words: msg`Apparent wind`, show: knots },
  { name: "awaDegrees", words: msg`Wind angle`, show: windAngle },
  { name: "depthMetres", words: msg`Depth`, show: metres },
  { name: "pressurePascal", words: msg`Barometer`, show: pressure },
  { name: "volts", words: msg`Battery`, show: volts },
  { name: "charge", words: msg`Charge`, show: percent },
  { name: "fuel", words: msg`Fuel`, show: percent },
  { name: "freshWater", words: msg`Fresh water`, show: percent },
  { name: "wasteWater", words: msg`Waste water`, show: percent },
];

/** Port or starboard as plotters abbreviate it: P or S. */
function windAngle(angle: number | null, display: Display): Quantity {
  if (angle === null) return degrees(null, display);
  const turned = ((((angle + 180) % 360) + 360) % 360) - 180;
  return { figure: spoken(degrees(Math.abs(turned), display)), unit: turned < 0 ? "P" : "S" };
}

/** The instruments that the boat sends: the four to watch while the log is played, and the others. */
export function instrumentsOf(track: readonly TrackPoint[]): {
  readonly main: readonly Instrument[];
  readonly more: readonly Instrument[];
} {
  const sent = INSTRUMENTS.filter(({ name }) => isMeasured(track, name));
  const wind = isMeasured(track, "twsKnots") ? "twsKnots" : "awsKnots";
  const names: readonly Measured[] = ["sogKnots", wind, "cogDegrees", "depthMetres"];
  return {
    main: names.flatMap((name) => sent.filter((one) => one.name === name)),
    more: sent.filter(({ name }) => !names.includes(name)),
  };
}

interface InstrumentsProps {
  readonly track: readonly TrackPoint[];
  /** Undefined before a moment is selected. */
  readonly point: TrackPoint | undefined;
}

/** The time, place and main readings at a moment of the log. */
export function Instruments({ track, point }: InstrumentsProps) {
  const { t } = useLingui();
  const display = useDisplay();
  return (
    <div className="instruments">
      <p className="instruments__when">
        {point === undefined
          ? t`Slide or press Play to follow the boat.`
          : formatShortInstant(point.time, display)}
        {point === undefined ? null : (
          <span className="instruments__where">
            {` · ${formatLatitude(point.latitude)} ${formatLongitude(point.longitude)}`}
          </span>
        )}
      </p>
      {point === undefined ? null : (
        <InstrumentValues label={t`Instruments`} instruments={instrumentsOf(track).main} point={point} />
      )}
    </div>
  );
}

interface InstrumentValuesProps {
  readonly label: string;
  readonly instruments: readonly Instrument[];
  readonly point: TrackPoint;
}

/** Readings at a point, each with its name. Nothing without instruments. */
export function InstrumentValues({ label, instruments, point }: InstrumentValuesProps) {
  const { t } = useLingui();
  const display = useDisplay();
  if (instruments.length === 0) return null;
  return (
    <dl className="instruments__values" aria-label={label}>
      {instruments.map(({ name, words, show }) => {
        const value = point[name];
        return (
          <div key={name} className="instruments__value">
            <dt>{t(words)}</dt>
            <dd>{value === null ? "·" : spoken(show(value, display))}</dd>
          </div>
        );
      })}
    </dl>
  );
}
