import { useLingui } from "@lingui/react/macro";
import type { Statistics } from "../../api/statistics/statistics.ts";
import { PartsBar } from "../../plots/figures/parts-bar.tsx";
import { ToldGraph } from "../../plots/figures/told-graph.tsx";
import { useDisplay } from "../../preferences/display.tsx";
import { formatDuration } from "../../units/duration.ts";
import { nauticalMiles, percent, spoken } from "../../units/quantity.ts";
import { LogsLink } from "./season.tsx";

interface SpentProps {
  readonly statistics: Statistics;
  readonly year: number | null;
}

/** Time under sail, under engine, and in each kind of stay. */
export function Spent({ statistics, year }: SpentProps) {
  const display = useDisplay();
  const { t } = useLingui();
  const lain = (code: number) => statistics.stays.find((stay) => stay.code === code)?.seconds ?? 0;
  const [sailing, motoring] = [statistics.sailingSeconds ?? 0, statistics.motoringSeconds ?? 0];
  const underWay = statistics.seconds ?? 0;
  const nm = (value: number | null) => (value === null ? "" : spoken(nauticalMiles(value, display)));
  const ways = [
    { key: "sail", label: t`Under sail`, value: sailing, distance: nm(statistics.sailingNm) },
    { key: "motor", label: t`Under engine`, value: motoring, distance: nm(statistics.motoringNm) },
    { key: "anchor", label: t`At anchor`, value: lain(2), distance: "" },
    { key: "buoy", label: t`At a mooring buoy`, value: lain(3), distance: "" },
    { key: "dock", label: t`At a dock`, value: lain(4), distance: "" },
    {
      key: "way",
      label: t`Under way, sail or engine unknown`,
      value: Math.max(0, underWay - sailing - motoring),
      distance: "",
    },
    { key: "still", label: t`Stopped, type unknown`, value: lain(1), distance: "" },
  ];
  const parts = ways
    .map((part, tone) => ({ ...part, tone, words: formatDuration(part.value) }))
    .filter(({ value }) => value >= 60);
  const whole = parts.reduce((sum, { value }) => sum + value, 0);
  if (whole === 0) return null;
  const [moving, anchored] = [
    spoken(percent(underWay / whole, display)),
    spoken(percent(lain(2) / whole, display)),
  ];
  return (
    <ToldGraph
      title={t`How the time was spent`}
      sentence={
        year === null
          ? t`Under way ${moving} of the time recorded, at anchor ${anchored}.`
          : t`${year}: under way ${moving} of the time recorded, at anchor ${anchored}.`
      }
      below={<LogsLink year={year} />}
      columns={[t`Way`, t`Time`, t`Part of the time`, t`Distance`]}
      rows={() =>
        parts.map(({ label, words, value, distance }) => [
          label,
          words,
          spoken(percent(value / whole, display)),
          distance,
        ])
      }
    >
      <PartsBar parts={parts} />
    </ToldGraph>
  );
}
