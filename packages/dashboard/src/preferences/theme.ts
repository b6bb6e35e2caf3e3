import { useCallback, useEffect, useState } from "react";
import { remember, remembered } from "../offline/remembered.ts";

/** The colours of the dashboard. `auto` follows the system: day, or dusk if dark is preferred. */
export type ThemeChoice = "auto" | "day" | "dusk" | "night";
export type Theme = Exclude<ThemeChoice, "auto">;

const KEY = "wakelog.theme";
const CHOICES: readonly ThemeChoice[] = ["auto", "day", "dusk", "night"];
const dark = window.matchMedia("(prefers-color-scheme: dark)");

/** The choice on this device. */
function themeChoice(): ThemeChoice {
  const stored = remembered(KEY);
  return CHOICES.find((choice) => choice === stored) ?? "auto";
}

/** Applies the chosen theme to the page. */
export function applyTheme(): { readonly theme: Theme; readonly themeChoice: ThemeChoice } {
  const choice = themeChoice();
  const theme = choice !== "auto" ? choice : dark.matches ? "dusk" : "day";
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", themeColour("--frame"));
  return { theme, themeChoice: choice };
}

/**
 * The theme, as chosen here, by the system or in another tab. Applied to the page before components render with it.
 */
export function useAppliedTheme() {
  const [applied, setApplied] = useState(applyTheme);
  useEffect(() => {
    const follow = () => setApplied(applyTheme());
    dark.addEventListener("change", follow);
    window.addEventListener("storage", follow);
    return () => {
      dark.removeEventListener("change", follow);
      window.removeEventListener("storage", follow);
    };
  }, []);
  const chooseTheme = useCallback((choice: ThemeChoice): void => {
    remember(KEY, choice);
    setApplied(applyTheme());
  }, []);
  return { ...applied, chooseTheme };
}

/** A design token's value in the current theme, for canvases, which do not read CSS. */
export function themeColour(name: `--${string}`): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
