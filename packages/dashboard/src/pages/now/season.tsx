import { Trans, useLingui } from "@lingui/react/macro";
import { monthTotalsQuestion } from "../../api/logbook/month-totals.ts";
import type { Speech } from "../../languages/speech.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { useNow } from "../../queries/use-now.ts";
import { Link } from "../../routing/link.tsx";
import { STATISTICS_PATH } from "../../routing/paths.ts";
import { Figure, Figures } from "../../ui/figures/figures.tsx";
import { Card } from "../../ui/page/card.tsx";
import { dateFormat } from "../../units/formatters.ts";
import { locale } from "../../units/locale.ts";
import { nauticalMiles, spoken } from "../../units/quantity.ts";

/** Initials of the months. */
function monthName(month: string, speech: Speech): string {
  return dateFormat(locale(speech), { month: "narrow", timeZone: "UTC" }).format(new Date(`${month}-01`));
}

/** This year's distance, in all and by month. */
export function Season() {
  const display = useDisplay();
  const { t } = useLingui();
  const year = useNow().getUTCFullYear();
  const { value: totals } = useAnswer(monthTotalsQuestion(`${year}-01`, `${year}-12`));
  const distance = (totals ?? []).reduce((sum, one) => sum + (one.distanceNm ?? 0), 0);
  const logs = (totals ?? []).reduce((sum, one) => sum + (one.logs ?? 0), 0);
  if (logs === 0) return null;
  const months = Array.from({ length: 12 }, (_, index) => {
    const month = `${year}-${String(index + 1).padStart(2, "0")}`;
    return { month, distanceNm: totals?.find((one) => one.month === month)?.distanceNm ?? 0 };
  });
  const most = Math.max(...months.map(({ distanceNm }) => distanceNm), 1);
  return (
    <Card
      title={t`Season ${year}`}
      action={
        <Link to={STATISTICS_PATH} className="now__all">
          <Trans>Statistics</Trans>
        </Link>
      }
    >
      <Figures label={t`Season ${year}`}>
        <Figure label={t`Sailed`} quantity={nauticalMiles(distance, display)} />
        <Figure label={t`Voyages`} quantity={{ figure: String(logs), unit: "" }} />
      </Figures>
      <ol className="season" aria-hidden="true">
        {months.map(({ month, distanceNm }) => (
          <li key={month} className="season__column" title={spoken(nauticalMiles(distanceNm, display))}>
            <span className="season__bar" style={{ height: `${(distanceNm / most) * 100}%` }} />
            <span className="season__month">{monthName(month, display)}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
