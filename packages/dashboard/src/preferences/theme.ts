import { useSyncExternalStore } from "react";
import { remember, remembered } from "../offline/remembered.ts";

/** The colours of the dashboard. `auto` follows the system: day, or dusk if dark is preferred. */
type ThemeChoice = "auto" | "day" | "dusk" | "night";
export type Theme = Exclude<ThemeChoice, "auto">;

const KEY = "wakelog.theme";
const CHOICES: readonly ThemeChoice[] = ["auto", "day", "dusk", "night"];
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

/** The choice made on this device. */
function themeChoice(): ThemeChoice {
  const stored = remembered(KEY);
  return CHOICES.find((choice) => choice === stored) ?? "auto";
}

/** The theme that is shown. */
function currentTheme(): Theme {
  const choice = themeChoice();
  if (choice !== "auto") return choice;
  return dark.matches ? "dusk" : "day";
}

function apply(): void {
  document.documentElement.dataset.theme = currentTheme();
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", themeColour("--frame"));
  for (const listener of listeners) listener();
}

/** Changes the theme and remembers it on this device. */
export function chooseTheme(choice: ThemeChoice): void {
  remember(KEY, choice);
  apply();
}

/** Puts the theme on the page, and follows the system and other tabs from then on. */
export function followTheme(): void {
  apply();
  dark.addEventListener("change", apply);
  window.addEventListener("storage", apply);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, themeChoice);
}

/** The value of a design token as the current theme sets it, for canvases, which do not read CSS. */
export function themeColour(name: `--${string}`): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
