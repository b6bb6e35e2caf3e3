/**
 * Alerts as they follow from the rows that were judged, found by looking back over all of them: slow, without a state,
 * and written only to judge the evaluator.
 */
import { distanceM } from "@wakelog/kit/geo/distance.ts";

export interface PlainRow {
  readonly time: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly metrics: Readonly<Record<string, number>>;
}

export interface PlainRule {
  readonly name: string;
  readonly kind: "below" | "above" | "outside" | "drag";
  readonly key: string | null;
  readonly low: number;
  readonly high: number;
  readonly hysteresis: number;
  /** Milliseconds. */
  readonly after: number;
  /** Of drag. */
  readonly circle: { readonly latitude: number; readonly longitude: number; readonly radius: number } | null;
}

export interface PlainAlert {
  readonly rule: string;
  readonly raisedAt: number;
  readonly clearedAt: number | null;
  readonly value: number;
}

interface Judged extends PlainRow {
  readonly isFresh: boolean;
}

const QUARTER_HOUR = 15 * 60_000;

/** The rows that count, in order of judgement: of each request those newer than all before. */
export function judgedRows(
  posts: readonly { readonly arrived: number; readonly rows: readonly PlainRow[] }[],
): readonly Judged[] {
  const judged: Judged[] = [];
  for (const { arrived, rows } of posts) {
    for (const row of rows.toSorted((a, b) => a.time - b.time)) {
      const newest = judged.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
      if (row.time > newest) judged.push({ ...row, isFresh: arrived - row.time <= QUARTER_HOUR });
    }
  }
  return judged;
}

/** The alerts of one rule. */
export function plainAlerts(rule: PlainRule, rows: readonly Judged[]): readonly PlainAlert[] {
  const { circle, key } = rule;
  const readings = rows.flatMap((row, n) => {
    const { time, isFresh } = row;
    if (circle === null) {
      const value = row.metrics[key ?? ""];
      if (value === undefined) return [];
      const isPast = value < rule.low || value > rule.high;
      return [{ time, isFresh, value, isPast, isBack: !isPast && isWithin(value, rule) }];
    }
    const fix = placeOf(row);
    if (fix === null) return [];
    const value = distanceM(fix, circle);
    const before = rows.slice(0, n).findLast((one) => one.latitude !== null);
    const from = before === undefined ? null : placeOf(before);
    const isNear =
      before === undefined || from === null || distanceM(from, fix) < ((time - before.time) / 1000) * 20;
    const isOut = value > circle.radius;
    return [
      { time, isFresh, value, isPast: isOut && isNear, isBack: value <= circle.radius - rule.hysteresis },
    ];
  });
  const alerts: PlainAlert[] = [];
  for (const [n, { time, isFresh, value, isPast, isBack }] of readings.entries()) {
    const last = alerts.at(-1);
    const isRaised = last !== undefined && last.clearedAt === null;
    const run = readings.slice(0, n + 1).toReversed();
    const end = run.findIndex((one) => !one.isPast);
    const holding = end === -1 ? run : run.slice(0, end);
    const began = holding.at(-1)?.time ?? time;
    const holds = isPast && time - began >= rule.after && holding.length >= (circle === null ? 1 : 2);
    if (!isRaised && isFresh && holds) {
      alerts.push({ rule: rule.name, raisedAt: began, clearedAt: null, value });
    } else if (isRaised && isFresh && isBack) {
      alerts[alerts.length - 1] = { ...last, clearedAt: time };
    }
  }
  return alerts;
}

function isWithin(value: number, { low, high, hysteresis }: PlainRule): boolean {
  const back = Math.min(hysteresis, (high - low) / 2);
  return value >= low + back && value <= high - back;
}

function placeOf({ latitude, longitude }: PlainRow) {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}
