import { Trans, useLingui } from "@lingui/react/macro";
import { VISITS_A_PAGE, visitsQuestion } from "../../api/places/stays.ts";
import { NotKept } from "../../features/places/not-kept.tsx";
import { StayRow } from "../../features/stays/stay-row.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { addressWith } from "../../routing/address.ts";
import { useQueryWords } from "../../routing/location.ts";
import { mooragePath } from "../../routing/paths.ts";
import { Card } from "../../ui/page/card.tsx";
import { Pager } from "../../ui/page/pager.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import "../../ui/page/rows.css";

function readPage(query: URLSearchParams): number {
  const page = Number(query.get("page"));
  return Number.isInteger(page) && page > 1 && page < 1_000_000 ? page : 1;
}

function writePage(page: number): Record<string, string> {
  return { page: page === 1 ? "" : String(page) };
}

/** The stays at a moorage on the page that the address names. */
export function useVisits(moorageId: number) {
  const [page] = useQueryWords(readPage, writePage);
  return { page, ...useAnswer(visitsQuestion(moorageId, page)) };
}

/** The stays at a moorage, newest first. */
export function Visits({ moorageId }: { readonly moorageId: number }) {
  const { t } = useLingui();
  const { page, value: stays, total, problem, refetch } = useVisits(moorageId);
  return (
    <Card title={t`Visits`}>
      {problem === null || stays !== undefined ? null : <NotKept problem={problem} onRetry={refetch} />}
      {stays === undefined && problem === null ? <Skeleton height="4rem" count={2} /> : null}
      {stays?.length === 0 ? (
        <p className="places__quiet">
          <Trans>No stay here is recorded.</Trans>
        </p>
      ) : null}
      {stays === undefined || stays.length === 0 ? null : (
        <ul className="rows" aria-label={t`Visits`}>
          {stays.map((stay) => (
            <StayRow key={stay.id} stay={stay} atPlace />
          ))}
        </ul>
      )}
      <Pager
        page={page}
        limit={VISITS_A_PAGE}
        shown={stays?.length ?? 0}
        total={total}
        addressOf={(other) => addressWith(mooragePath(moorageId), writePage(other))}
      />
    </Card>
  );
}
