import { RadioGroup as AriaRadioGroup, Label, Radio, Text } from "react-aria-components";
import { type ChoiceProps, choose } from "../form/choice.ts";
import "../form/field.css";
import "./radio-group.css";

/** A choice between a few values, all visible. */
export function RadioGroup<T extends string>({
  label,
  hint,
  choices,
  value,
  disabled = false,
  onChoose,
}: ChoiceProps<T>) {
  return (
    <AriaRadioGroup
      className="field"
      isDisabled={disabled}
      value={value}
      onChange={(wanted) => choose({ choices, onChoose }, wanted)}
    >
      <Label className="field__label">{label}</Label>
      <div className="radio-group__choices">
        {choices.map(([choice, words]) => (
          <Radio key={choice} value={choice} className="radio-group__choice">
            {words}
          </Radio>
        ))}
      </div>
      {hint === undefined ? null : (
        <Text slot="description" className="field__hint">
          {hint}
        </Text>
      )}
    </AriaRadioGroup>
  );
}
