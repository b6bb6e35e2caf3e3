import { Trans, useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import {
  type Line,
  positionQuestion,
  sectionsQuestion,
  totalsQuestion,
  tracksQuestion,
} from "../../api/public/boat.ts";
import { publicLogsQuestion } from "../../api/public/logs.ts";
import { ChartFigure } from "../../map/chart-figure.tsx";
import type { TrackStep, Unrecorded } from "../../map/track-lines.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { useNow } from "../../queries/use-now.ts";
import { Link } from "../../routing/link.tsx";
import { publicLogPath } from "../../routing/paths.ts";
import { Figure, Figures } from "../../ui/figures/figures.tsx";
import { Card } from "../../ui/page/card.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { knotsOfMetresPerSecond } from "../../units/convert.ts";
import { durationParts, formatAge, formatDuration } from "../../units/duration.ts";
import { ageSeconds } from "../../units/freshness.ts";
import { formatInstants } from "../../units/instant.ts";
import { formatLatitude, formatLongitude } from "../../units/position.ts";
import { knots, metres, nauticalMiles, spoken } from "../../units/quantity.ts";
import { NothingPublic } from "./nothing-public.tsx";
import { TrackPlayer } from "./track-player.tsx";
import "../../ui/page/rows.css";
import { PublicPage } from "./public-page.tsx";

interface OfBoat {
  readonly boat: string;
}

/** A boat's public page. */
export function PublicBoatPage({ boat }: { readonly boat: string }) {
  const { t } = useLingui();
  const { value: sections, problem, refetch } = useAnswer(sectionsQuestion(boat));
  if (sections === null) return <NothingPublic boat={null} />;
  const shows = (section: string) => sections?.includes(section) === true;
  return (
    <PublicPage title={boat} sub={t`The public logbook of a boat`}>
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {sections === undefined && problem === null ? <Skeleton height="24rem" /> : null}
      {shows("public_monitoring") ? <Whereabouts boat={boat} /> : null}
      {shows("public_stats") ? <Totals boat={boat} /> : null}
      {shows("public_timelapse") ? <Tracks boat={boat} /> : null}
      {shows("public_logs_list") ? <Logs boat={boat} linked={shows("public_logs")} /> : null}
      {shows("public_logs") && !shows("public_logs_list") ? (
        <p>
          <Trans>Each of its logs can be seen by anyone with the link.</Trans>
        </p>
      ) : null}
    </PublicPage>
  );
}

/** Poll interval of the position, in seconds. */
const LOOKS = 60;

function Whereabouts({ boat }: OfBoat) {
  const display = useDisplay();
  const { t } = useLingui();
  const now = useNow();
  const { value: newest, problem, refetch } = useAnswer(positionQuestion(boat), LOOKS);
  const place = newest?.place ?? null;
  const words =
    place === null ? "" : `${formatLatitude(place.latitude)}  ${formatLongitude(place.longitude)}`;
  const marks = useMemo(
    () =>
      place === null
        ? []
        : [
            {
              ...place,
              id: "boat",
              kind: "boat" as const,
              label: words,
              heading: newest?.cogDegrees ?? null,
            },
          ],
    [place, words, newest],
  );
  const wind = newest?.windSpeed == null ? null : knotsOfMetresPerSecond(newest.windSpeed);
  const age = newest?.time == null ? "" : formatAge(ageSeconds(newest.time, now), display);
  return (
    <Card title={t`Where she is`}>
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {newest === undefined && problem === null ? <Skeleton height="20rem" /> : null}
      {newest === null ? (
        <p>
          <Trans>The boat has not been heard from yet.</Trans>
        </p>
      ) : null}
      {newest != null && place === null ? (
        <p>
          <Trans>She is at home, or has sent no position.</Trans> {age}
        </p>
      ) : null}
      {place === null ? null : (
        <ChartFigure
          label={t`Chart with the boat at ${words}`}
          marks={marks}
          fitKey="boat"
          caption={`${words} · ${age}`}
        />
      )}
      {newest == null ? null : (
        <Figures label={t`Newest values`}>
          <Figure label={t`Speed`} quantity={knots(newest.sogKnots, display)} />
          <Figure label={t`Wind`} quantity={knots(wind, display)} />
          <Figure label={t`Depth`} quantity={metres(newest.depth, display)} />
        </Figures>
      )}
    </Card>
  );
}

function Totals({ boat }: OfBoat) {
  const display = useDisplay();
  const { t } = useLingui();
  const { value: totals, problem, refetch } = useAnswer(totalsQuestion(boat));
  return (
    <Card title={t`Statistics`}>
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {totals == null ? (
        <Skeleton height="6rem" />
      ) : (
        <Figures label={t`Totals`}>
          <Figure label={t`Logs`} quantity={{ figure: String(totals.logs ?? 0), unit: "" }} />
          <Figure label={t`Distance`} quantity={nauticalMiles(totals.distanceNm, display)} />
          <Figure label={t`Under way`} quantity={durationParts(totals.underwaySeconds)} />
          <Figure label={t`Top speed`} quantity={knots(totals.maxSpeed, display)} />
        </Figures>
      )}
    </Card>
  );
}

/** Joins all lines into one track, with gaps between them. A point takes a second. */
function joined(lines: readonly Line[]): { track: readonly TrackStep[]; unrecorded: readonly Unrecorded[] } {
  const track: TrackStep[] = [];
  const unrecorded: Unrecorded[] = [];
  for (const line of lines) {
    const before = track.at(-1)?.time;
    for (const [longitude, latitude] of line) {
      track.push({ time: new Date(track.length * 1000), longitude, latitude, sogKnots: null });
    }
    if (before !== undefined) unrecorded.push({ from: before, to: new Date(before.getTime() + 1000) });
  }
  return { track, unrecorded };
}

function Tracks({ boat }: OfBoat) {
  const { t } = useLingui();
  const { value: lines, problem, refetch } = useAnswer(tracksQuestion(boat));
  const whole = useMemo(() => joined(lines ?? []), [lines]);
  return (
    <Card title={t`Time-lapse`}>
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {lines === undefined && problem === null ? <Skeleton height="20rem" /> : null}
      {lines === undefined ? null : whole.track.length === 0 ? (
        <p>
          <Trans>There is no track to be seen yet.</Trans>
        </p>
      ) : (
        <TrackPlayer label={t`Chart with the tracks of all logs`} fitKey="all" {...whole} />
      )}
    </Card>
  );
}

function Logs({ boat, linked }: OfBoat & { readonly linked: boolean }) {
  const { t } = useLingui();
  const display = useDisplay();
  const { value: logs, problem, refetch } = useAnswer(publicLogsQuestion(boat));
  return (
    <Card title={t`Logs`}>
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {logs === undefined && problem === null ? <Skeleton height="12rem" /> : null}
      {logs?.length === 0 ? (
        <p>
          <Trans>There are no logs yet.</Trans>
        </p>
      ) : null}
      <ul aria-label={t`Logs`}>
        {logs?.map((log) => {
          const words = (
            <>
              <span className="row__words">
                <span className="row__title">{log.name ?? t`A voyage`}</span>
                <span className="row__sub">
                  {log.started === null || log.ended === null
                    ? ""
                    : formatInstants(log.started, log.ended, display)}
                </span>
              </span>
              <span className="row__numbers">
                <span className="row__main">{spoken(nauticalMiles(log.distanceNm, display))}</span>
                <span className="row__side">
                  {log.durationSeconds === null ? "" : formatDuration(log.durationSeconds)}
                </span>
              </span>
            </>
          );
          return (
            <li key={log.id}>
              {linked ? (
                <Link to={publicLogPath(boat, log.id)} className="row">
                  {words}
                </Link>
              ) : (
                <div className="row">{words}</div>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
