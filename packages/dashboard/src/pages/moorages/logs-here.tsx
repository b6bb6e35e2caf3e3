import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ALL_LOGS } from "../../api/logbook/find-logs.ts";
import { logsAtMoorageQuestion } from "../../api/places/logs-beside.ts";
import { filterAddress } from "../../features/log-filter/view.ts";
import { NotKept } from "../../features/places/not-kept.tsx";
import { LogLink } from "../../features/places/place-links.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { Link } from "../../routing/link.tsx";
import { LOGS_PATH } from "../../routing/paths.ts";
import { Card } from "../../ui/page/card.tsx";
import { useVisits } from "./visits.tsx";

interface LogsHereProps {
  readonly moorageId: number;
}

/** The newest logs to and from a moorage. They stand below its visits, and appear once nothing can move them. */
export function LogsHere({ moorageId }: LogsHereProps) {
  const { t } = useLingui();
  const answers = [
    useVisits(moorageId),
    useAnswer(logsAtMoorageQuestion("to", moorageId)),
    useAnswer(logsAtMoorageQuestion("from", moorageId)),
  ];
  if (answers.some(({ value, problem }) => value === undefined && problem === null)) return null;
  return (
    <>
      <Logs title={t`Logs to here`} none={t`No log ends here.`} end="to" moorageId={moorageId} />
      <Logs title={t`Logs from here`} none={t`No log begins here.`} end="from" moorageId={moorageId} />
    </>
  );
}

interface LogsProps extends LogsHereProps {
  readonly title: string;
  readonly none: string;
  readonly end: "to" | "from";
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
          <Link
            to={filterAddress(LOGS_PATH, {
              ...ALL_LOGS,
              ...(end === "to" ? { toMoorage: moorageId } : { fromMoorage: moorageId }),
            })}
          >
            <Trans>
              and <Plural value={more} one="# earlier one" other="# earlier ones" />
            </Trans>
          </Link>
        </p>
      ) : null}
    </Card>
  );
}
