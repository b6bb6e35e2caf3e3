import { useLingui } from "@lingui/react/macro";
import type { LogLine } from "../../../api/logs/logs.ts";
import { useDisplay } from "../../../preferences/display.tsx";
import { formatDuration } from "../../../units/duration.ts";
import { formatInstants } from "../../../units/instant.ts";
import { nauticalMiles, spoken } from "../../../units/quantity.ts";
import type { Part } from "./parts.ts";

interface PartWords {
  /** `Thu 30 Jul 2026, 05:45 – 12:10 UTC: 11.2 NM in 6 h 25 min`. */
  readonly ofPart: (part: Part) => string;
  /** The same, preceded by the log's name. */
  readonly ofLog: (log: LogLine) => string;
}

/** Describes logs and parts of them in previews. */
export function usePartWords(): PartWords {
  const { t } = useLingui();
  const display = useDisplay();
  const ofPart = ({ from, to, miles }: Part) => {
    const [times, length] = [formatInstants(from, to, display), formatDuration((+to - +from) / 1000)];
    const distance = spoken(nauticalMiles(miles, display));
    return miles === null ? t`${times}: ${length}` : t`${times}: ${distance} in ${length}`;
  };
  const ofLog = (log: LogLine) => {
    const name = log.name ?? t`Log ${log.id}`;
    if (log.started === null || log.ended === null) return name;
    const part = ofPart({ from: log.started, to: log.ended, miles: log.distanceNm });
    return t`${name}, ${part}`;
  };
  return { ofPart, ofLog };
}
