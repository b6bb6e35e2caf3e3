import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useCallback, useMemo } from "react";
import type { LogFilter } from "../../api/logbook/find-logs.ts";
import { tracksQuestion } from "../../api/tracks/lines.ts";
import { namesOfQuestion, namesQuestion } from "../../api/tracks/sailed.ts";
import { filterAddress, narrows } from "../../features/log-filter/view.ts";
import { ConnectLink } from "../../features/places/connect-link.tsx";
import { ChoiceForm } from "../../features/tracks/choice-form.tsx";
import { linesOf, onlyDays } from "../../features/tracks/found-tracks.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { Link } from "../../routing/link.tsx";
import { useQueryWords } from "../../routing/location.ts";
import { LOGS_PATH, TRACKS_PATH } from "../../routing/paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { formatDay } from "../../units/instant.ts";
import { passageOf } from "./passage.ts";
import { Player } from "./player.tsx";
import { readVoyages, writeVoyages } from "./voyages.ts";

const TOLERANCE_M = 30;
/** Points of all lines together, so that a season loads on a slow link; and the minimum to show a line's shape. */
const POINTS = 1500;
const FEWEST = 12;

/** A time-lapse of chosen voyages. */
export function TimelapsePage() {
  const { t } = useLingui();
  const display = useDisplay();
  const [voyages, setVoyages] = useQueryWords(readVoyages, writeVoyages);
  const { filter } = voyages;
  const filterBy = useCallback(
    (next: LogFilter) => setVoyages({ filter: next, logs: [] }, "replace"),
    [setVoyages],
  );
  const chosen = voyages.logs.length > 0;
  const named = useAnswer(chosen ? namesOfQuestion(voyages.logs) : namesQuestion(filter));
  const logs = named.value;
  const count = Math.max(1, chosen ? voyages.logs.length : (logs?.length ?? 1));
  const lines = useAnswer(
    tracksQuestion({
      ...(chosen
        ? { ids: voyages.logs }
        : linesOf(
            filter,
            logs?.map(({ id }) => id),
          )),
      toleranceM: TOLERANCE_M,
      points: Math.max(FEWEST, Math.floor(POINTS / count)),
      timed: true,
    }),
    null,
    chosen || logs !== undefined,
  );
  const { value, storedAt } = lines;
  const [problem, refetch] =
    chosen || named.problem === null ? [lines.problem, lines.refetch] : [named.problem, named.refetch];
  // A request by days may return more logs.
  const found = useMemo(
    () => (chosen || onlyDays(filter) ? null : new Set(logs?.map(({ id }) => id))),
    [chosen, filter, logs],
  );
  const passage = useMemo(
    () => passageOf((value ?? []).filter(({ id }) => found === null || found.has(id))),
    [value, found],
  );
  const [first, last] = [passage.legs[0]?.track.points[0], passage.legs.at(-1)?.track.points.at(-1)];
  const nothing = value !== undefined && passage.legs.length === 0;
  const isAll = !chosen && !narrows(filter);
  return (
    <Page
      title={t`Time-lapse`}
      sub={
        <span role="status">
          {value === undefined ? "…" : <Plural value={passage.legs.length} one="# log" other="# logs" />}
          {first === undefined || last === undefined
            ? ""
            : `, ${formatDay(new Date(first.time), display)} – ${formatDay(new Date(last.time), display)}`}
        </span>
      }
      aside={
        <>
          <AsOf storedAt={storedAt} />
          <ButtonLink
            kind="quiet"
            icon="layers"
            to={chosen ? TRACKS_PATH : filterAddress(TRACKS_PATH, filter)}
          >
            <Trans>All tracks</Trans>
          </ButtonLink>
        </>
      }
    >
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {nothing && isAll ? (
        <Empty icon="play" title={t`Nothing to play yet`}>
          <p>
            <Trans>After the first trip you can watch the boat sail it again, days in a minute.</Trans>
          </p>
          <ConnectLink />
        </Empty>
      ) : null}
      {nothing && !isAll ? (
        <Empty icon="play" title={t`Nothing to play`}>
          <p>
            <Trans>
              No finished log has a track then. <Link to={LOGS_PATH}>Choose some in the logbook.</Link>
            </Trans>
          </p>
        </Empty>
      ) : null}
      {value === undefined && problem === null ? <Skeleton height="60vh" count={1} /> : null}
      {passage.legs.length === 0 ? null : (
        <Player key={JSON.stringify(writeVoyages(voyages))} passage={passage} logs={logs ?? []} />
      )}
      {chosen || (nothing && isAll) || (value === undefined && problem === null) ? null : (
        <ChoiceForm filter={filter} onFilter={filterBy} />
      )}
    </Page>
  );
}
