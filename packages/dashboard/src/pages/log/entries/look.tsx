import { useDisplay } from "../../../preferences/display.tsx";
import { formatShortDay, formatTimeWithZone } from "../../../units/instant.ts";
import "./look.css";

interface LookProps {
  readonly time: Date;
  readonly onLook: (time: Date) => void;
}

/** A line's time; a click moves the map to that moment. */
export function Look({ time, onLook }: LookProps) {
  const display = useDisplay();
  return (
    <button type="button" className="entries__look" onClick={() => onLook(time)}>
      <span className="entries__day">{formatShortDay(time, display)}</span>
      <time dateTime={time.toISOString()}>{formatTimeWithZone(time, display)}</time>
    </button>
  );
}
