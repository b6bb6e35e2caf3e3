import { Trans, useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import * as z from "zod/mini";
import { logFromStayQuestion, logToStayQuestion } from "../../api/places/logs-beside.ts";
import { moorageQuestion } from "../../api/places/moorage.ts";
import type { StayWords } from "../../api/places/place-words.ts";
import { editStay, type StayOfPage, stayQuestion } from "../../api/places/stay.ts";
import { BackLink } from "../../features/places/back-link.tsx";
import { PlaceFields, placeShape } from "../../features/places/place-fields.tsx";
import { LogLink, PlaceLink } from "../../features/places/place-links.tsx";
import { useStayTimes } from "../../features/stays/stay-times.ts";
import type { Sentence } from "../../forms/schema.ts";
import { ChartFigure } from "../../map/chart-figure.tsx";
import type { Mark } from "../../map/mark.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { useEdit } from "../../queries/use-edit.ts";
import { mooragePath, STAYS_PATH } from "../../routing/paths.ts";
import { placeName } from "../../server-messages/translated.ts";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { STAY_TYPES } from "../../ui/figures/stay-type.tsx";
import { Card } from "../../ui/page/card.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { countryName } from "../../units/country.ts";
import { formatDay } from "../../units/instant.ts";
import { StayFacts } from "./stay-facts.tsx";
import "../../features/places/places.css";

const stayFields = (t: Sentence) => z.object(placeShape(t));

function wordsOf({ name, stayCode, notes }: StayOfPage): StayWords {
  return { name, stayCode, notes };
}

/** A stay: place, times, notes and related logs. */
export function StayPage({ id }: { readonly id: number }) {
  const { t } = useLingui();
  const times = useStayTimes();
  const display = useDisplay();
  const { value: stay, storedAt, problem, refetch } = useAnswer(stayQuestion(id), 60);
  const back = (
    <BackLink to={STAYS_PATH}>
      <Trans>Stays</Trans>
    </BackLink>
  );
  if (stay === null) {
    return (
      <Page title={t`Stay ${id}`} before={back}>
        <Empty icon="anchor" title={t`There is no stay ${id}`}>
          <p>
            <Trans>It may have been joined with another, or belong to another boat.</Trans>
          </p>
        </Empty>
      </Page>
    );
  }
  const title = placeName(stay?.name ?? "", display) || t`Stay ${id}`;
  const arrived = stay?.arrived ?? null;
  return (
    <Page
      title={title}
      // Distinguishes stays at one place in the browser's history, and from the place itself.
      {...(arrived === null ? {} : { tabTitle: `${title}, ${formatDay(arrived, display)}` })}
      sub={stay === undefined ? "…" : times(stay)}
      aside={<AsOf storedAt={storedAt} />}
      before={back}
    >
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {stay === undefined && problem === null ? <Skeleton height="26rem" /> : null}
      {stay === undefined ? null : <StayView stay={stay} />}
    </Page>
  );
}

function StayView({ stay }: { readonly stay: StayOfPage }) {
  const { t } = useLingui();
  const { id, name, latitude, longitude } = stay;
  const edit = useEdit<StayOfPage, StayWords>(stayQuestion(id), stay, {
    name: `stay ${id}`,
    wordsOf,
    schema: stayFields,
    withWords: (value, words) => ({ ...value, ...words }),
    send: (change, version) => editStay(id, change, version),
  });
  const marks = useMemo(
    (): readonly Mark[] =>
      latitude === null || longitude === null
        ? []
        : [{ id: String(id), kind: "place", latitude, longitude, label: name, selected: true }],
    [id, name, latitude, longitude],
  );
  return (
    <div className="places">
      <div className="places__column">
        {marks.length === 0 ? null : (
          <ChartFigure label={t`Chart of the stay`} marks={marks} fitKey={`stay ${id}`} />
        )}
        <PlaceFields
          title={t`What you know of it`}
          hint={t`Holding, shelter, berth, whom you met: whatever you want to remember.`}
          edit={edit}
        />
      </div>
      <div className="places__column">
        <StayFacts stay={stay} />
        <Belongings stay={stay} />
      </div>
    </div>
  );
}

/** The logs before and after a stay, and its moorage. */
function Belongings({ stay }: { readonly stay: StayOfPage }) {
  const { t } = useLingui();
  const display = useDisplay();
  // No log is as old as this: a stay without times has no neighbours.
  const { value: before, problem: unknownBefore } = useAnswer(logToStayQuestion(stay.arrived ?? new Date(0)));
  const { value: after, problem: unknownAfter } = useAnswer(logFromStayQuestion(stay.departed));
  const { value: moorage } = useAnswer(moorageQuestion(stay.moorageId ?? 0));
  const sub =
    moorage == null
      ? ""
      : [
          moorage.stayCode === 1 ? null : t(STAY_TYPES[moorage.stayCode]),
          countryName(moorage.country, display.language),
        ]
          .filter((part) => part !== null)
          .join(", ");
  return (
    <Card title={t`Before and after`}>
      {before === undefined ? (
        unknownBefore === null && <Skeleton height="3.5rem" />
      ) : before === null ? (
        <p className="places__quiet">
          <Trans>No log leads here.</Trans>
        </p>
      ) : (
        <LogLink log={before} relation={t`The log before`} />
      )}
      {after === undefined ? (
        unknownAfter === null && <Skeleton height="3.5rem" />
      ) : after === null ? (
        <p className="places__quiet">
          {stay.departed === null ? (
            <Trans>The boat is still here.</Trans>
          ) : (
            <Trans>No log leads on from here.</Trans>
          )}
        </p>
      ) : (
        <LogLink log={after} relation={t`The log after`} />
      )}
      {moorage == null ? null : (
        <PlaceLink
          to={mooragePath(moorage.id)}
          icon="pin"
          relation={t`The moorage`}
          title={placeName(moorage.name, display)}
          sub={sub}
        />
      )}
    </Card>
  );
}
