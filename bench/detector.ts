/**
 * Scores the detector: `npx tsx bench/detector.ts [--seed 101] [--seeds 5] [--only text] [--verbose] [--each-minute]
 * [--no-speed] [--no-year]`. `--each-minute` sends a row every minute at rest too; `--no-speed` sends no speed. Prints
 * a table of scenario × form of status, the fold of a year, and one JSON line.
 */
import { parseArgs } from "node:util";
import { DAY } from "@wakelog/kit/time/units.ts";
import { fold, initialState, unsettled } from "../packages/server/src/boat/voyages/detector/detector.ts";
import type { Fix } from "../packages/server/src/boat/voyages/detector/fixes/fix.ts";
import type { Interval } from "../packages/server/src/boat/voyages/detector/intervals/interval.ts";
import { DEFAULT_SETTINGS } from "../packages/server/src/boat/voyages/detector/thresholds.ts";
import { SCENARIOS } from "../packages/server/test/boat/voyages/detector/scenarios/catalogue.ts";
import { Ledger } from "../packages/server/test/boat/voyages/detector/scenarios/ledger.ts";
import { FORMS, type Form } from "../packages/server/test/boat/voyages/detector/scenarios/receiver.ts";
import {
  make,
  type Scenario,
  type Truth,
} from "../packages/server/test/boat/voyages/detector/scenarios/scenario.ts";
import { type Score, score } from "../packages/server/test/boat/voyages/detector/scenarios/score.ts";
import { timeYear } from "./detector-year.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "101" },
    seeds: { type: "string", default: "5" },
    only: { type: "string", default: "" },
    verbose: { type: "boolean", default: false },
    "each-minute": { type: "boolean", default: false },
    "no-speed": { type: "boolean", default: false },
    year: { type: "boolean", default: true },
  },
  allowNegative: true,
});
const first = Number(values.seed);
const seeds = Array.from({ length: Number(values.seeds) }, (_, i) => first + i);

const otherwise = { eachMinute: values["each-minute"], noSpeed: values["no-speed"] };
/** Logs whose distance error exceeds their scenario's tolerance. */
const tooFar: string[] = [];

function percent(part: number): string {
  return `${part >= 0 ? "+" : "−"}${(Math.abs(part) * 100).toFixed(2)} %`;
}

/** Runs whose start or end error exceeds their scenario's tolerance. */
const misdated: string[] = [];

/** Runs in which late fixes gave another logbook than fixes in order. */
const unlike: string[] = [];

function sameAsLive(arriving: readonly Fix[][], live: readonly Interval[]): boolean {
  const ledger = new Ledger();
  for (const batch of arriving) ledger.receive(batch);
  return JSON.stringify(ledger.intervals()) === JSON.stringify(live);
}

interface Row {
  readonly scenario: string;
  readonly form: Form;
  readonly scores: readonly Score[];
  readonly weeks: number;
}

function intervalsOf(
  scenario: Scenario,
  form: Form,
  seed: number,
): { intervals: readonly Interval[]; row: Score; weeks: number } {
  const { fixes, arriving, truth } = make(scenario, form, seed, otherwise);
  const folded = fold(initialState(), fixes, DEFAULT_SETTINGS);
  const intervals = [...folded.settled, ...unsettled(folded.state, DEFAULT_SETTINGS)];
  if (scenario.arrives !== undefined && !sameAsLive(arriving, intervals))
    unlike.push(`${scenario.name} / ${form} / ${seed}`);
  const row = score(intervals, fixes, truth, scenario.asVoyages === true);
  const wrong = row.falseTrips + row.missed + row.wrongSplits + row.wrongJoins > 0;
  const within = scenario.datesWithinS ?? 120;
  const off = [...row.startErrors, ...row.endErrors].some((e) => Math.abs(e) > within);
  if (off) misdated.push(`${scenario.name} / ${form} / ${seed}`);
  const allowed = scenario.distanceWithin ?? 0.01;
  for (const error of row.distanceErrors) {
    if (Math.abs(error) > allowed) tooFar.push(`${scenario.name} / ${form} / ${seed}: ${percent(error)}`);
  }
  const bent = row.distanceErrors.some((error) => Math.abs(error) > allowed);
  if (values.verbose && (wrong || off || bent)) explain(scenario, form, seed, intervals, truth.trips);
  return { intervals, row, weeks: weeksAtRest(truth) };
}

function weeksAtRest(truth: Truth): number {
  const underWay = truth.trips.reduce((sum, trip) => sum + trip.to - trip.from, 0);
  return (truth.end - truth.begin - underWay) / (7 * DAY);
}

function explain(
  scenario: Scenario,
  form: Form,
  seed: number,
  intervals: readonly Interval[],
  trips: readonly { from: number; to: number }[],
): void {
  const at = (t: number | null) => (t === null ? "…" : new Date(t).toISOString().slice(0, 19));
  console.log(`-- ${scenario.name} / ${form} / seed ${seed}`);
  for (const t of trips) console.log(`   truth ${at(t.from)} ${at(t.to)}`);
  for (const i of intervals)
    console.log(
      `   ${i.kind.padEnd(5)} ${at(i.from)} ${at(i.to)} ${i.fromReason.text} → ${i.toReason?.text ?? ""}`,
    );
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function errors(numbers: readonly number[]): string {
  if (numbers.length === 0) return "-";
  const sizes = numbers.map(Math.abs);
  return `${median(sizes).toFixed(0)} / ${Math.max(...sizes).toFixed(0)}`;
}

/** The largest error in either direction. */
function farthest(parts: readonly number[]): string {
  if (parts.length === 0) return "-";
  return percent(parts.reduce((most, part) => (Math.abs(part) > Math.abs(most) ? part : most), 0));
}

// First, so that its memory figures do not include the scenarios.
const year = values.year ? timeYear() : null;
const rows: Row[] = [];
for (const scenario of SCENARIOS.filter((s) => s.name.includes(values.only))) {
  for (const form of scenario.forms ?? FORMS) {
    const runs = seeds.map((seed) => intervalsOf(scenario, form, seed));
    rows.push({
      scenario: scenario.name,
      form,
      scores: runs.map((r) => r.row),
      weeks: runs.reduce((w, r) => w + r.weeks, 0),
    });
  }
}

function sum(
  scores: readonly Score[],
  key: "wanted" | "got" | "falseTrips" | "missed" | "wrongSplits" | "wrongJoins",
): number {
  return scores.reduce((total, s) => total + s[key], 0);
}

console.log(
  `Seeds ${seeds[0]} to ${seeds.at(-1)}; wanted and got are sums over them; errors in seconds, median / worst; distance is the worst log of the scenario.\n`,
);
console.log(
  "| Scenario | Status | Wanted | Got | False / week | Missed | Splits | Joins | Start error | End error | Distance |",
);
console.log("|---|---|---|---|---|---|---|---|---|---|---|");
for (const { scenario, form, scores, weeks } of rows) {
  const starts = scores.flatMap((s) => s.startErrors);
  const ends = scores.flatMap((s) => s.endErrors);
  const cells = [
    scenario,
    form,
    sum(scores, "wanted"),
    sum(scores, "got"),
    (sum(scores, "falseTrips") / weeks).toFixed(2),
  ];
  console.log(
    `| ${[...cells, sum(scores, "missed"), sum(scores, "wrongSplits"), sum(scores, "wrongJoins"), errors(starts), errors(ends), farthest(scores.flatMap((s) => s.distanceErrors))].join(" | ")} |`,
  );
}
/** The first of the runs that broke a rule. */
function listed(runs: readonly string[]): string {
  if (runs.length === 0) return "always";
  return `not in ${runs.slice(0, 20).join("; ")}${runs.length > 20 ? ` and ${runs.length - 20} more` : ""}`;
}

console.log(
  `\nStarts and ends within two minutes of the truth, or a tracker's interval: ${listed(misdated)}.`,
);
console.log(
  `\nLate fixes led to another logbook than fixes in order: ${unlike.length === 0 ? "never" : unlike.join("; ")}.`,
);
console.log(`\nDistance within 1 % of the truth, 3 % where positions were jammed: ${listed(tooFar)}.`);
const all = rows.flatMap((r) => r.scores);
if (year !== null) {
  console.log(
    `\nA year, ${year.fixes} fixes: ${year.seconds.toFixed(2)} s, ${year.microsPerFix.toFixed(1)} µs a fix, ${year.legs} legs; heap in use after each tenth ${year.heapMb.join(", ")} MB, most resident ${year.residentMb} MB; state ${year.stateBytes} bytes at most.`,
  );
}
const starts = all.flatMap((s) => s.startErrors.map(Math.abs));
const ends = all.flatMap((s) => s.endErrors.map(Math.abs));
console.log(
  JSON.stringify({
    bench: "detector",
    seeds,
    runs: all.length,
    wanted: sum(all, "wanted"),
    got: sum(all, "got"),
    falseTrips: sum(all, "falseTrips"),
    missed: sum(all, "missed"),
    wrongSplits: sum(all, "wrongSplits"),
    wrongJoins: sum(all, "wrongJoins"),
    weeksAtRest: Math.round(rows.reduce((weeks, row) => weeks + row.weeks, 0)),
    distances: all.reduce((sum, one) => sum + one.distanceErrors.length, 0),
    unlikeLive: unlike.length,
    distanceTooFar: tooFar.length,
    misdated: misdated.length,
    startErrorSeconds: { median: median(starts), worst: Math.max(0, ...starts) },
    endErrorSeconds: { median: median(ends), worst: Math.max(0, ...ends) },
    dateErrorSeconds: { median: median([...starts, ...ends]), worst: Math.max(0, ...starts, ...ends) },
    year,
  }),
);
