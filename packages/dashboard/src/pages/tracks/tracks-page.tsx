import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useCallback, useMemo } from "react";
import type { LogFilter } from "../../api/logbook/find-logs.ts";
import { type LogTrack, tracksQuestion } from "../../api/tracks/lines.ts";
import { type SailedLog, sailedLogsQuestion } from "../../api/tracks/sailed.ts";
import { filterAddress, narrows, readFilter, writeFilter } from "../../features/log-filter/view.ts";
import { ConnectLink } from "../../features/places/connect-link.tsx";
import { ChoiceForm } from "../../features/tracks/choice-form.tsx";
import { linesOf } from "../../features/tracks/found-tracks.ts";
import { LinesFigure } from "../../map/lines/lines-figure.tsx";
import { shadeOf } from "../../map/lines/shades.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { navigate, useQueryWords } from "../../routing/location.ts";
import { logPath, TIMELAPSE_PATH, TRACKS_PATH } from "../../routing/paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { nauticalMiles, spoken } from "../../units/quantity.ts";
import { SailedList } from "./sailed-list.tsx";
import { WatersCards } from "./waters-cards.tsx";
import { newestYear, YearsLegend, yearOf } from "./years.tsx";
import "./tracks-page.css";

/** Tolerance of lines: a pixel at the scale of a whole cruise. */
const TOLERANCE_M = 25;

function open(id: number): void {
  navigate(logPath(id));
}

/** The tracks of all logs that match a filter, on one map. */
export function TracksPage() {
  const display = useDisplay();
  const { t } = useLingui();
  const [filter, show] = useQueryWords(readFilter, writeFilter);
  const filterBy = useCallback((next: LogFilter) => show(next, "replace"), [show]);
  const { value: logs, storedAt, problem, refetch } = useAnswer(sailedLogsQuestion(filter));
  const ids = logs?.map(({ id }) => id);
  const { value: tracks } = useAnswer(
    tracksQuestion({
      ...linesOf(filter, ids),
      toleranceM: TOLERANCE_M,
      points: 2000,
    }),
  );
  const isAll = !narrows(filter);
  const miles = logs?.reduce((sum, log) => sum + (log.distanceNm ?? 0), 0) ?? 0;
  return (
    <Page
      title={t`All tracks`}
      sub={
        <span role="status">
          {logs === undefined ? (
            "…"
          ) : (
            <>
              <Plural value={logs.length} one="# log" other="# logs" />,{" "}
              {spoken(nauticalMiles(miles, display))}
            </>
          )}
        </span>
      }
      aside={
        <>
          <AsOf storedAt={storedAt} />
          <ButtonLink kind="quiet" icon="play" to={filterAddress(TIMELAPSE_PATH, filter)}>
            <Trans>Time-lapse</Trans>
          </ButtonLink>
        </>
      }
    >
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {logs?.length === 0 && isAll ? null : <ChoiceForm filter={filter} onFilter={filterBy} />}
      {logs?.length === 0 ? <NoTracks isAll={isAll} /> : null}
      {logs === undefined && problem === null ? <Skeleton height="60vh" count={1} /> : null}
      {logs === undefined || logs.length === 0 ? null : (
        <Tracks logs={logs} tracks={tracks} filterKey={filterAddress(TRACKS_PATH, filter)} />
      )}
      {logs === undefined || logs.length === 0 ? null : (
        <div className="tracks__more">
          <SailedList logs={logs} tracks={tracks} filter={filter} />
          <WatersCards filter={filter} />
        </div>
      )}
    </Page>
  );
}

function NoTracks({ isAll }: { readonly isAll: boolean }) {
  const { t } = useLingui();
  return isAll ? (
    <Empty icon="logs" title={t`No tracks yet`}>
      <p>
        <Trans>The first one appears after the first trip.</Trans>
      </p>
      <ConnectLink />
    </Empty>
  ) : (
    <Empty icon="search" title={t`No matching log`} />
  );
}

interface TracksProps {
  readonly logs: readonly SailedLog[];
  readonly tracks: readonly LogTrack[] | undefined;
  readonly filterKey: string;
}

function Tracks({ logs, tracks, filterKey }: TracksProps) {
  const { t } = useLingui();
  const lines = useMemo(() => {
    const newest = newestYear(logs);
    const found = new Set(logs.map(({ id }) => id));
    return (tracks ?? [])
      .filter(({ id }) => found.has(id))
      .map(({ id, started, points }) => ({
        id,
        points,
        shade: shadeOf(yearOf({ started }) ?? newest, newest),
      }));
  }, [logs, tracks]);
  const nameOf = useCallback(
    (id: number) => logs.find((log) => log.id === id)?.name ?? t`Log ${id}`,
    [logs, t],
  );
  return (
    <LinesFigure
      label={t`Map of all tracks, coloured by year. The list below has the same logs.`}
      lines={lines}
      fitKey={`${filterKey} ${lines.length > 0}`}
      onLine={open}
      nameOf={nameOf}
      caption={<YearsLegend logs={logs} />}
    />
  );
}
