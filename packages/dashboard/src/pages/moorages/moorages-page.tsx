import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useCallback, useMemo } from "react";
import { mooragesQuestion } from "../../api/places/moorages.ts";
import { ConnectLink } from "../../features/places/connect-link.tsx";
import { ChartFigure } from "../../map/chart-figure.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { navigate, useQueryWords } from "../../routing/location.ts";
import { mooragePath } from "../../routing/paths.ts";
import { Select } from "../../ui/choices/select.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { STAY_TYPES } from "../../ui/figures/stay-type.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { countryName } from "../../units/country.ts";
import { useMoorageMarks } from "./moorage-marks.ts";
import { chosenMoorages, readMoorages, writeMoorages } from "./moorage-order.ts";
import { MoorageRow } from "./moorage-row.tsx";
import "../../ui/page/rows.css";
import "../../features/places/places.css";

/** Moorages as a list and on the chart. */
export function MooragesPage() {
  const { t, i18n } = useLingui();
  const [shown, show] = useQueryWords(readMoorages, writeMoorages);
  const { value: moorages, storedAt, problem, refetch } = useAnswer(mooragesQuestion, 60);
  const chosen = useMemo(
    () =>
      chosenMoorages(moorages ?? [], shown, {
        language: i18n.locale,
        wordsOf: ({ stayCode, country }) =>
          `${t(STAY_TYPES[stayCode])} ${countryName(country, i18n.locale) ?? ""}`,
      }),
    [moorages, shown, t, i18n.locale],
  );
  const marks = useMoorageMarks(chosen);
  const open = useCallback((id: string) => navigate(mooragePath(Number(id))), []);
  return (
    <Page
      title={t`Moorages`}
      sub={moorages === undefined ? "…" : <Plural value={chosen.length} one="# place" other="# places" />}
      aside={<AsOf storedAt={storedAt} />}
    >
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {moorages === undefined && problem === null ? <Skeleton height="24rem" /> : null}
      {moorages === undefined || moorages.length === 0 ? null : (
        <search className="places__filters">
          <TextField
            label={t`Search`}
            name="moorage-search"
            type="search"
            value={shown.search}
            onText={(search) => show({ ...shown, search }, "replace")}
          />
          <Select
            label={t`Order`}
            choices={[
              ["visits", t`Most visits`],
              ["time", t`Longest time`],
              ["name", t`Name`],
            ]}
            value={shown.order}
            onChoose={(order) => show({ ...shown, order }, "replace")}
          />
        </search>
      )}
      {moorages?.length === 0 ? (
        <Empty icon="pin" title={t`No moorages yet`}>
          <p>
            <Trans>Every harbour, buoy and anchorage where the boat has stayed appears here.</Trans>
          </p>
          <ConnectLink />
        </Empty>
      ) : null}
      {moorages !== undefined && moorages.length > 0 && chosen.length === 0 ? (
        <Empty icon="search" title={t`No such moorage`}>
          <p>
            <Trans>Look for another name, a country, or a way of mooring.</Trans>
          </p>
        </Empty>
      ) : null}
      {chosen.length === 0 ? null : (
        <div className="places places--list">
          <ChartFigure
            label={t`Chart of the moorages`}
            marks={marks}
            fitKey={marks
              .map(({ id }) => id)
              .sort()
              .join(" ")}
            onMark={open}
            caption={<Plural value={marks.length} one="# on the chart" other="# on the chart" />}
          />
          <ul className="rows" aria-label={t`Moorages`}>
            {chosen.map((moorage) => (
              <MoorageRow key={moorage.id} moorage={moorage} />
            ))}
          </ul>
        </div>
      )}
    </Page>
  );
}
