import { Trans, useLingui } from "@lingui/react/macro";
import { useCallback } from "react";
import * as z from "zod/mini";
import { editMoorage, type MoorageOfPage, moorageQuestion, swingQuestion } from "../../api/places/moorage.ts";
import { type Moorage, mooragesQuestion } from "../../api/places/moorages.ts";
import type { MoorageWords } from "../../api/places/place-words.ts";
import type { ApiProblem } from "../../api/problem.ts";
import { BackLink } from "../../features/places/back-link.tsx";
import { NotKept } from "../../features/places/not-kept.tsx";
import { PlaceFields, placeShape } from "../../features/places/place-fields.tsx";
import type { Sentence } from "../../forms/schema.ts";
import { ChartFigure } from "../../map/chart-figure.tsx";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { useEdit } from "../../queries/use-edit.ts";
import { navigate } from "../../routing/location.ts";
import { MOORAGES_PATH, mooragePath } from "../../routing/paths.ts";
import { placeName } from "../../server-messages/translated.ts";
import { Switch } from "../../ui/choices/switch.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { STAY_TYPES } from "../../ui/figures/stay-type.tsx";
import { Card } from "../../ui/page/card.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { countryName } from "../../units/country.ts";
import { formatLatitude, formatLongitude } from "../../units/position.ts";
import { LogsHere } from "./logs-here.tsx";
import { MoorageFigures } from "./moorage-figures.tsx";
import { useMoorageMarks } from "./moorage-marks.ts";
import { RadiusField, radiusOf } from "./radius-field.tsx";
import { Visits } from "./visits.tsx";
import "../../features/places/places.css";

const moorageFields = (t: Sentence) =>
  z.object({ ...placeShape(t), home: z.exactOptional(z.boolean()), radius: z.exactOptional(radiusOf(t)) });

function wordsOf({ name, stayCode, home, radius, notes }: MoorageOfPage): MoorageWords {
  return { name, stayCode, home, radius, notes };
}

/** A moorage: place, notes, visits, and the logs from and to it. */
export function MooragePage({ id }: { readonly id: number }) {
  const { t, i18n } = useLingui();
  const display = useDisplay();
  const { value: moorage, storedAt, problem, refetch } = useAnswer(moorageQuestion(id), 60);
  const swing = useAnswer(swingQuestion(id));
  const { value: all, storedAt: listStoredAt } = useAnswer(mooragesQuestion);
  const listed = all?.find((one) => one.id === id);
  const back = (
    <BackLink to={MOORAGES_PATH}>
      <Trans>Moorages</Trans>
    </BackLink>
  );
  if (moorage === null) {
    return (
      <Page title={t`Moorage ${id}`} before={back}>
        <Empty icon="pin" title={t`There is no moorage ${id}`}>
          <p>
            <Trans>It may have been deleted, or belong to another boat.</Trans>
          </p>
        </Empty>
      </Page>
    );
  }
  const known = moorage ?? listed;
  const place =
    known === undefined
      ? ["…"]
      : [
          countryName(known.country, i18n.locale),
          known.latitude === null || known.longitude === null
            ? null
            : `${formatLatitude(known.latitude)} ${formatLongitude(known.longitude)}`,
        ];
  // The swing stands above the rest, which must not move once it can be read.
  const waits =
    problem === null && (moorage === undefined || (swing.value === undefined && swing.problem === null));
  // Show the list's facts when the rest is not cached on this device.
  const rest = moorage === undefined && listed !== undefined ? problem : null;
  return (
    <Page
      title={(moorage === undefined ? listed?.name : placeName(moorage.name, display)) || t`Moorage ${id}`}
      sub={place.filter((part) => part !== null).join(", ")}
      aside={<AsOf storedAt={rest === null ? storedAt : listStoredAt} />}
      before={back}
    >
      {problem === null || rest !== null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {waits ? <Skeleton height="26rem" /> : null}
      {moorage === undefined || waits ? null : <MoorageView moorage={moorage} />}
      {rest === null || listed === undefined ? null : (
        <ListedMoorage moorage={listed} rest={rest} onRetry={refetch} />
      )}
    </Page>
  );
}

/** A moorage as far as the list knows it. */
function ListedMoorage({
  moorage,
  rest,
  onRetry,
}: {
  readonly moorage: Moorage;
  /** Why the rest is missing. */
  readonly rest: ApiProblem;
  readonly onRetry: () => void;
}) {
  const { t } = useLingui();
  const { id, visits, totalStaySeconds, stayCode } = moorage;
  return (
    <div className="places">
      <div className="places__column">
        <MoorageChart id={id} />
        <Card title={t`What you know of it`}>
          {stayCode === 1 ? null : <p>{t(STAY_TYPES[stayCode])}</p>}
          <NotKept problem={rest} onRetry={onRetry} />
        </Card>
      </div>
      <div className="places__column">
        <MoorageFigures
          id={id}
          visits={visits ?? 0}
          totalSeconds={totalStaySeconds}
          firstSeen={null}
          lastSeen={null}
        />
        <Visits moorageId={id} />
        <LogsHere moorageId={id} />
      </div>
    </div>
  );
}

/** A moorage among its neighbours, with links to their pages. */
function MoorageChart({ id }: { readonly id: number }) {
  const { t } = useLingui();
  const { value: neighbours } = useAnswer(mooragesQuestion);
  const marks = useMoorageMarks(neighbours, id);
  const go = useCallback((other: string) => navigate(mooragePath(Number(other))), []);
  return (
    <ChartFigure
      label={t`Chart of the moorage`}
      marks={marks}
      fitKey={`moorage ${id} ${marks.length > 0}`}
      onMark={go}
    />
  );
}

function MoorageView({ moorage }: { readonly moorage: MoorageOfPage }) {
  const { t } = useLingui();
  const { id } = moorage;
  const edit = useEdit<MoorageOfPage, MoorageWords>(moorageQuestion(id), moorage, {
    name: `moorage ${id}`,
    wordsOf,
    schema: moorageFields,
    withWords: (value, words) => ({ ...value, ...words }),
    send: (change, version) => editMoorage(id, change, version),
  });
  return (
    <div className="places">
      <div className="places__column">
        {moorage.latitude === null || moorage.longitude === null ? null : <MoorageChart id={id} />}
        <PlaceFields
          title={t`What you know of it`}
          hint={t`Depth, holding, shelter, where the water tap is: what you want to know next time.`}
          edit={edit}
        >
          <Switch label={t`Home port`} on={edit.words.home} onSwitch={(home) => edit.write({ home })} />
          <RadiusField
            radius={edit.words.radius}
            problem={edit.faultOf("radius")}
            onRadius={(radius) => edit.write({ radius })}
          />
        </PlaceFields>
      </div>
      <div className="places__column">
        <MoorageFigures {...moorage} />
        <Visits moorageId={id} />
        <LogsHere moorageId={id} />
      </div>
    </div>
  );
}
