import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Statistics } from "../../api/statistics/statistics.ts";
import { statisticsQuestion } from "../../api/statistics/statistics.ts";
import { YearLinks } from "../../features/log-filter/year-links.tsx";
import { ConnectLink } from "../../features/places/connect-link.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { useLast } from "../../queries/use-last.ts";
import { addressWith } from "../../routing/address.ts";
import { useQueryWords } from "../../routing/location.ts";
import { STATISTICS_PATH } from "../../routing/paths.ts";
import { Button } from "../../ui/button.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { Badges } from "./badges.tsx";
import { ByMonth, ByTime } from "./by-time.tsx";
import { Calendar } from "./calendar.tsx";
import { Records } from "./records.tsx";
import { Places, Season, SeasonFacts } from "./season.tsx";
import { Spent } from "./spent.tsx";
import { TotalFigures } from "./total-figures.tsx";
import { Waters } from "./waters.tsx";
import { WindFigures } from "./winds.tsx";
import { YearReview } from "./year-review.tsx";
import { ByYear } from "./years.tsx";
import "./statistics-page.css";

function readYear(query: URLSearchParams): number | null {
  const year = query.get("year") ?? "";
  return /^\d{4}$/.test(year) ? Number(year) : null;
}

function writeYear(year: number | null): Readonly<Record<string, string | null>> {
  return { year: year?.toString() ?? null };
}

const addressOf = (year: number | null) => addressWith(STATISTICS_PATH, writeYear(year));

/** Statistics of a year, or of all. */
export function StatisticsPage() {
  const { t } = useLingui();
  const [year] = useQueryWords(readYear, writeYear);
  const { value, storedAt, problem, refetch } = useAnswer(statisticsQuestion(year));
  const statistics = useLast(value);
  const years = statistics?.years.map((one) => one.year) ?? [];
  const offered = [...new Set([...years, ...(year === null ? [] : [year])])].sort((a, b) => b - a);
  return (
    <Page
      title={t`Statistics`}
      sub={
        <span role="status">
          {statistics === undefined ? "…" : <Plural value={statistics.logs} one="# log" other="# logs" />}
        </span>
      }
      aside={<AsOf storedAt={storedAt} />}
    >
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {statistics === undefined && problem === null ? <Skeleton height="14rem" count={4} /> : null}
      {statistics === undefined ? null : statistics.years.length === 0 ? (
        <Empty icon="statistics" title={t`Nothing to count yet`}>
          <p>
            <Trans>Totals, records and badges come with the first log.</Trans>
          </p>
          <ConnectLink />
        </Empty>
      ) : (
        <>
          {offered.length < 2 && year === null ? null : (
            <YearLinks years={offered} chosen={year} addressOf={addressOf} />
          )}
          <Sheets statistics={statistics} year={year} />
        </>
      )}
    </Page>
  );
}

function Sheets({ statistics, year }: { readonly statistics: Statistics; readonly year: number | null }) {
  const [reviewed, setReviewed] = useState(false);
  const newest = statistics.years.at(-1)?.year ?? null;
  const reviewedYear = year ?? newest;
  return (
    <div className="statistics">
      <TotalFigures statistics={statistics} />
      {reviewedYear === null ? null : (
        <div>
          <Button icon="boat" onClick={() => setReviewed(true)}>
            <Trans>{reviewedYear} in review</Trans>
          </Button>
          {reviewed ? <YearReview year={reviewedYear} onClose={() => setReviewed(false)} /> : null}
        </div>
      )}
      <div className="statistics__pair">
        <Season statistics={statistics} year={year} />
        <ByMonth months={statistics.months} year={year} />
      </div>
      <SeasonFacts statistics={statistics} year={year} />
      <Spent statistics={statistics} year={year} />
      <WindFigures year={year} />
      <Calendar days={statistics.calendar} year={year ?? newest} />
      <Records records={statistics.records} year={year} />
      <div className="statistics__pair">
        <ByTime part="weekday" shares={statistics.weekdays} year={year} />
        <ByTime part="hour" shares={statistics.hours} year={year} />
      </div>
      <div className="statistics__pair">
        {statistics.years.length > 1 ? <ByYear years={statistics.years} /> : null}
        <Places places={statistics.places} />
      </div>
      <div className="statistics__pair">
        <Waters countries={statistics.countries} seas={statistics.seas} />
      </div>
      <Badges />
    </div>
  );
}
