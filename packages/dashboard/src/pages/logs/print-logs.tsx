import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import {
  type FoundLog,
  findLogsQuestion,
  type LogTotals,
  logTotalsQuestion,
} from "../../api/logbook/find-logs.ts";
import { read } from "../../api/request.ts";
import type { LogsView } from "../../features/log-filter/view.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useLongCommand } from "../../queries/use-command.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { formatDuration } from "../../units/duration.ts";
import { formatInstants } from "../../units/instant.ts";
import { knots, nauticalMiles, type Quantity, spoken } from "../../units/quantity.ts";
import "../../ui/paper.css";
import "./print-logs.css";

/** What of the logbook is printed, and in which order. */
type ListedView = Pick<LogsView, "filter" | "sort">;

interface Found {
  readonly view: ListedView;
  readonly logs: readonly FoundLog[];
  readonly totals: LogTotals;
}

/** Prints all logs that match a filter, not only those of this page, in the list's order, as a table with totals. */
export function PrintLogs({ view }: { readonly view: ListedView }) {
  const display = useDisplay();
  const [found, setFound] = useState<Found | null>(null);
  const { filter, sort } = view;
  const { run, running, problem } = useLongCommand(async ({ signal }) => {
    const { value: totals } = await read(logTotalsQuestion(filter), signal, display);
    const page = { limit: Math.max(1, totals.logs), offset: 0, sort };
    const { value: logs } = await read(findLogsQuestion(filter, page), signal, display);
    setFound({ view, logs, totals });
  });
  useEffect(() => {
    if (found !== null) window.print();
  }, [found]);
  return (
    <>
      <Button kind="quiet" busy={running} onClick={() => void run()}>
        <Trans>Print</Trans>
      </Button>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      {found?.view.filter === filter && found.view.sort === sort
        ? createPortal(<PaperLogs {...found} />, document.body)
        : null}
    </>
  );
}

/** A value, or nothing if unknown. */
function shown(value: number | null, quantity: (value: number) => Quantity): string {
  return value === null ? "" : spoken(quantity(value));
}

function PaperLogs({ logs, totals }: Omit<Found, "view">) {
  const { t } = useLingui();
  const display = useDisplay();
  const miles = (value: number | null) => shown(value, (one) => nauticalMiles(one, display));
  const speed = (value: number | null) => shown(value, (one) => knots(one, display));
  const time = (seconds: number | null) => (seconds === null ? "" : formatDuration(seconds));
  const heads = [
    ...[t`Log`, t`Distance`, t`Of it not recorded`, t`Duration`],
    ...[t`Average speed`, t`Strongest wind`, t`Under sail`],
  ];
  return (
    <div className="logs-paper">
      <h1>
        <Trans>Logbook</Trans>
      </h1>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {logs.map((log) => (
            <tr key={log.id}>
              <th scope="row">
                {log.name ?? t`Log ${log.id}`}
                <span>
                  {log.started === null || log.ended === null
                    ? ""
                    : formatInstants(log.started, log.ended, display)}
                </span>
              </th>
              <td>{miles(log.distanceNm)}</td>
              <td>{miles(log.notRecordedNm)}</td>
              <td>{time(log.durationSeconds)}</td>
              <td>{speed(log.avgSpeed)}</td>
              <td>{speed(log.maxWindSpeed)}</td>
              <td>{miles(log.sailingNm)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              <Plural value={totals.logs} one="# log" other="# logs" />
            </th>
            <td>{miles(totals.distanceNm)}</td>
            <td>{miles(totals.notRecordedNm)}</td>
            <td>{time(totals.durationSeconds)}</td>
            <td />
            <td />
            <td>{miles(totals.sailingNm)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
