import { useDisplay } from "../../preferences/display.tsx";
import { useNow } from "../../queries/use-now.ts";
import { formatAge } from "../../units/duration.ts";
import { ageSeconds, isFresh } from "../../units/freshness.ts";
import { percent, spoken } from "../../units/quantity.ts";

interface TankProps {
  readonly label: string;
  /** 0 to 1. */
  readonly level: number;
  readonly time: Date;
}

/** The level of a tank. */
export function Tank({ label, level, time }: TankProps) {
  const now = useNow();
  const display = useDisplay();
  const width = `${Math.min(100, Math.max(0, level * 100))}%`;
  return (
    <li className={isFresh(time, now) ? "tank" : "tank tank--old"}>
      <span className="tank__label">{label}</span>
      <span className="tank__level">{spoken(percent(level, display))}</span>
      <span className="tank__bar" aria-hidden="true">
        <span className="tank__fill" style={{ width }} />
      </span>
      <span className="tank__age">{formatAge(ageSeconds(time, now), display)}</span>
    </li>
  );
}
