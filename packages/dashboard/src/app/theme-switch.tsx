import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { useDisplayChoices } from "../preferences/display.tsx";
import { Icon } from "../ui/icon.tsx";
import "./theme-switch.css";

/** Chooses the theme: day, dusk, or red for the night. */
export function ThemeSwitch() {
  const { t } = useLingui();
  const name = useId();
  const { display, chooseTheme } = useDisplayChoices();
  const choices = [["day", t`Day`] as const, ["dusk", t`Dusk`] as const, ["night", t`Night`] as const];
  return (
    <div className="theme-switch" role="radiogroup" aria-label={t`Theme`}>
      {choices.map(([theme, words]) => (
        <label key={theme} className="theme-switch__choice" title={words}>
          <input
            type="radio"
            name={name}
            aria-label={words}
            checked={theme === display.theme}
            onChange={() => chooseTheme(theme)}
          />
          <Icon name={theme} size={20} />
        </label>
      ))}
    </div>
  );
}
