import { useState } from "react";
import { staysQuestion } from "../../api/places/stays.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Pager } from "../../ui/page/pager.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { StayRow } from "./stay-row.tsx";
import "../../ui/page/rows.css";

const LIMIT = 25;

/** Every stay, newest first. */
export function StaysPage() {
  const [offset, setOffset] = useState(0);
  const {
    value: stays,
    total,
    storedAt,
    problem,
    refetch,
  } = useAnswer(staysQuestion({ limit: LIMIT, offset }), 60);
  return (
    <Page
      title="Stays"
      sub={total === null ? "…" : `${total} ${total === 1 ? "stay" : "stays"}`}
      aside={<AsOf storedAt={storedAt} />}
    >
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {stays === undefined && problem === null ? <Skeleton height="4.5rem" count={6} /> : null}
      {stays?.length === 0 ? (
        <Empty icon="anchor" title="No stays yet">
          <p>A stay begins whenever the boat stops for a while: at anchor, on a mooring buoy or at a dock.</p>
        </Empty>
      ) : null}
      {stays === undefined || stays.length === 0 ? null : (
        <ul className="rows">
          {stays.map((stay) => (
            <StayRow key={stay.id} stay={stay} />
          ))}
        </ul>
      )}
      <Pager offset={offset} limit={LIMIT} shown={stays?.length ?? 0} total={total} onOffset={setOffset} />
    </Page>
  );
}
