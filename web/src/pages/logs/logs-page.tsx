import { useState } from "react";
import { logsQuestion } from "../../api/logs/logs.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useSettled } from "../../queries/use-settled.ts";
import { Link } from "../../routing/link.tsx";
import { BOAT_PATH } from "../../routing/paths.ts";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Pager } from "../../ui/page/pager.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { LogList } from "./log-list.tsx";
import "../../ui/page/rows.css";
import "./logs-page.css";

const LIMIT = 25;

function NoLogs({ search }: { readonly search: string }) {
  return search === "" ? (
    <Empty icon="logs" title="The logbook is empty">
      <p>
        The first log appears after the first trip. <Link to={BOAT_PATH}>Is the boat connected?</Link>
      </p>
    </Empty>
  ) : (
    <Empty icon="search" title="No matching log">
      <p>Nothing found for “{search}”.</p>
    </Empty>
  );
}

/** The logbook: every log, newest first. */
export function LogsPage() {
  const [typed, setTyped] = useState("");
  const [offset, setOffset] = useState(0);
  const search = useSettled(typed.trim(), 300);
  const {
    value: logs,
    total,
    storedAt,
    problem,
    refetch,
  } = useAnswer(logsQuestion({ limit: LIMIT, offset, search }), 60);
  return (
    <Page
      title="Logbook"
      sub={
        <span role="status">
          {total === null ? "…" : `${total} ${total === 1 ? "log" : "logs"}${search === "" ? "" : " found"}`}
        </span>
      }
      aside={
        <>
          <AsOf storedAt={storedAt} />
          <label className="logs__search">
            <Icon name="search" size={20} />
            <span className="visually-hidden">Search</span>
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
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {logs === undefined && problem === null ? <Skeleton height="4.5rem" count={6} /> : null}
      {logs?.length === 0 ? <NoLogs search={search} /> : null}
      {logs === undefined || logs.length === 0 ? null : <LogList logs={logs} searched={search !== ""} />}
      <Pager offset={offset} limit={LIMIT} shown={logs?.length ?? 0} total={total} onOffset={setOffset} />
    </Page>
  );
}
