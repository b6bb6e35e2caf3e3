import type { Speech } from "../../languages/speech.ts";
import { decimal } from "../../units/locale.ts";

/** A value as short as can be read on a bar: one decimal below ten, unless it is whole. */
export function shortFigure(value: number, speech: Speech): string {
  const isShort = Number.isInteger(value) || Math.abs(value) >= 9.95;
  return decimal(value, isShort ? 0 : 1, speech);
}
