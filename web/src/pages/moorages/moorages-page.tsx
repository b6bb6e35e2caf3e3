import { useCallback, useMemo } from "react";
import { type Moorage, mooragesQuestion } from "../../api/places/moorages.ts";
import { ChartFigure } from "../../map/chart-figure.tsx";
import type { Mark } from "../../map/chart-marks.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { navigate } from "../../routing/location.ts";
import { mooragePath } from "../../routing/paths.ts";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { MoorageRow } from "./moorage-row.tsx";
import "../../ui/page/rows.css";
import "./moorages-page.css";

function markOf(moorage: Moorage, selected: number | null): Mark[] {
  const { id, name, latitude, longitude, home } = moorage;
  if (latitude === null || longitude === null) return [];
  const label = `${name ?? "Unnamed place"}${home ? ", home port" : ""}`;
  const kind = home ? "home" : "place";
  return [{ id: String(id), kind, latitude, longitude, label, selected: id === selected }];
}

/** The places where the boat stays, as a list and on the chart. One of them may be selected. */
export function MooragesPage({ selected }: { readonly selected: number | null }) {
  const { value: moorages, total, storedAt, problem, refetch } = useAnswer(mooragesQuestion, 60);
  const select = useCallback((id: string) => navigate(mooragePath(Number(id)), "replace"), []);
  const marks = useMemo(() => (moorages ?? []).flatMap((one) => markOf(one, selected)), [moorages, selected]);
  const count = moorages?.length ?? 0;
  return (
    <Page
      title="Moorages"
      sub={moorages === undefined ? "…" : `${total ?? count} ${(total ?? count) === 1 ? "place" : "places"}`}
      aside={<AsOf storedAt={storedAt} />}
    >
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {moorages === undefined && problem === null ? <Skeleton height="24rem" /> : null}
      {count === 0 && moorages !== undefined ? (
        <Empty icon="pin" title="No moorages yet">
          <p>Every place where the boat has stayed appears here.</p>
        </Empty>
      ) : null}
      {count === 0 ? null : (
        <div className="moorages">
          <ChartFigure
            label="Chart of the moorages"
            marks={marks}
            fitKey={`${selected ?? "all"} of ${marks.length}`}
            onMark={select}
            caption={`${marks.length} on the chart`}
          />
          <ul className="rows">
            {(moorages ?? []).map((moorage) => (
              <MoorageRow key={moorage.id} moorage={moorage} selected={moorage.id === selected} />
            ))}
          </ul>
        </div>
      )}
    </Page>
  );
}
