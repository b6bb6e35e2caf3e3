/** What the axes of all plots have in common. */
import type uPlot from "uplot";
import type { Speech } from "../languages/speech.ts";
import { themeColour } from "../preferences/theme.ts";
import { decimal } from "../units/locale.ts";
import { timeLabels } from "./time-labels.ts";

/** An axis in the current theme's colours. */
export function axisLook(): uPlot.Axis {
  const font = `600 12px ${getComputedStyle(document.body).fontFamily}`;
  return {
    stroke: themeColour("--ink-soft"),
    grid: { stroke: themeColour("--plot-grid"), width: 1 },
    ticks: { stroke: themeColour("--plot-grid"), width: 1 },
    font,
    labelFont: font,
    labelSize: 18,
  };
}

/** An axis of times, which names their zone. */
export function timeAxis(zone: string, speech: Speech): uPlot.Axis {
  return {
    ...axisLook(),
    space: 64,
    label: zone.replaceAll("_", " "),
    values: (_, instants, _axis, _space, step) => timeLabels(instants, step, zone, speech),
  };
}

/** An axis of values, as wide as its labels. */
export function valueAxis(unit: string, speech: Speech, downwards: boolean): uPlot.Axis {
  return {
    ...axisLook(),
    size: (_, labels: readonly string[] | null) =>
      24 + 7 * Math.max(3, ...(labels ?? []).map((label) => label.length)),
    values: (_, ticks) => valueLabels(ticks, unit, speech, downwards),
  };
}

/** Decimals needed to write every tick exactly, at most three. */
function digitsOf(ticks: readonly number[]): number {
  const isWhole = (digits: number) =>
    ticks.every((tick) => Math.abs(tick * 10 ** digits - Math.round(tick * 10 ** digits)) < 1e-6);
  return [0, 1, 2].find(isWhole) ?? 3;
}

/** Labels of ticks in the user's notation; the topmost has the unit. */
function valueLabels(ticks: readonly number[], unit: string, speech: Speech, downwards: boolean): string[] {
  const digits = digitsOf(ticks);
  const top = downwards ? 0 : ticks.length - 1;
  return ticks.map((tick, index) => {
    const figure = decimal(tick, digits, speech);
    if (index !== top || unit === "") return figure;
    return unit === "°" ? `${figure}°` : `${figure} ${unit}`;
  });
}
