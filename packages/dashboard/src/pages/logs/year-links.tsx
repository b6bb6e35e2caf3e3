import { useLingui } from "@lingui/react/macro";
import { ALL_LOGS, logTotalsQuestion } from "../../api/logbook/find-logs.ts";
import { daysOfYear, type LogsView, writeView, yearOfDays } from "../../features/log-filter/view.ts";
import { useDisplayChoices } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { addressWith } from "../../routing/address.ts";
import { Link } from "../../routing/link.tsx";
import { LOGS_PATH } from "../../routing/paths.ts";
import { monthIn } from "../../units/instant.ts";

/** As many as a phone shows in two lines. */
const MOST = 10;

/** The newest years of the logbook, each a link to its logs; the chosen one leads back to all. */
export function YearLinks({ view }: { readonly view: LogsView }) {
  const { t } = useLingui();
  const { zone } = useDisplayChoices().account;
  const { value } = useAnswer(logTotalsQuestion(ALL_LOGS), 60);
  const [first, last] = [value?.first ?? null, value?.last ?? null];
  if (first === null || last === null) return null;
  const yearOf = (instant: Date) => Number(monthIn(instant, zone ?? "UTC").slice(0, 4));
  const years = Array.from(
    { length: Math.min(MOST, yearOf(last) - yearOf(first) + 1) },
    (_, back) => yearOf(last) - back,
  );
  if (years.length < 2) return null;
  const chosen = yearOfDays(view.filter);
  return (
    <nav aria-label={t`Years`}>
      <ul className="logs__years">
        {years.map((year) => (
          <li key={year}>
            <Link
              to={addressWith(
                LOGS_PATH,
                writeView({
                  ...view,
                  page: 1,
                  filter: {
                    ...view.filter,
                    ...(year === chosen ? { since: "", until: "" } : daysOfYear(year)),
                  },
                }),
              )}
              className="logs__year"
              aria-current={year === chosen ? "true" : undefined}
            >
              {year}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
