import { Trans, useLingui } from "@lingui/react/macro";
import { sectionsQuestion } from "../../api/public/boat.ts";
import { publicLogQuestion } from "../../api/public/logs.ts";
import { BackLink } from "../../features/places/back-link.tsx";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { publicBoatPath } from "../../routing/paths.ts";
import { Figure, Figures } from "../../ui/figures/figures.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { durationParts } from "../../units/duration.ts";
import { formatInstants } from "../../units/instant.ts";
import { knots, nauticalMiles } from "../../units/quantity.ts";
import { NothingPublic } from "./nothing-public.tsx";
import { PublicPage } from "./public-page.tsx";
import { TrackPlayer } from "./track-player.tsx";

/** A boat's public log page. */
export function PublicLogPage({ boat, id }: { readonly boat: string; readonly id: number }) {
  const { t } = useLingui();
  const display = useDisplay();
  const { value: log, problem, refetch } = useAnswer(publicLogQuestion(boat, id));
  const { value: sections } = useAnswer(sectionsQuestion(boat));
  if (log === null || problem?.status === 404) return <NothingPublic boat={sections == null ? null : boat} />;
  return (
    <PublicPage
      key={log === undefined ? "waiting" : "there"}
      title={log?.name ?? boat}
      before={sections == null ? undefined : <BackLink to={publicBoatPath(boat)}>{boat}</BackLink>}
      sub={log?.started == null || log.ended === null ? "" : formatInstants(log.started, log.ended, display)}
    >
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {log === undefined ? <Skeleton height="24rem" /> : null}
      {log === undefined ? null : (
        <>
          <Figures label={t`The log in numbers`}>
            <Figure label={t`Distance`} quantity={nauticalMiles(log.distanceNm, display)} />
            <Figure label={t`Duration`} quantity={durationParts(log.durationSeconds)} />
            <Figure label={t`Average speed`} quantity={knots(log.avgSpeed, display)} />
            <Figure label={t`Top speed`} quantity={knots(log.maxSpeed, display)} />
            <Figure
              label={t`Strongest wind`}
              quantity={knots(log.maxWindSpeed, display)}
              note={t`apparent`}
            />
          </Figures>
          {log.track.length < 2 ? (
            <p>
              <Trans>There is no track to be seen: near home it is not shown.</Trans>
            </p>
          ) : (
            <TrackPlayer label={t`Chart with the track`} fitKey={`log ${log.id}`} track={log.track} />
          )}
          {log.notes === null ? null : <p className="public__notes">{log.notes}</p>}
        </>
      )}
    </PublicPage>
  );
}
