import { useLingui } from "@lingui/react/macro";
import type { LogTotals } from "../../api/logbook/find-logs.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { Figure, Figures } from "../../ui/figures/figures.tsx";
import { durationParts } from "../../units/duration.ts";
import { nauticalMiles, spoken } from "../../units/quantity.ts";

interface LogTotalsStripProps {
  /** Undefined while loading; the space is reserved. */
  readonly totals: LogTotals | undefined;
}

/** The totals of all logs that match the filter, on every page. */
export function LogTotalsStrip({ totals }: LogTotalsStripProps) {
  const display = useDisplay();
  const { t } = useLingui();
  const sum = (value: number | null | undefined) => (totals === undefined ? null : (value ?? 0));
  const notRecorded = spoken(nauticalMiles(totals?.notRecordedNm ?? 0, display));
  return (
    <div className="logs__totals">
      <Figures label={t`Totals`}>
        <Figure
          label={t`Distance`}
          quantity={nauticalMiles(sum(totals?.distanceNm), display)}
          note={totals?.notRecordedNm == null ? null : t`${notRecorded} of it not recorded`}
        />
        <Figure label={t`Time under way`} quantity={durationParts(sum(totals?.durationSeconds))} />
        <Figure label={t`Under sail`} quantity={nauticalMiles(sum(totals?.sailingNm), display)} />
        <Figure label={t`Under engine`} quantity={nauticalMiles(sum(totals?.motoringNm), display)} />
      </Figures>
    </div>
  );
}
