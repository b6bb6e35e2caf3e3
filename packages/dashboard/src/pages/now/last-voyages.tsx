import { Trans, useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { type LogLine, lastLogsQuestion } from "../../api/logs/logs.ts";
import { miniaturesQuestion } from "../../api/tracks/lines.ts";
import { Miniature } from "../../map/miniature.tsx";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { Link } from "../../routing/link.tsx";
import { LOGS_PATH, logPath } from "../../routing/paths.ts";
import { Card } from "../../ui/page/card.tsx";
import { formatDuration } from "../../units/duration.ts";
import { formatDay } from "../../units/instant.ts";
import { nauticalMiles, spoken } from "../../units/quantity.ts";

const SHOWN = 4;
const question = lastLogsQuestion(SHOWN);

/** The latest voyages with their lines. */
export function LastVoyages() {
  const { t } = useLingui();
  const { value: logs = [] } = useAnswer(question);
  return logs.length === 0 ? null : (
    <Card
      title={t`Last voyages`}
      action={
        <Link to={LOGS_PATH} className="now__all">
          <Trans>All of them</Trans>
        </Link>
      }
    >
      <Voyages logs={logs} />
    </Card>
  );
}

function Voyages({ logs }: { readonly logs: readonly LogLine[] }) {
  const display = useDisplay();
  const ids = logs.map(({ id }) => id).join();
  const drawn = useMemo(() => miniaturesQuestion(ids.split(",").map(Number)), [ids]);
  const { value: lines } = useAnswer(drawn);
  return (
    <ul className="now__voyages">
      {logs.map(({ id, name, started, distanceNm, durationSeconds }) => (
        <li key={id}>
          <Link to={logPath(id)} className="now__voyage">
            <Miniature track={lines?.get(id)} />
            <span className="now__voyage-words">
              <span className="now__voyage-name">{name}</span>
              <span className="now__voyage-more">
                {[
                  started === null ? null : formatDay(started, display),
                  spoken(nauticalMiles(distanceNm, display)),
                  durationSeconds === null ? null : formatDuration(durationSeconds),
                ]
                  .filter((words) => words !== null)
                  .join(" · ")}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
