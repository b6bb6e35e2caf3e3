import { useLingui } from "@lingui/react/macro";
import type { Statistics } from "../../api/statistics/statistics.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { Figure, Figures } from "../../ui/figures/figures.tsx";
import { durationParts } from "../../units/duration.ts";
import { knots, nauticalMiles, spoken } from "../../units/quantity.ts";

/** The totals of the selected period. */
export function TotalFigures({ statistics }: { readonly statistics: Statistics }) {
  const display = useDisplay();
  const { t } = useLingui();
  const { distanceNm, notRecordedNm, seconds, days, logs, records } = statistics;
  const notRecorded = spoken(nauticalMiles(notRecordedNm ?? 0, display));
  const average = distanceNm === null || logs === 0 ? null : distanceNm / logs;
  return (
    <Figures label={t`Totals`}>
      <Figure
        label={t`Distance`}
        quantity={nauticalMiles(distanceNm ?? 0, display)}
        note={notRecordedNm === null ? null : t`${notRecorded} of it not recorded`}
      />
      <Figure label={t`Time under way`} quantity={durationParts(seconds ?? 0)} />
      <Figure label={t`Sailing days`} quantity={{ figure: String(days), unit: "d" }} />
      <Figure label={t`Mean log`} quantity={nauticalMiles(average, display)} />
      <Figure label={t`Fastest`} quantity={knots(records.max_speed[0]?.value ?? null, display)} />
      <Figure label={t`Strongest wind`} quantity={knots(records.max_wind_speed[0]?.value ?? null, display)} />
    </Figures>
  );
}
