/** A boat on a clock that the test moves. */
import type { Draft } from "../../src/buffer/row.ts";
import { Sampler, type SampleSettings } from "../../src/sample/sampler.ts";
import { type Clocks, TrueTime } from "../../src/sample/true-time.ts";

/** 2026-06-01T12:00:00Z. */
export const NOON = 1_780_315_200_000;

/** As without settings from ashore. */
export const USUAL: SampleSettings = {
  rest: 300,
  underway: 60,
  deviation: 15,
  skip: [],
  only: [],
  position_source: null,
  watch: [],
};

/** Clocks that the test moves. */
export class HandClocks implements Clocks {
  mono = 1000;
  system_ = NOON;
  system(): number {
    return this.system_;
  }
  monotonic(): number {
    return this.mono;
  }
  /** Lets time pass on both. */
  pass(ms: number): void {
    this.mono += ms;
    this.system_ += ms;
  }
}

/** A boat and the rows that its sampler made. */
export class Sea {
  readonly clocks = new HandClocks();
  readonly rows: Draft[] = [];
  readonly urgent: boolean[] = [];
  readonly time = new TrueTime(this.clocks, { correct: () => undefined, renew: () => undefined });
  readonly sampler: Sampler;

  constructor(settings: Partial<SampleSettings> = {}, trip: string | null = null) {
    this.sampler = new Sampler(
      {
        clocks: this.clocks,
        time: this.time,
        lastsMs: () => 300_000,
        run: () => "run1",
        emit: (draft, urgent) => {
          this.rows.push(draft);
          this.urgent.push(urgent);
        },
        trip,
      },
      { ...USUAL, ...settings },
    );
  }

  /** An instrument says a value. */
  say(path: string, value: unknown, $source = "gps"): void {
    this.sampler.delta({ updates: [{ $source, values: [{ path, value }] }] }, () => false);
  }

  /** A fix of the receiver. */
  fix(latitude: number, longitude: number, $source = "gps"): void {
    this.say("navigation.position", { latitude, longitude }, $source);
  }

  /** Seconds pass, each with a tick. */
  pass(seconds: number, each: (second: number) => void = () => undefined): void {
    for (let second = 1; second <= seconds; second += 1) {
      this.clocks.pass(1000);
      each(second);
      this.sampler.tick();
    }
  }

  /** When rows were made, in seconds since the clocks began. */
  seconds(): number[] {
    return this.rows.map(({ mono }) => (mono - 1000) / 1000);
  }
}
