import { Fragment, useMemo, useState } from "react";
import { useAnswer } from "../../answers/use-answer.ts";
import { useSettled } from "../../answers/use-settled.ts";
import { logsQuestion } from "../../api/logs.ts";
import { useDisplay } from "../../preferences/display.ts";
import { Link } from "../../routing/link.tsx";
import { AsOf } from "../../ui/as-of.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ProblemNotice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { nauticalMiles, spoken } from "../../units/quantity.ts";
import "../../ui/rows.css";
import { LogRow } from "./log-row.tsx";
import { monthsOf } from "./months.ts";
import "./logs-page.css";

const LIMIT = 25;

function NoLogs({ search }: { readonly search: string }) {
  return search === "" ? (
    <Empty icon="logs" title="The logbook is empty">
      <p>
        The first log appears when the boat has been somewhere. <Link to="/boat">Is it connected?</Link>
      </p>
    </Empty>
  ) : (
    <Empty icon="search" title="No log has this in its name">
      <p>Nothing found for “{search}”.</p>
    </Empty>
  );
}

/** The logbook: every log, newest first. */
export function LogsPage() {
  const { clock } = useDisplay();
  const [typed, setTyped] = useState("");
  const [offset, setOffset] = useState(0);
  const search = useSettled(typed.trim(), 300);
  const {
    value: logs,
    total,
    storedAt,
    problem,
    askAgain,
  } = useAnswer(logsQuestion({ limit: LIMIT, offset, search }), 60);
  const months = useMemo(() => monthsOf(logs ?? [], clock), [logs, clock]);
  return (
    <Page
      title="Logbook"
      sub={total === null ? "…" : `${total} ${total === 1 ? "log" : "logs"}${search === "" ? "" : " found"}`}
      aside={
        <>
          <AsOf storedAt={storedAt} />
          <label className="logs__search">
            <Icon name="search" size={20} />
            <span className="visually-hidden">Search the logs by name</span>
            <input
              type="search"
              placeholder="Search by name"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setOffset(0);
              }}
            />
          </label>
        </>
      }
    >
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={askAgain} />}
      {logs === undefined && problem === null ? <Skeleton height="4.5rem" count={6} /> : null}
      {logs?.length === 0 ? <NoLogs search={search} /> : null}
      {months.length === 0 ? null : (
        <div>
          {months.map((month) => (
            <Fragment key={month.name}>
              <h2 className="logs__month">
                <span>{month.name}</span>
                <span>{spoken(nauticalMiles(month.distanceNm))}</span>
              </h2>
              <ul className="rows">
                {month.logs.map((log) => (
                  <LogRow key={log.id} log={log} />
                ))}
              </ul>
            </Fragment>
          ))}
        </div>
      )}
      <Pager offset={offset} limit={LIMIT} shown={logs?.length ?? 0} total={total} onOffset={setOffset} />
    </Page>
  );
}
