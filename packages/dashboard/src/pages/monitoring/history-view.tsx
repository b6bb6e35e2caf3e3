import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { historyQuestion, type Span } from "../../api/boat/history.ts";
import { wordsOfKey } from "../../measurements/key.ts";
import { useKeyTitle } from "../../measurements/key-title.ts";
import { quantityOf, shownOf, unitOf } from "../../measurements/measure.ts";
import { AtThePointer } from "../../plots/pointer/at-the-pointer.tsx";
import { nearestSample } from "../../plots/pointer/nearest.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { useNow } from "../../queries/use-now.ts";
import { Link } from "../../routing/link.tsx";
import { MONITORING_PATH } from "../../routing/paths.ts";
import { Button } from "../../ui/button.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { Segmented } from "../../ui/form/segmented.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Card } from "../../ui/page/card.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { formatInstant, formatInstants } from "../../units/instant.ts";
import { spoken } from "../../units/quantity.ts";
import { HistoryTable } from "./history-table.tsx";
import { MappingCard } from "./mapping-card.tsx";
import { useThresholds } from "./thresholds.ts";

const HistoryPlot = lazy(() =>
  import("../../plots/history-plot.tsx").then((module) => ({ default: module.HistoryPlot })),
);

interface HistoryViewProps {
  /** A key, or the name of a monitored value. */
  readonly measured: string;
  readonly span: Span;
  readonly onSpan: (span: Span) => void;
}

const NONE: readonly number[] = [];
/** As many steps as fit on a screen. */
const STEPS = 500;
const REFRESH_SECONDS = 60;
const HOUR_MS = 3_600_000;
/** In longer spans one more minute is invisible. */
const MOVING_HOURS = 72;

/** A measurement's history: mean, minimum and maximum over the chosen span. */
export function HistoryView({ measured, span, onSpan }: HistoryViewProps) {
  const { t } = useLingui();
  const display = useDisplay();
  const now = useNow();
  const title = useKeyTitle()(measured);
  const { measure } = wordsOfKey(measured);
  const question = useMemo(() => historyQuestion([measured], span, STEPS), [measured, span]);
  const moving = span.until === null && span.hours <= MOVING_HOURS;
  const { value, storedAt, problem, refetch } = useAnswer(question, moving ? REFRESH_SECONDS : null);
  const thresholds = useThresholds(measured, measure);
  const [table, setTable] = useState(false);
  const [pointed, setPointed] = useState<number | null>(null);
  const times = value?.times ?? NONE;
  const point = useCallback((index: number) => setPointed(times[index] ?? null), [times]);
  const zoom = useCallback(
    (from: number, to: number) => {
      const hours = Math.max(1, Math.ceil((to - from) / 3600));
      onSpan({ hours, until: new Date(Math.round(Math.max(to, from + 3600)) * 1000) });
    },
    [onSpan],
  );
  const series = value?.series.get(measured);
  const shown = useMemo(() => {
    const inUnit = (values: readonly (number | null)[]) =>
      values.map((one) => (one === null ? null : shownOf(measure, one, display)));
    return series === undefined
      ? null
      : { average: inUnit(series.average), low: inUnit(series.low), high: inUnit(series.high) };
  }, [series, measure, display]);
  const figures = useMemo(() => {
    const known = (values: readonly (number | null)[] = []) => values.filter((one) => one !== null);
    const [average, low, high] = [known(series?.average), known(series?.low), known(series?.high)];
    if (average.length === 0) return null;
    return {
      mean: average.reduce((sum, one) => sum + one, 0) / average.length,
      low: low.reduce((a, b) => Math.min(a, b)),
      high: high.reduce((a, b) => Math.max(a, b)),
      last: average.at(-1) ?? null,
    };
  }, [series]);
  const words = (si: number | null) => spoken(quantityOf(measure, si, display));
  const spans: readonly (readonly [string, string])[] = [
    ["24", t`Day`],
    ["168", t`Week`],
    ["720", t`Month`],
    ["8760", t`Year`],
    ["43800", t`5 years`],
  ];
  const [first, last] = [times[0], times.at(-1)];
  const end = span.until ?? now;
  const period =
    first === undefined || last === undefined || value === undefined
      ? formatInstants(new Date(end.getTime() - span.hours * HOUR_MS), end, display)
      : formatInstants(new Date(first * 1000), new Date((last + value.step) * 1000), display);
  const sentence =
    figures === null
      ? ""
      : t`From ${words(figures.low)} to ${words(figures.high)}, ${words(figures.mean)} on average; last ${words(figures.last)}.`;
  const at = series === undefined ? null : nearestSample(times, series.average, pointed ?? last ?? 0);
  const atWords = at === null ? "" : formatInstant(new Date((times[at] ?? 0) * 1000), display);
  const atValues =
    at === null || series === undefined
      ? []
      : [
          { words: t`Mean`, value: words(series.average[at] ?? null) },
          { words: t`Lowest`, value: words(series.low[at] ?? null) },
          { words: t`Highest`, value: words(series.high[at] ?? null) },
        ];
  return (
    <Page
      title={title}
      sub={period}
      aside={<AsOf storedAt={storedAt} />}
      before={
        <Link className="history__back" to={MONITORING_PATH}>
          <Icon name="back" size={20} />
          <Trans>All measurements</Trans>
        </Link>
      }
    >
      <div className="history__spans">
        <Segmented
          legend={t`Time`}
          choices={spans}
          value={span.until === null ? String(span.hours) : ""}
          onChoose={(hours) => onSpan({ hours: Number(hours), until: null })}
        />
      </div>
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {value === undefined && problem === null ? <Skeleton height="24rem" /> : null}
      {value !== undefined && figures === null ? (
        <Empty icon="gauge" title={t`Nothing measured in this time`}>
          <p>
            <Trans>Choose a longer time.</Trans>
          </p>
        </Empty>
      ) : null}
      {shown === null || figures === null ? null : (
        <Card
          title={unitOf(measure, display) === "" ? title : `${title}, ${unitOf(measure, display)}`}
          action={
            <Button kind="quiet" icon="table" aria-pressed={table} onClick={() => setTable(!table)}>
              <Trans>Table</Trans>
            </Button>
          }
        >
          <p className="history__sentence">{sentence}</p>
          <AtThePointer head={atWords} values={atValues} />
          <Suspense fallback={<div className="history__plot" />}>
            <HistoryPlot
              title={title}
              label={`${title}. ${sentence}`}
              unit={unitOf(measure, display)}
              times={times}
              {...shown}
              thresholds={thresholds}
              onZoom={zoom}
              at={at ?? 0}
              words={[atWords, ...atValues.map((one) => `${one.words} ${one.value}`)].join(", ")}
              onPoint={point}
            />
          </Suspense>
          {thresholds.length === 0 ? null : (
            <ul className="history__thresholds" aria-label={t`Rules`}>
              {thresholds.map((one) => (
                <li key={one.words} className={one.urgent ? "history__threshold--urgent" : undefined}>
                  {one.words}
                </li>
              ))}
            </ul>
          )}
          <p className="history__hint">
            <Trans>
              The band lies between the lowest and the highest value. Drag across the plot to look closer.
            </Trans>
          </p>
          {table && series !== undefined ? (
            <HistoryTable times={times} series={series} measure={measure} title={title} />
          ) : null}
        </Card>
      )}
      <MappingCard measured={measured} />
    </Page>
  );
}
