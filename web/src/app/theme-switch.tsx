import { chooseTheme, nextTheme, type Theme, useTheme } from "../preferences/theme.ts";
import { Icon } from "../ui/icon.tsx";

const WORDS: Readonly<Record<Theme, string>> = { day: "Day", dusk: "Dusk", night: "Night" };

/** One touch to the next light: day, dusk, night red. */
export function ThemeSwitch() {
  const theme = useTheme();
  const next = nextTheme(theme);
  return (
    <button
      type="button"
      className="theme-switch"
      onClick={() => chooseTheme(next)}
      aria-label={`Light: ${WORDS[theme]}. Switch to ${WORDS[next].toLowerCase()}.`}
    >
      <Icon name={theme} />
      <span>{WORDS[theme]}</span>
    </button>
  );
}
