import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { logsAtMoorageQuestion } from "../../api/places/logs-beside.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { Card } from "../../ui/page/card.tsx";
import { NotKept } from "../places/not-kept.tsx";
import { LogLink } from "../places/place-links.tsx";

/** The newest logs to a moorage, and those from it. */
export function LogsHere({ moorageId }: { readonly moorageId: number }) {
  const { t } = useLingui();
  return (
    <>
      <Logs title={t`Logs to here`} none={t`No log ends here.`} end="to" moorageId={moorageId} />
      <Logs title={t`Logs from here`} none={t`No log begins here.`} end="from" moorageId={moorageId} />
    </>
  );
}

interface LogsProps {
  readonly title: string;
  readonly none: string;
  readonly end: "to" | "from";
  readonly moorageId: number;
}

function Logs({ title, none, end, moorageId }: LogsProps) {
  const { value: logs, total, problem, refetch } = useAnswer(logsAtMoorageQuestion(end, moorageId));
  const more = (total ?? 0) - (logs?.length ?? 0);
  return (
    <Card title={title}>
      {problem === null || logs !== undefined ? null : <NotKept problem={problem} onRetry={refetch} />}
      {logs?.length === 0 ? <p className="places__quiet">{none}</p> : null}
      <ul>
        {(logs ?? []).map((log) => (
          <li key={log.id}>
            <LogLink log={log} />
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="places__quiet">
          <Trans>
            and <Plural value={more} one="# earlier one" other="# earlier ones" />
          </Trans>
        </p>
      ) : null}
    </Card>
  );
}
