import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useId } from "react";
import { type LogFilter, tagsQuestion } from "../../api/logbook/find-logs.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useFirstAnswered } from "../../queries/ask-ahead.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { Select } from "../../ui/choices/select.tsx";
import { SettledInput } from "../../ui/form/settled-input.tsx";
import { distanceOfNauticalMiles, distanceUnit, type ShownUnits } from "../../units/quantity.ts";
import "../../ui/form/field.css";
import "./filter-panel.css";

interface FilterPanelProps {
  readonly filter: LogFilter;
  readonly onFilter: (filter: LogFilter) => void;
  /** Whether it is expanded on a phone. */
  readonly unfolded: boolean;
}

/** Referenced by the button that expands it. */
export const FILTERS_ID = "filters";

/** All filters except words. */
export function FilterPanel({ filter, onFilter, unfolded }: FilterPanelProps) {
  const display = useDisplay();
  const { t } = useLingui();
  const { value: tags = [] } = useAnswer(tagsQuestion, null, useFirstAnswered());
  const change = (part: Partial<LogFilter>) => onFilter({ ...filter, ...part });
  const unit = distanceUnit(display);
  return (
    <section
      id={FILTERS_ID}
      aria-label={t`Filters`}
      className={unfolded ? "filters filters--unfolded" : "filters"}
    >
      <Choice label={t`From`}>
        {(ties) => (
          <SettledInput {...ties} type="date" value={filter.since} onSettled={(since) => change({ since })} />
        )}
      </Choice>
      <Choice label={t`To`}>
        {(ties) => (
          <SettledInput {...ties} type="date" value={filter.until} onSettled={(until) => change({ until })} />
        )}
      </Choice>
      <Choice label={t`Place`}>
        {(ties) => (
          <SettledInput {...ties} type="text" value={filter.place} onSettled={(place) => change({ place })} />
        )}
      </Choice>
      <Choice label={t`At least, ${unit}`}>
        {(ties) => (
          <SettledInput
            {...ties}
            type="number"
            min={0}
            value={shownMiles(filter.minNm, display)}
            onSettled={(text) => change({ minNm: milesOf(text, display) })}
          />
        )}
      </Choice>
      <Choice label={t`At most, ${unit}`}>
        {(ties) => (
          <SettledInput
            {...ties}
            type="number"
            min={0}
            value={shownMiles(filter.maxNm, display)}
            onSettled={(text) => change({ maxNm: milesOf(text, display) })}
          />
        )}
      </Choice>
      <Select
        label={t`Sail or motor`}
        choices={[
          ["", t`Either`],
          ["sail", t`Mostly sail`],
          ["motor", t`Mostly motor`],
        ]}
        value={filter.way ?? ""}
        onChoose={(way) => change({ way: way === "" ? null : way })}
      />
      <Select
        label={t`Tag`}
        choices={[
          ["", t`Any`],
          ...[...new Set([...tags, ...(filter.tag === "" ? [] : [filter.tag])])].map(
            (tag) => [tag, tag] as const,
          ),
        ]}
        value={filter.tag}
        onChoose={(tag) => change({ tag })}
      />
    </section>
  );
}

/** A filter's distance in the chosen unit, as a user would type it. */
function shownMiles(nm: number | null, units: ShownUnits): string {
  return nm === null ? "" : String(Math.round(distanceOfNauticalMiles(nm, units) * 100) / 100);
}

function milesOf(text: string, units: ShownUnits): number | null {
  const number = Number(text);
  if (text === "" || !(number >= 0)) return null;
  return Math.round((number / distanceOfNauticalMiles(1, units)) * 1000) / 1000;
}

interface Ties {
  readonly id: string;
  readonly className: string;
}

function Choice({
  label,
  children,
}: {
  readonly label: string;
  readonly children: (ties: Ties) => ReactNode;
}) {
  const id = useId();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {children({ id, className: "field__control" })}
    </div>
  );
}
