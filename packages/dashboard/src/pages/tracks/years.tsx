import { Trans } from "@lingui/react/macro";
import type { SailedLog } from "../../api/tracks/sailed.ts";
import { SHADES, shadeOf } from "../../map/lines/shades.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { nauticalMiles, spoken } from "../../units/quantity.ts";
import "./years.css";

/** The year in which a log began, UTC; null if unknown. */
export function yearOf(log: Pick<SailedLog, "started">): number | null {
  return log.started?.getUTCFullYear() ?? null;
}

/** The newest year of some logs. */
export function newestYear(logs: readonly SailedLog[]): number {
  return logs.reduce((newest, log) => Math.max(newest, yearOf(log) ?? 0), 0);
}

/** A legend of the colours, with each year's distance. */
export function YearsLegend({ logs }: { readonly logs: readonly SailedLog[] }) {
  const display = useDisplay();
  const newest = newestYear(logs);
  const shades = SHADES.map((colour, shade) => {
    const own = logs.filter((log) => shadeOf(yearOf(log) ?? newest, newest) === shade);
    return {
      colour,
      shade,
      logs: own.length,
      miles: own.reduce((sum, log) => sum + (log.distanceNm ?? 0), 0),
    };
  }).filter(({ logs: some }) => some > 0);
  return (
    <ul className="years">
      {shades.map(({ colour, shade, miles }) => (
        <li key={colour}>
          <span className="years__line" style={{ background: `var(${colour})` }} aria-hidden="true" />
          {shade < SHADES.length - 1 ? newest - shade : <Trans>Before</Trans>}
          <span className="years__miles">{spoken(nauticalMiles(miles, display))}</span>
        </li>
      ))}
    </ul>
  );
}
