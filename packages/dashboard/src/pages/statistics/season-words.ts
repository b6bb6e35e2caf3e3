import { msg } from "@lingui/core/macro";
import type { YearShare } from "../../api/statistics/statistics.ts";
import {
  distanceOfNauticalMiles,
  distanceUnit,
  quantity,
  type ShownUnits,
  spoken,
} from "../../units/quantity.ts";

/** The distance of a season, and what it is compared with: the year before, as a whole or up to the same day. */
interface Compared {
  readonly year: number;
  readonly nm: number;
  readonly before: number | null;
  readonly isToDate: boolean;
}

/**
 * Compares a season with the one before.
 * @param today decides whether the season is still going on
 */
export function comparedSeason(
  years: readonly YearShare[],
  year: number | null,
  today: string,
): Compared | null {
  const shown = year ?? years.at(-1)?.year;
  const season = years.find((one) => one.year === shown);
  if (shown === undefined || season === undefined) return null;
  const isToDate = today.startsWith(`${shown}-`);
  const other = years.find((one) => one.year === shown - 1);
  const before = other === undefined ? null : isToDate ? other.toDateNm : other.nm;
  return { year: shown, nm: season.nm, before, isToDate };
}

/** `412 NM, 38 more than at this time last year.` */
export function seasonWords({ year, nm, before, isToDate }: Compared, shown: ShownUnits): string {
  const { i18n } = shown;
  const units = (value: number) => distanceOfNauticalMiles(value, shown);
  // Short seasons need their decimals, in both numbers.
  const digits = units(Math.max(nm, before ?? 0)) < 10 ? 1 : 0;
  const number = (value: number) => quantity(value, digits, distanceUnit(shown), shown);
  const distance = spoken(number(units(nm)));
  if (before === null) return i18n._(msg`${distance} in ${year}.`);
  const rounded = (value: number) => Number(units(value).toFixed(digits));
  const change = rounded(nm) - rounded(before);
  const [figure, last] = [number(Math.abs(change)).figure, year - 1];
  if (isToDate) {
    if (change > 0) return i18n._(msg`${distance}, ${figure} more than at this time last year.`);
    if (change < 0) return i18n._(msg`${distance}, ${figure} less than at this time last year.`);
    return i18n._(msg`${distance}, as much as at this time last year.`);
  }
  if (change > 0) return i18n._(msg`${distance}, ${figure} more than in ${last}.`);
  if (change < 0) return i18n._(msg`${distance}, ${figure} less than in ${last}.`);
  return i18n._(msg`${distance}, as much as in ${last}.`);
}
