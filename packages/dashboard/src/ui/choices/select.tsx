import { type KeyboardEvent, useId } from "react";
import type { ChoiceProps } from "../form/choice.ts";
import { Icon } from "../icon.tsx";
import "../form/field.css";
import { NotFetched } from "./not-fetched.tsx";
import { fetchList, useOnDemand } from "./on-demand.ts";
import "./select.css";

/** One of several values, from a list that opens; a combo box to screen readers. */
export function Select<T extends string>(props: ChoiceProps<T>) {
  const { label, hint, choices, value, disabled = false } = props;
  const hintId = useId();
  const { part: list, failed, want } = useOnDemand(fetchList);
  if (list !== null) return <list.OpenSelect {...props} />;
  function pressed(event: KeyboardEvent): void {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    want();
  }
  return (
    <div className="field select">
      <span className="field__label">{label}</span>
      <button
        type="button"
        className="field__control select__button"
        role="combobox"
        aria-expanded={false}
        aria-haspopup="listbox"
        // Its text is the value; the accessible name is the label alone.
        aria-label={label}
        aria-describedby={hint === undefined ? undefined : hintId}
        disabled={disabled}
        onClick={want}
        onKeyDown={pressed}
      >
        <span className="select__value">{choices.find(([choice]) => choice === value)?.[1]}</span>
        <Icon name="open" size={20} />
      </button>
      {failed ? <NotFetched /> : null}
      {hint === undefined ? null : (
        <span id={hintId} className="field__hint">
          {hint}
        </span>
      )}
    </div>
  );
}
