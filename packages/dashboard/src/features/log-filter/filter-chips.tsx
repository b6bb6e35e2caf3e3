import { Trans, useLingui } from "@lingui/react/macro";
import { ALL_LOGS, type LogFilter } from "../../api/logbook/find-logs.ts";
import { mooragesQuestion } from "../../api/places/moorages.ts";
import type { Speech } from "../../languages/speech.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { Icon } from "../../ui/icon.tsx";
import { formatDay, inUtc } from "../../units/instant.ts";
import { nauticalMiles, spoken } from "../../units/quantity.ts";
import { yearOfDays } from "./view.ts";
import "./filter-chips.css";

interface FilterChipsProps {
  readonly filter: LogFilter;
  readonly onFilter: (filter: LogFilter) => void;
}

/** The parts of a filter, each with a button to remove it. */
export function FilterChips({ filter, onFilter }: FilterChipsProps) {
  const display = useDisplay();
  const { t } = useLingui();
  const { words, place, tag } = filter;
  const year = yearOfDays(filter);
  const nameOf = useMoorageNames(filter);
  const [departure, arrival] = [nameOf(filter.fromMoorage), nameOf(filter.toMoorage)];
  const [since, until] = [dayWords(filter.since, display), dayWords(filter.until, display)];
  const [least, most] = [
    spoken(nauticalMiles(filter.minNm ?? 0, display)),
    spoken(nauticalMiles(filter.maxNm ?? 0, display)),
  ];
  const parts: readonly (readonly [string, Partial<LogFilter>])[] = [
    ...(words === "" ? [] : [[t`“${words}”`, { words: "" }] as const]),
    ...(year === null ? [] : [[String(year), { since: "", until: "" }] as const]),
    ...(year !== null || filter.since === "" ? [] : [[t`from ${since}`, { since: "" }] as const]),
    ...(year !== null || filter.until === "" ? [] : [[t`to ${until}`, { until: "" }] as const]),
    ...(place === "" ? [] : [[t`at ${place}`, { place: "" }] as const]),
    ...(filter.fromMoorage === null ? [] : [[t`from ${departure}`, { fromMoorage: null }] as const]),
    ...(filter.toMoorage === null ? [] : [[t`to ${arrival}`, { toMoorage: null }] as const]),
    ...(filter.minNm === null ? [] : [[t`at least ${least}`, { minNm: null }] as const]),
    ...(filter.maxNm === null ? [] : [[t`at most ${most}`, { maxNm: null }] as const]),
    ...(filter.way === null
      ? []
      : [[filter.way === "sail" ? t`mostly sail` : t`mostly motor`, { way: null }] as const]),
    ...(tag === "" ? [] : [[t`tag ${tag}`, { tag: "" }] as const]),
  ];
  if (parts.length === 0) return null;
  return (
    <ul className="chips" aria-label={t`Filters in use`}>
      {parts.map(([shown, without]) => (
        <li key={shown}>
          <button
            type="button"
            className="chip"
            aria-label={t`Remove the filter ${shown}`}
            onClick={() => onFilter({ ...filter, ...without })}
          >
            {shown}
            <Icon name="close" size={16} />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className="chip chip--all" onClick={() => onFilter(ALL_LOGS)}>
          <Trans>Show all logs</Trans>
        </button>
      </li>
    </ul>
  );
}

/** Looks up moorage names for a filter; a missing or unnamed moorage is shown by id. */
function useMoorageNames({ fromMoorage, toMoorage }: LogFilter): (id: number | null) => string {
  const { t } = useLingui();
  const wanted = fromMoorage !== null || toMoorage !== null;
  const { value, problem } = useAnswer(mooragesQuestion, null, wanted);
  return (id) => {
    const name = value?.find((one) => one.id === id)?.name;
    return name || (value === undefined && problem === null ? "…" : t`Moorage ${id}`);
  };
}

function dayWords(day: string, speech: Speech): string {
  return day === "" ? "" : formatDay(new Date(`${day}T00:00:00Z`), inUtc(speech));
}
