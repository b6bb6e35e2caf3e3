import {
  Select as AriaSelect,
  Button,
  Label,
  ListBox,
  ListBoxItem,
  SelectValue,
  Text,
} from "react-aria-components";
import { type ChoiceProps, choose } from "../form/choice.ts";
import { Icon } from "../icon.tsx";
import "../form/field.css";
import { Popover } from "./popover.tsx";
import { useOpened } from "./use-opened.ts";

/** A select whose list is open at first. */
export function OpenSelect<T extends string>({
  label,
  hint,
  choices,
  value,
  disabled = false,
  onChoose,
}: ChoiceProps<T>) {
  const { button, open, setOpen } = useOpened();
  return (
    <AriaSelect
      className="field select"
      isOpen={open}
      onOpenChange={setOpen}
      isDisabled={disabled}
      value={value}
      onChange={(key) => choose({ choices, onChoose }, key)}
    >
      <Label className="field__label">{label}</Label>
      <Button
        ref={button}
        className="field__control select__button"
        // Its text is the value; the accessible name is the label alone.
        render={(props) => (
          <button
            {...props}
            role="combobox"
            aria-expanded={props["aria-expanded"]}
            aria-label={label}
            aria-labelledby={undefined}
          />
        )}
      >
        <SelectValue className="select__value">{({ selectedText }) => selectedText}</SelectValue>
        <Icon name="open" size={20} />
      </Button>
      {hint === undefined ? null : (
        <Text slot="description" className="field__hint">
          {hint}
        </Text>
      )}
      <Popover className="select__popover">
        <ListBox className="popover__list">
          {choices.map(([choice, words]) => (
            <ListBoxItem key={choice} id={choice} textValue={words} className="popover__item">
              <span>{words}</span>
              <Icon name="check" size={20} />
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
