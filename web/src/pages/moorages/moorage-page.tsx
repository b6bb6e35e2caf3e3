import { Trans, useLingui } from "@lingui/react/macro";
import { useCallback } from "react";
import {
  editMoorage,
  type MoorageOfPage,
  type MoorageWords,
  moorageQuestion,
  swingQuestion,
} from "../../api/places/moorage.ts";
import { mooragesQuestion } from "../../api/places/moorages.ts";
import { ChartFigure } from "../../map/chart-figure.tsx";
import { useOnline } from "../../offline/connectivity.ts";
import { useDisplay } from "../../preferences/display.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useEdit } from "../../queries/use-edit.ts";
import { navigate } from "../../routing/location.ts";
import { MOORAGES_PATH, mooragePath } from "../../routing/paths.ts";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { Figure, Figures } from "../../ui/figures/figures.tsx";
import { Card } from "../../ui/page/card.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { Switch } from "../../ui/switch.tsx";
import { countryName } from "../../units/country.ts";
import { durationParts } from "../../units/duration.ts";
import { formatDay } from "../../units/instant.ts";
import { formatLatitude, formatLongitude } from "../../units/position.ts";
import { BackLink } from "../places/back-link.tsx";
import { PlaceFields } from "../places/place-fields.tsx";
import { LogsHere } from "./logs-here.tsx";
import { useMoorageMarks } from "./moorage-marks.ts";
import { inMetres, RadiusField } from "./radius-field.tsx";
import { Visits } from "./visits.tsx";
import "../places/places.css";

function wordsOf({ name, stayCode, home, radius, notes }: MoorageOfPage): MoorageWords {
  return { name, stayCode, home, radius, notes };
}

/** One moorage: where it is, what people say of it, its visits, and the logs from and to it. */
export function MooragePage({ id }: { readonly id: number }) {
  const { t, i18n } = useLingui();
  const { value: moorage, storedAt, problem, refetch } = useAnswer(moorageQuestion(id), 60);
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
  const place =
    moorage === undefined
      ? ["…"]
      : [
          countryName(moorage.country, i18n.locale),
          moorage.latitude === null || moorage.longitude === null
            ? null
            : `${formatLatitude(moorage.latitude)} ${formatLongitude(moorage.longitude)}`,
        ];
  return (
    <Page
      title={moorage?.name || t`Moorage ${id}`}
      sub={place.filter((part) => part !== null).join(", ")}
      aside={<AsOf storedAt={storedAt} />}
      before={back}
    >
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {moorage === undefined && problem === null ? <Skeleton height="26rem" /> : null}
      {moorage === undefined ? null : <MoorageView moorage={moorage} />}
    </Page>
  );
}

function MoorageView({ moorage }: { readonly moorage: MoorageOfPage }) {
  const { t } = useLingui();
  const online = useOnline();
  const { id } = moorage;
  const edit = useEdit<MoorageOfPage, MoorageWords>(moorageQuestion(id), moorage, {
    wordsOf,
    send: (change) => editMoorage(id, change),
  });
  const { value: neighbours } = useAnswer(mooragesQuestion);
  const marks = useMoorageMarks(neighbours, id);
  const told = (on: boolean) => (on ? t`yes` : t`no`);
  const { theirs, words } = edit;
  const others = [
    ...(theirs?.home === undefined
      ? []
      : [{ field: t`Home port`, theirs: told(theirs.home), yours: told(words.home) }]),
    ...(theirs?.radius === undefined
      ? []
      : [{ field: t`Radius`, theirs: inMetres(theirs.radius), yours: inMetres(words.radius) }]),
  ];
  const go = useCallback((other: string) => navigate(mooragePath(Number(other))), []);
  return (
    <div className="places">
      <div className="places__column">
        {moorage.latitude === null || moorage.longitude === null ? null : (
          <ChartFigure
            label={t`Chart of the moorage`}
            marks={marks}
            fitKey={`moorage ${id} ${marks.length > 0}`}
            onMark={go}
          />
        )}
        <PlaceFields
          title={t`What you know of it`}
          hint={t`Depth, holding, shelter, where the water tap is: what you want to know next time.`}
          edit={edit}
          others={others}
        >
          <Switch
            label={t`Home port`}
            on={edit.words.home}
            disabled={!online}
            onSwitch={(home) => edit.write({ home })}
          />
          <RadiusField radius={edit.words.radius} onRadius={(radius) => edit.write({ radius })} />
        </PlaceFields>
      </div>
      <div className="places__column">
        <MoorageFigures moorage={moorage} />
        <Visits moorageId={id} />
        <LogsHere moorageId={id} />
      </div>
    </div>
  );
}

function MoorageFigures({ moorage }: { readonly moorage: MoorageOfPage }) {
  const { t } = useLingui();
  const { clock } = useDisplay();
  const { value: swing = null } = useAnswer(swingQuestion(moorage.id));
  const { firstSeen, lastSeen } = moorage;
  return (
    <Card title={t`In numbers`}>
      <Figures label={t`The moorage in numbers`}>
        <Figure label={t`Visits`} quantity={{ figure: String(moorage.visits), unit: "" }} />
        <Figure label={t`Time spent here`} quantity={durationParts(moorage.totalSeconds)} />
        {swing === null ? null : (
          <Figure
            label={t`Swung`}
            quantity={{ figure: String(Math.round(swing)), unit: "m" }}
            note={t`the widest circle that the boat lay in`}
          />
        )}
      </Figures>
      {firstSeen === null || lastSeen === null ? null : (
        <p className="places__quiet places__more">
          <Trans>
            First here on {formatDay(firstSeen, clock)}, last on {formatDay(lastSeen, clock)}.
          </Trans>
        </p>
      )}
    </Card>
  );
}
