import { Trans, useLingui } from "@lingui/react/macro";
import { useDisplay } from "../../preferences/display.tsx";
import { degrees, knots, spoken } from "../../units/quantity.ts";
import "./wind-dial.css";

interface WindDialProps {
  /** Apparent wind speed, knots. */
  readonly awsKnots: number | null;
  /** Apparent wind angle from the bow in degrees, negative to port. */
  readonly awaDegrees: number | null;
}

const CENTRE = 120;
const RADIUS = 102;
const TICKS = [0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330];

/** A point on a circle around the dial's centre; 0° is ahead. */
function at(angle: number, radius: number): string {
  const radians = ((angle - 90) * Math.PI) / 180;
  return `${(CENTRE + radius * Math.cos(radians)).toFixed(2)} ${(CENTRE + radius * Math.sin(radians)).toFixed(2)}`;
}

function arc(from: number, to: number): string {
  return `M ${at(from, RADIUS)} A ${RADIUS} ${RADIUS} 0 0 1 ${at(to, RADIUS)}`;
}

/** Apparent wind as on the helm's instrument: red to port, green to starboard. */
export function WindDial({ awsKnots, awaDegrees }: WindDialProps) {
  const display = useDisplay();
  const { t } = useLingui();
  // Some instruments count from 0 to 360, or exceed even that.
  const offBow = awaDegrees === null ? null : ((((awaDegrees + 180) % 360) + 360) % 360) - 180;
  const angle = offBow === null ? null : Math.abs(Math.round(offBow));
  // Dead ahead and dead astern are on neither side.
  const side = offBow === null || angle === 0 || angle === 180 ? null : offBow < 0 ? "port" : "starboard";
  const [speed, from] = [spoken(knots(awsKnots, display)), spoken(degrees(angle, display))];
  const words =
    side === null
      ? t`Apparent wind ${speed}, ${from}`
      : side === "port"
        ? t`Apparent wind ${speed}, ${from} to port`
        : t`Apparent wind ${speed}, ${from} to starboard`;
  return (
    <svg className="wind-dial" viewBox="0 0 240 240" role="img" aria-label={words}>
      <circle className="wind-dial__ring" cx={CENTRE} cy={CENTRE} r={RADIUS} />
      <path className="wind-dial__port" d={arc(-60, -20)} />
      <path className="wind-dial__starboard" d={arc(20, 60)} />
      {TICKS.map((angle) => (
        <path
          key={angle}
          className="wind-dial__tick"
          d={`M ${at(angle, RADIUS - 10)} L ${at(angle, RADIUS - 18)}`}
        />
      ))}
      <path className="wind-dial__hull" d="M120 44c26 30 34 62 32 96l-6 46h-52l-6-46c-2-34 6-66 32-96z" />
      {awaDegrees === null ? null : (
        <path
          className="wind-dial__needle"
          d="M120 36 108 6h24z"
          transform={`rotate(${awaDegrees} ${CENTRE} ${CENTRE})`}
        />
      )}
      <text className="wind-dial__figure" x={CENTRE} y="132">
        {knots(awsKnots, display).figure}
      </text>
      <text className="wind-dial__unit" x={CENTRE} y="154">
        {knots(awsKnots, display).unit} <Trans>apparent</Trans>
      </text>
      <text className="wind-dial__unit" x={CENTRE} y="174">
        {side === "port" ? t`${angle}° port` : side === "starboard" ? t`${angle}° stbd` : null}
        {side === null && angle !== null ? `${angle}°` : null}
      </text>
    </svg>
  );
}
