import { useId } from "react";
import "./segmented.css";

interface SegmentedProps<T extends string> {
  readonly legend: string;
  readonly choices: readonly (readonly [T, string])[];
  readonly value: T;
  readonly onChoose: (value: T) => void;
}

/** A choice between a few visible values; radio buttons to keyboard and screen readers. */
export function Segmented<T extends string>({ legend, choices, value, onChoose }: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="segmented__legend">{legend}</legend>
      <div className="segmented__choices">
        {choices.map(([choice, words]) => (
          <label key={choice} className="segmented__choice">
            <input type="radio" name={name} checked={choice === value} onChange={() => onChoose(choice)} />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
