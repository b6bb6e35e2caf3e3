import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useCallback, useId, useMemo, useState } from "react";
import {
  type FoundLog,
  findLogsQuestion,
  type LogFilter,
  type LogSort,
  logTotalsQuestion,
} from "../../api/logbook/find-logs.ts";
import { FilterChips } from "../../features/log-filter/filter-chips.tsx";
import { filterAddress, narrows, readView, writeView } from "../../features/log-filter/view.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useLast } from "../../queries/use-last.ts";
import { addressWith } from "../../routing/address.ts";
import { Link } from "../../routing/link.tsx";
import { useQueryWords } from "../../routing/location.ts";
import { BOAT_PATH, LOGS_PATH, TRACKS_PATH } from "../../routing/paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Select } from "../../ui/choices/select.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { SettledInput } from "../../ui/form/settled-input.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { PageLinks } from "../../ui/page/page-links.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { FILTERS_ID, FilterPanel } from "./filter-panel.tsx";
import { LogList } from "./log-list.tsx";
import { LogTotalsStrip } from "./log-totals-strip.tsx";
import { LogYears } from "./log-years.tsx";
import { PrintLogs } from "./print-logs.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { useUnderWay } from "./under-way-row.tsx";
import "../../ui/page/rows.css";
import "./logs-page.css";

const LIMIT = 25;

function NoLogs({ narrowed }: { readonly narrowed: boolean }) {
  const { t } = useLingui();
  return narrowed ? (
    <Empty icon="search" title={t`No matching log`}>
      <p>
        <Trans>No log has all of that. Remove a filter to see more.</Trans>
      </p>
    </Empty>
  ) : (
    <Empty icon="logs" title={t`The logbook is empty`}>
      <p>
        <Trans>
          The first log appears after the first trip. <Link to={BOAT_PATH}>Is the boat connected?</Link>
        </Trans>
      </p>
    </Empty>
  );
}

/** The orders of the list. */
function useSorts(): readonly (readonly [LogSort, string])[] {
  const { t } = useLingui();
  return [
    ["date", t`Date`],
    ["distance", t`Distance`],
    ["duration", t`Duration`],
    ["speed", t`Speed`],
    ["wind", t`Wind`],
  ];
}

/** The logbook: logs newest first or by a measure, optionally filtered. */
export function LogsPage() {
  const { t } = useLingui();
  const searchId = useId();
  const [view, show] = useQueryWords(readView, writeView);
  const sorts = useSorts();
  const { filter, sort, page } = view;
  const [selected, setSelected] = useState<ReadonlyMap<number, FoundLog> | null>(null);
  const [unfolded, setUnfolded] = useState(false);
  const offset = (page - 1) * LIMIT;
  const answer = useAnswer(findLogsQuestion(filter, { limit: LIMIT, offset, sort }), 60);
  const totals = useLast(useAnswer(logTotalsQuestion(filter), 60).value);
  // Which order the logs on screen have.
  const shown = useLast(useMemo(() => answer.value && { logs: answer.value, sort }, [answer.value, sort]));
  const logs = shown?.logs;
  const narrowed = narrows(filter);
  const underWay = useUnderWay(page === 1 && !narrowed);
  const filterBy = useCallback(
    (next: LogFilter) => show({ filter: next, sort, page: 1 }, "replace"),
    [show, sort],
  );
  const search = useCallback((words: string) => filterBy({ ...filter, words }), [filterBy, filter]);
  const toPage = (wanted: number) => addressWith(LOGS_PATH, writeView({ filter, sort, page: wanted }));
  const last = totals === undefined ? null : Math.max(1, Math.ceil(totals.logs / LIMIT));
  const chosen = useMemo(() => [...(selected?.values() ?? [])], [selected]);

  function toggle(log: FoundLog): void {
    const next = new Map(selected);
    if (!next.delete(log.id)) next.set(log.id, log);
    setSelected(next);
  }

  return (
    <Page
      title={t`Logbook`}
      sub={
        <span role="status">
          {totals === undefined ? (
            "…"
          ) : narrowed ? (
            <Plural value={totals.logs} one="# log found" other="# logs found" />
          ) : (
            <Plural value={totals.logs} one="# log" other="# logs" />
          )}
        </span>
      }
      aside={
        <>
          <AsOf storedAt={answer.storedAt} />
          <label className="logs__search" htmlFor={searchId}>
            <Icon name="search" size={20} />
            <span className="visually-hidden">
              <Trans>Search</Trans>
            </span>
            <SettledInput
              id={searchId}
              type="search"
              placeholder={t`Names, notes, places`}
              value={filter.words}
              onSettled={search}
            />
          </label>
          <div className="logs__tools">
            <span className="logs__fold">
              <Button
                kind="quiet"
                icon={unfolded ? "close" : "settings"}
                aria-expanded={unfolded}
                aria-controls={FILTERS_ID}
                onClick={() => setUnfolded(!unfolded)}
              >
                <Trans>Filters</Trans>
              </Button>
            </span>
            <ButtonLink kind="quiet" icon="pin" to={filterAddress(TRACKS_PATH, filter)}>
              <Trans>Map</Trans>
            </ButtonLink>
            <Button
              kind="quiet"
              icon={selected === null ? "check" : "close"}
              aria-pressed={selected !== null}
              onClick={() => setSelected(selected === null ? new Map() : null)}
            >
              <Trans>Select</Trans>
            </Button>
            <PrintLogs view={view} />
          </div>
        </>
      }
    >
      {logs?.length === 0 && !narrowed ? null : (
        <div className="logs__order">
          <LogYears view={view} />
          <Select
            label={t`Sort by`}
            choices={sorts}
            value={sort}
            onChoose={(chosen) => show({ filter, sort: chosen, page: 1 }, "replace")}
          />
        </div>
      )}
      <FilterPanel filter={filter} onFilter={filterBy} unfolded={unfolded} />
      <FilterChips filter={filter} onFilter={filterBy} />
      {totals?.logs === 0 || (totals === undefined && answer.problem !== null) ? null : (
        <LogTotalsStrip totals={totals} />
      )}
      {answer.problem === null ? null : <ProblemNotice problem={answer.problem} onRetry={answer.refetch} />}
      {logs === undefined && answer.problem === null ? <Skeleton height="5.5rem" count={6} /> : null}
      {logs?.length === 0 && underWay === null ? <NoLogs narrowed={narrowed} /> : null}
      {logs === undefined || (logs.length === 0 && underWay === null) ? null : (
        <LogList
          logs={logs}
          byDate={shown?.sort === "date"}
          underWay={underWay}
          narrowed={narrowed}
          selected={selected}
          onToggle={toggle}
        />
      )}
      <PageLinks
        label={t`Pages of the list`}
        newer={page > 1 ? toPage(Math.min(page - 1, last ?? page)) : null}
        older={(last === null ? (logs?.length ?? 0) === LIMIT : page < last) ? toPage(page + 1) : null}
      >
        <Trans>
          Page {page} of {last ?? "…"}
        </Trans>
      </PageLinks>
      {selected === null ? null : <SelectionBar logs={chosen} onDone={() => setSelected(null)} />}
    </Page>
  );
}
