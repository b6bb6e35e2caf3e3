import { msg, plural } from "@lingui/core/macro";
import type { Alert } from "../../../api/alerts/alerts.ts";
import { SEVERITIES } from "../../../api/alerts/rules.ts";
import type { StayCode } from "../../../api/places/stays.ts";
import { POSITION_KEY } from "../../../features/alerts/anchor-watch.ts";
import { SEVERITY_WORDS } from "../../../features/alerts/severity.ts";
import { quantityOf } from "../../../measurements/measure.ts";
import type { Display } from "../../../preferences/display.tsx";
import { formatAge, formatDuration } from "../../../units/duration.ts";
import { ageSeconds, isFresh } from "../../../units/freshness.ts";
import { sinceIn } from "../../../units/instant.ts";
import { quantity, spoken } from "../../../units/quantity.ts";
import { LYING, MOVING } from "./doing-words.ts";

/** What the boat does. */
export type Doing =
  | { readonly kind: "unknown" }
  | {
      readonly kind: "moving";
      readonly by: "sail" | "engine" | "unknown";
      readonly from: string | null;
      readonly started: Date | null;
    }
  | {
      readonly kind: "lying";
      readonly stayCode: StayCode;
      readonly place: string | null;
      /** Whether the place is named by the next town. */
      readonly isBesideTown: boolean;
      readonly arrived: Date | null;
    };

/** An active alert, in the words of the alerts. */
export interface WordedAlert extends Pick<Alert, "severity" | "kind" | "key"> {
  readonly name: string;
  readonly words: string;
}

/** Everything that the head line depends on. */
export interface BoatState {
  /** The active alerts, newest first. */
  readonly alerts: readonly WordedAlert[];
  /** Time of the newest row; null if the boat was never heard. */
  readonly heard: Date | null;
  /** For how long her values are current. */
  readonly freshSeconds: number;
  /** Whether the server answers: otherwise the rest is what this device kept. */
  readonly reachable: boolean;
  readonly doing: Doing;
  /** The armed anchor watch, metres; the distance is null without a current position. Null unless armed. */
  readonly watch: { readonly distance: number | null; readonly radius: number } | null;
  readonly volts: number | null;
  readonly charging: boolean;
  /** Null if the boat does not measure it. */
  readonly bilge: "dry" | "wet" | null;
}

/** The boat's state in words. */
export interface HeadLine {
  readonly tone: "good" | "warn" | "bad" | "plain";
  /** Whole sentences. The verdict first: what is wrong, worst first, or that all is well. */
  readonly verdict: readonly [string, ...string[]];
  /** What the boat does, and how she is. */
  readonly more: readonly string[];
}

/** Boats that save power send a row every hour. */
const SILENT_SECONDS = 70 * 60;

/** Whether the service alerts that the anchor watch has no position. */
function isBlindWatch({ kind, key }: WordedAlert): boolean {
  return kind === "silent" && key === POSITION_KEY;
}

/** What is wrong, worst first, and how bad the worst is. */
function faultsOf(
  { alerts, heard, freshSeconds, reachable, bilge, watch }: BoatState,
  now: Date,
  display: Display,
): { readonly tone: "warn" | "bad"; readonly faults: readonly string[] } {
  const { i18n } = display;
  const [worst, ...others] = [...alerts].sort(
    (a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity),
  );
  const faults: string[] = [];
  let tone: "warn" | "bad" = "warn";
  const add = (words: string, isBad: boolean) => {
    if (isBad) tone = "bad";
    faults.push(words);
  };
  if (worst !== undefined) {
    const severity = i18n._(SEVERITY_WORDS[worst.severity]);
    const { name, words } = worst;
    add(i18n._(msg`${severity}: ${name}. ${words}`), true);
    if (others.length > 0) {
      add(i18n._(msg`${plural(others.length, { one: "# more alert.", other: "# more alerts." })}`), true);
    }
  }
  const isDragTold = alerts.some(({ kind }) => kind === "drag");
  if (watch !== null && watch.distance !== null && watch.distance > watch.radius && !isDragTold) {
    const metres = (value: number) => spoken(quantityOf("length", value, display));
    const [distance, radius] = [metres(watch.distance), metres(watch.radius)];
    add(i18n._(msg`Outside the anchor watch: ${distance} of ${radius}.`), true);
  }
  if (watch !== null && watch.distance === null && !alerts.some(isBlindWatch)) {
    add(i18n._(msg`No position for the anchor watch.`), true);
  }
  if (bilge === "wet") add(i18n._(msg`Water in the bilge, or the bilge pump is running.`), true);
  if (heard !== null && !isFresh(heard, now, freshSeconds)) {
    const seconds = ageSeconds(heard, now);
    const lasting = formatDuration(Math.abs(seconds));
    if (seconds < 0) add(i18n._(msg`The boat's clock is ${lasting} ahead.`), false);
    else add(i18n._(msg`Not heard from for ${lasting}.`), seconds > Math.max(SILENT_SECONDS, freshSeconds));
  }
  if (!reachable) add(i18n._(msg`No connection to the server.`), false);
  return { tone, faults };
}

/** What the boat does, as a sentence; null if unknown. */
function doingOf(doing: Doing, now: Date, display: Display): string | null {
  const { i18n } = display;
  if (doing.kind === "unknown") return null;
  const place = doing.kind === "moving" ? doing.from : doing.place;
  const words = doing.kind === "moving" ? MOVING[doing.by] : LYING[doing.stayCode];
  const at = doing.kind === "lying" && doing.isBesideTown ? LYING[doing.stayCode].beside : words.at;
  const from = doing.kind === "moving" ? doing.started : doing.arrived;
  const { when, since } = sinceIn(from, now, display);
  return place === null ? i18n._(words.somewhere.id, { when, since }) : i18n._(at.id, { place, when, since });
}

/** How she was, after her silence was named: nothing that may have changed since. */
function lastValuesOf({ volts }: BoatState, { i18n, sentences }: Display): readonly string[] {
  if (volts === null) return [];
  const voltage = spoken(quantity(volts, 1, "V", { i18n, sentences }));
  return [i18n._(msg`Last battery voltage: ${voltage}.`)];
}

/** How she is: battery, bilge, and when last heard. */
function valuesOf({ volts, charging, bilge }: BoatState, age: string, { i18n, sentences }: Display): string {
  const dry = bilge === "dry";
  if (volts === null) {
    return dry ? i18n._(msg`Bilge dry, last heard ${age}.`) : i18n._(msg`Last heard ${age}.`);
  }
  const voltage = spoken(quantity(volts, 1, "V", { i18n, sentences }));
  if (charging) {
    return dry
      ? i18n._(msg`Battery ${voltage} and charging, bilge dry, last heard ${age}.`)
      : i18n._(msg`Battery ${voltage} and charging, last heard ${age}.`);
  }
  return dry
    ? i18n._(msg`Battery ${voltage}, bilge dry, last heard ${age}.`)
    : i18n._(msg`Battery ${voltage}, last heard ${age}.`);
}

/** Says in words how the boat is: what is wrong comes first. "All well" is said only of a boat that was just heard. */
export function headLine(state: BoatState, now: Date, display: Display): HeadLine {
  const { i18n } = display;
  const { heard, doing, watch } = state;
  const { tone, faults } = faultsOf(state, now, display);
  const [first, ...rest] = faults;
  if (heard === null) {
    const never = i18n._(msg`Nothing heard from the boat yet.`);
    return first === undefined
      ? { tone: "plain", verdict: [never], more: [] }
      : { tone, verdict: [first, ...rest, never], more: [] };
  }
  const sentence = doingOf(doing, now, display);
  const isHeard = isFresh(heard, now, state.freshSeconds);
  const isCurrent = isHeard && state.reachable;
  const age = formatAge(ageSeconds(heard, now), display);
  const isAnchored = doing.kind === "lying" && doing.stayCode === 2;
  const more = [
    ...(sentence === null ? [] : [isCurrent ? sentence : i18n._(msg`Last known: ${sentence}`)]),
    ...(watch !== null
      ? [i18n._(msg`The anchor watch is armed.`)]
      : isAnchored
        ? [i18n._(msg`The anchor watch is not armed.`)]
        : []),
    ...(isHeard
      ? [valuesOf({ ...state, charging: state.charging && isCurrent }, age, display)]
      : lastValuesOf(state, display)),
  ];
  return first === undefined
    ? { tone: "good", verdict: [i18n._(msg`All well.`)], more }
    : { tone, verdict: [first, ...rest], more };
}
