import { Trans, useLingui } from "@lingui/react/macro";
import { useCallback, useId } from "react";
import type { LogFilter } from "../../api/logbook/find-logs.ts";
import { SettledInput } from "../../ui/form/settled-input.tsx";
import { FilterChips } from "../log-filter/filter-chips.tsx";
import { onlyWordsAndDays } from "./found-tracks.ts";
import "./choice-form.css";

interface ChoiceFormProps {
  readonly filter: LogFilter;
  readonly onFilter: (filter: LogFilter) => void;
}

/** Chooses the logs to draw, by words and days; other filters from the logbook can be removed. */
export function ChoiceForm({ filter, onFilter }: ChoiceFormProps) {
  const { t } = useLingui();
  const searchId = useId();
  const search = useCallback((words: string) => onFilter({ ...filter, words }), [filter, onFilter]);
  return (
    <>
      <search className="choice-form">
        <label>
          <Trans>From</Trans>
          <input
            type="date"
            value={filter.since}
            max={filter.until || undefined}
            onChange={({ target }) => onFilter({ ...filter, since: target.value })}
          />
        </label>
        <label>
          <Trans>To</Trans>
          <input
            type="date"
            value={filter.until}
            min={filter.since || undefined}
            onChange={({ target }) => onFilter({ ...filter, until: target.value })}
          />
        </label>
        <label className="choice-form__words" htmlFor={searchId}>
          <Trans>Search</Trans>
          <SettledInput
            id={searchId}
            type="search"
            placeholder={t`A name, a place, a tag`}
            value={filter.words}
            onSettled={search}
          />
        </label>
      </search>
      {onlyWordsAndDays(filter) ? null : <FilterChips filter={filter} onFilter={onFilter} />}
    </>
  );
}
