import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useCallback, useMemo } from "react";
import { type Stay, staysQuestion } from "../../api/places/stays.ts";
import { ConnectLink } from "../../features/places/connect-link.tsx";
import { StayRow } from "../../features/stays/stay-row.tsx";
import { useStayTimes } from "../../features/stays/stay-times.ts";
import { ChartFigure } from "../../map/chart-figure.tsx";
import type { Mark } from "../../map/mark.ts";
import { useDisplay, useDisplayChoices } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { addressWith } from "../../routing/address.ts";
import { navigate, useQueryWords } from "../../routing/location.ts";
import { STAYS_PATH, stayPath } from "../../routing/paths.ts";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Pager } from "../../ui/page/pager.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { formatMonthOf, monthIn } from "../../units/instant.ts";
import { readStays, StayFilters, writeStays } from "./stay-filters.tsx";
import "../../ui/page/rows.css";
import "../../features/places/places.css";
import "./stays-page.css";

const LIMIT = 25;

/** Stays newest first, optionally filtered, as a list and on the chart. */
export function StaysPage() {
  const { t } = useLingui();
  const [shown, show] = useQueryWords(readStays, writeStays);
  const offset = (shown.page - 1) * LIMIT;
  const {
    value: stays,
    total,
    storedAt,
    problem,
    refetch,
  } = useAnswer(staysQuestion(shown, { limit: LIMIT, offset }), 60);
  const marks = useMarks(stays);
  const choose = useCallback((id: string) => navigate(stayPath(Number(id))), []);
  const all = shown.type === null && `${shown.place}${shown.from}${shown.to}` === "";
  return (
    <Page
      title={t`Stays`}
      sub={total === null ? "…" : <Plural value={total} one="# stay" other="# stays" />}
      aside={<AsOf storedAt={storedAt} />}
    >
      {all && total === 0 ? null : (
        <StayFilters
          shown={shown}
          onShow={(next) => show(next, next.page === shown.page ? "replace" : "push")}
        />
      )}
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {stays === undefined && problem === null ? <Skeleton height="4.5rem" count={6} /> : null}
      {stays?.length === 0 ? (
        <Empty icon="anchor" title={all ? t`No stays yet` : t`No such stays`}>
          <p>
            {all ? (
              <Trans>
                A stay begins whenever the boat stops for a while: at anchor, on a mooring buoy or at a dock.
              </Trans>
            ) : (
              <Trans>Try another type, another place or a longer time.</Trans>
            )}
          </p>
          {all ? <ConnectLink /> : null}
        </Empty>
      ) : null}
      {stays === undefined || stays.length === 0 ? null : (
        <div className="places places--list">
          <ChartFigure
            label={t`Chart of the stays`}
            marks={marks}
            fitKey={stays.map(({ id }) => id).join(" ")}
            onMark={choose}
            caption={<Plural value={marks.length} one="# on the chart" other="# on the chart" />}
          />
          <div className="places__column">
            <StayList stays={stays} />
            <Pager
              page={shown.page}
              limit={LIMIT}
              shown={stays.length}
              total={total}
              addressOf={(page) => addressWith(STAYS_PATH, writeStays({ ...shown, page }))}
            />
          </div>
        </div>
      )}
    </Page>
  );
}

/** A page of stays by the month of their arrival. */
function StayList({ stays }: { readonly stays: readonly Stay[] }) {
  const { t } = useLingui();
  const display = useDisplay();
  const { zone } = useDisplayChoices().account;
  const months = stays.map(({ arrived }) => (arrived === null ? "" : monthIn(arrived, zone ?? "UTC")));
  return (
    <ul className="rows stays" aria-label={t`Stays`}>
      {stays.map((stay, index) => {
        const month = months[index] ?? "";
        return (
          <StayRow key={stay.id} stay={stay}>
            {index > 0 && months[index - 1] === month ? null : (
              <h2 className="stays__month">
                {formatMonthOf(month, display) ?? <Trans>Without a date</Trans>}
              </h2>
            )}
          </StayRow>
        );
      })}
    </ul>
  );
}

function useMarks(stays: readonly Stay[] | undefined): readonly Mark[] {
  const { t } = useLingui();
  const times = useStayTimes();
  return useMemo(
    () =>
      (stays ?? []).flatMap((stay): Mark[] => {
        const { id, moorage, latitude, longitude } = stay;
        if (latitude === null || longitude === null) return [];
        const name = moorage ?? t`Unnamed place`;
        return [
          { id: String(id), kind: "place", latitude, longitude, name, label: `${name}, ${times(stay)}` },
        ];
      }),
    [stays, t, times],
  );
}
