/** Makes rows of what the boat's instruments say. */
import { type Draft, FLAG, type Value } from "../buffer/row.ts";
import type { Delta, Update } from "../server-api.ts";
import { distance, type Position, positionOf } from "./geo.ts";
import { type Fix, isDue, isUnderway, LEAST_SPEED, leavesLine, type Pace } from "./motion.ts";
import { PositionSource } from "./position-source.ts";
import { flatten, isRecorded, matcherOf, significant } from "./recorded-paths.ts";
import { isNotification, StandingAlarms } from "./standing-alarms.ts";
import { Trip } from "./trip.ts";
import type { Clocks, TrueTime } from "./true-time.ts";
import { type Change, Values, type Watch } from "./values.ts";

const SPEED = "navigation.speedOverGround";
const COURSE = "navigation.courseOverGroundTrue";
const POSITION = "navigation.position";
/** The greatest values since the last row of these are recorded. */
const GREATEST = [SPEED, "environment.wind.speedApparent"];
const FIX_LASTS_MS = 60_000;
/** A boat that is so near to where she was, in metres, has stayed there. */
const SAME_PLACE = 200;
/** Fixes between rows that are looked at. */
const MOST_BETWEEN = 1000;
/** Between rows that a change of state makes, and others made at once. */
const GAPS_MS = { state: 5000, threshold: 5000, alarm: 1000 };
/** The server's cached values come one by one. */
const SETTLING_MS = 1000;
const OURS = "signalk-wakelog";
/** The anchor watch aboard counts ashore too, whichever plugin set it. */
const OURS_RECORDED = /^(notifications\.)?navigation\.anchor(\.|$)/;

/** What decides how rows are made. */
export interface SampleSettings extends Pace {
  readonly skip: readonly string[];
  readonly only: readonly string[];
  readonly position_source: string | null;
  readonly watch: readonly Watch[];
}

/** What the sampler needs of the others. */
export interface SamplerParts {
  readonly clocks: Clocks;
  readonly time: TrueTime;
  /** How long a number counts without being refreshed. */
  readonly lastsMs: (path: string) => number;
  /** The mark of the present run. */
  readonly run: () => string;
  /** Takes a row. @param urgent it must be sent at once */
  readonly emit: (draft: Draft, urgent: boolean) => void;
  /** The trip that a former run was on. */
  readonly trip: string | null;
}

interface Snapshot {
  readonly mono: number;
  readonly fix: Fix | null;
  readonly underway: boolean;
  readonly values: Record<string, Value | null>;
  readonly max: Record<string, number>;
}

/** The sampler. */
export class Sampler {
  readonly source = new PositionSource();
  readonly alarms = new StandingAlarms();
  readonly #parts: SamplerParts;
  readonly #values: Values;
  readonly #trip: Trip;
  readonly #started: number;
  #settings: SampleSettings;
  #isWanted: (path: string) => boolean = () => true;
  #fix: Fix | null = null;
  /** The former run's last fix, until the first one of this run. */
  #former: (Position & { readonly time: number }) | null = null;
  #last: Snapshot | null = null;
  #lastFix: Fix | null = null;
  #between: Fix[] = [];
  /** What the boat knew at the fix before this one. */
  #before: Snapshot | null = null;
  #max: Record<string, number> = {};
  #pending: { readonly due: number; readonly urgent: boolean } | null = null;
  #madeAtOnce = Number.NEGATIVE_INFINITY;

  constructor(parts: SamplerParts, settings: SampleSettings) {
    this.#parts = parts;
    this.#settings = settings;
    this.#values = new Values(parts.lastsMs);
    this.#started = parts.clocks.monotonic();
    this.#trip = new Trip(parts.trip, this.#started);
    this.configure(settings);
  }

  /** Takes the former run's last fix: the trip goes on unless the boat has stayed there. */
  resume(last: Position & { readonly time: number }): void {
    this.#former = last;
    this.#compare();
  }

  /** Takes other settings. */
  configure(settings: SampleSettings): void {
    this.#settings = settings;
    this.source.wanted = settings.position_source;
    const isSkipped = matcherOf(settings.skip);
    const isOnly = settings.only.length === 0 ? () => true : matcherOf(settings.only);
    this.#isWanted = (path) => isOnly(path) && !isSkipped(path);
  }

  /** The trip's UUID; null between trips. */
  get trip(): string | null {
    return this.#trip.id;
  }

  /** Whether the boat was under way at the last fix. */
  get underway(): boolean {
    return this.#fix !== null && isUnderway(this.#lastFix, this.#fix);
  }

  /** The newest fix; null without a fix of the last minute. */
  get fix(): Fix | null {
    return this.#fix;
  }

  /** A number that counts now; null if there is none. */
  number(path: string): number | null {
    return this.#values.number(path, this.#parts.clocks.monotonic());
  }

  /** Takes a delta of the own vessel. @param isStale its numbers are too old to count */
  delta(delta: Delta, isStale: (update: Update) => boolean): void {
    for (const update of delta.updates ?? []) {
      const source = update.$source ?? update.source?.label ?? "";
      const isOurs = source === OURS || source.startsWith(`${OURS}.`);
      const stale = isStale(update);
      for (const { path, value } of update.values ?? []) {
        if (!isOurs || OURS_RECORDED.test(path)) this.#take(path, value, source, stale);
      }
    }
  }

  /** Makes the rows that the clock asks for; called each second. */
  tick(): void {
    const mono = this.#parts.clocks.monotonic();
    if (this.#fix !== null && mono - this.#fix.mono > FIX_LASTS_MS) this.#loseFix();
    if (this.#pending !== null && mono >= this.#pending.due)
      this.#record(this.#snapshot(), this.#pending.urgent);
    const { rest, underway } = this.#settings;
    const since = mono - (this.#last?.mono ?? this.#started);
    const pace = this.#last === null ? FIX_LASTS_MS : (this.underway ? underway : rest) * 1000;
    if (since >= pace) this.#record(this.#snapshot(), false);
    if (this.#trip.update(this.#moves, mono, this.#parts.time.now()) === "over") this.#endTrip();
  }

  /** Makes a row of what is known now, without keeping it. */
  present(): Draft {
    return this.#draft(this.#snapshot(), 0);
  }

  /** A boat that swings at anchor is on no trip. */
  get #moves(): boolean {
    const speed = this.#fix?.speed ?? null;
    return speed === null ? this.underway : speed >= LEAST_SPEED;
  }

  #take(path: string, value: unknown, source: string, stale: boolean): void {
    if (path === "navigation.datetime") this.#parts.time.satellites(stale ? null : value);
    if (isNotification(path)) {
      if (this.alarms.set(path, value)) this.#makeSoon("alarm", true);
    } else if (path === POSITION) {
      const position = positionOf(value);
      const mono = this.#parts.clocks.monotonic();
      if (position !== null && !stale && this.source.accepts(source, mono)) this.#takeFix(position, mono);
    } else if (isRecorded(path)) {
      for (const [name, part] of flatten(path, value)) {
        if ((stale && typeof part === "number") || (name !== path && !isRecorded(name))) continue;
        this.#react(this.#set(name, part));
      }
    }
  }

  #set(path: string, value: Value | null): Change {
    if (typeof value === "number" && GREATEST.includes(path)) {
      this.#max[path] = Math.max(value, this.#max[path] ?? value);
    }
    return this.#values.set(path, value, this.#parts.clocks.monotonic(), this.#settings.watch);
  }

  #react(change: Change): void {
    if (change === "state") this.#makeSoon("state", false);
    else if (change === "threshold") this.#makeSoon("threshold", true);
  }

  /** Makes a row now, or as soon as the gap allows. */
  #makeSoon(kind: keyof typeof GAPS_MS, urgent: boolean): void {
    const mono = this.#parts.clocks.monotonic();
    const settled = kind === "alarm" ? mono : this.#started + SETTLING_MS;
    const due = Math.max(mono, this.#madeAtOnce + GAPS_MS[kind], settled);
    const pending = this.#pending ?? { due, urgent };
    this.#pending = { due: Math.min(due, pending.due), urgent: urgent || pending.urgent };
    if (this.#pending.due <= mono) this.#record(this.#snapshot(), this.#pending.urgent);
  }

  #takeFix(position: Position, mono: number): void {
    const speed = this.#values.number(SPEED, mono);
    const fix: Fix = { ...position, mono, speed, course: this.#values.number(COURSE, mono) };
    this.#fix = fix;
    const underway = isUnderway(this.#lastFix, fix);
    this.#compare();
    const change = this.#trip.update(this.#moves, mono, this.#parts.time.now());
    const last = this.#lastFix;
    if (last === null || change === "begins")
      this.#record(this.#snapshot(), false, change === null ? 0 : FLAG.tripEnd);
    else {
      if (this.#before !== null && leavesLine(last, this.#between, fix, this.#settings)) {
        this.#record(this.#before, false);
      }
      if (isDue(this.#lastFix ?? fix, fix, underway, this.#settings)) this.#record(this.#snapshot(), false);
    }
    if (change === "over") this.#endTrip();
    if (this.#last?.fix === fix) return;
    this.#before = underway ? this.#snapshot() : null;
    this.#between = underway ? [...this.#between.slice(-MOST_BETWEEN), fix] : [];
  }

  #compare(): void {
    if (this.#former === null || this.#fix === null) return;
    if (distance(this.#former, this.#fix) <= SAME_PLACE) this.#trip.restsSince(this.#former.time);
    this.#former = null;
  }

  #loseFix(): void {
    this.#fix = null;
    this.#lastFix = null;
    this.#record(this.#snapshot(), false);
  }

  #endTrip(): void {
    this.#record(this.#snapshot(), false, FLAG.tripEnd);
    this.#trip.end();
  }

  #snapshot(): Snapshot {
    const mono = this.#parts.clocks.monotonic();
    const values = this.#values.snapshot(mono, this.#isWanted);
    return { mono, fix: this.#fix, underway: this.underway, values, max: { ...this.#max } };
  }

  #record(snapshot: Snapshot, urgent: boolean, flags = 0): void {
    const { fix, mono } = snapshot;
    const isNow = snapshot !== this.#before;
    this.#last = snapshot;
    this.#lastFix = fix === null ? null : { ...fix, mono };
    this.#between = isNow || this.#fix === null ? [] : this.#between.filter((one) => one.mono > mono);
    this.#before = null;
    this.#max = {};
    // A row that the clock made tells what was urgent too.
    const isUrgent = urgent || (isNow && this.#pending?.urgent === true);
    if (isNow) {
      if (this.#pending !== null) this.#madeAtOnce = mono;
      this.#pending = null;
    }
    this.#parts.emit(this.#draft(snapshot, flags), isUrgent);
  }

  #draft({ mono, fix, underway, values, max }: Snapshot, flags: number): Draft {
    const alarms = this.alarms.all();
    const greatest = Object.entries(max).filter(([path]) => this.#isWanted(path));
    const facts = {
      ...(alarms === undefined ? {} : { alarms }),
      ...(greatest.length === 0
        ? {}
        : { max: Object.fromEntries(greatest.map(([path, value]) => [path, significant(value, 7)])) }),
      ...(this.#trip.id === null ? {} : { trip: this.#trip.id }),
    };
    const bits =
      (alarms === undefined ? 0 : FLAG.alarms) |
      (underway ? FLAG.underway : 0) |
      (fix === null ? 0 : FLAG.fix);
    const at = Math.round(mono);
    return {
      time: this.#parts.time.at(at),
      run: this.#parts.run(),
      mono: at,
      flags: flags | bits,
      latitude: fix === null ? null : Math.round(fix.latitude * 1e6) / 1e6,
      longitude: fix === null ? null : Math.round(fix.longitude * 1e6) / 1e6,
      values,
      facts: Object.keys(facts).length === 0 ? null : facts,
    };
  }
}
