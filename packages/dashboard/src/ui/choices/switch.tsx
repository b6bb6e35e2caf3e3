import { Switch as AriaSwitch } from "react-aria-components";
import "./switch.css";

interface SwitchProps {
  readonly label: string;
  readonly hint?: string;
  readonly on: boolean;
  readonly disabled?: boolean;
  readonly onSwitch: (on: boolean) => void;
}

/** A switch, effective at once. */
export function Switch({ label, hint, on, disabled = false, onSwitch }: SwitchProps) {
  return (
    <AriaSwitch className="switch" isSelected={on} isDisabled={disabled} onChange={onSwitch}>
      <span className="switch__words">
        {label}
        {hint === undefined ? null : <span className="switch__hint">{hint}</span>}
      </span>
      <span className="switch__track" aria-hidden="true" />
    </AriaSwitch>
  );
}
