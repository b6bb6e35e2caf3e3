/** When rows were measured, by what became known of their run's clock afterwards. */
import type { Clock, Run } from "./notes.ts";
import { Ranges } from "./ranges.ts";
import type { RowHead } from "./row.ts";

/** A row's time. */
export interface Dated {
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
  readonly doubt: boolean;
}

interface Correction extends Clock {
  readonly exempt: Ranges;
}

/** The runs of the process, and how their monotonic clocks are dated. */
export class Dating {
  readonly #corrections = new Map<string, Correction[]>();
  /** In the order in which they began. */
  readonly #runs = new Map<string, Run>();

  /** A run that began. */
  began(run: Run): void {
    if (!this.#runs.has(run.run)) this.#runs.set(run.run, run);
  }

  /** What became known of a run's clock. */
  correct(clock: Clock): void {
    const earlier = this.#corrections.get(clock.run) ?? [];
    // Each segment repeats what the earlier ones said.
    if (earlier.some(({ at }) => at === clock.at)) return;
    this.#corrections.set(clock.run, [...earlier, { ...clock, exempt: new Ranges(clock.but) }]);
  }

  /** How often a run's clock was corrected. */
  count(run: string): number {
    return this.#corrections.get(run)?.length ?? 0;
  }

  /** A row's time. */
  timeOf({ number, time, run, mono }: RowHead): Dated {
    const corrections = this.#corrections.get(run) ?? [];
    const last = corrections.findLast(({ exempt }) => !exempt.has(number, number));
    return last === undefined ? { time, doubt: false } : { time: mono + last.offset, doubt: last.doubt };
  }

  /** The runs before one, newest first, each with the run that followed it. */
  before(run: string): readonly (readonly [Run, next: Run])[] {
    const runs = [...this.#runs.values()];
    const index = runs.findIndex((one) => one.run === run);
    return runs
      .slice(0, Math.max(0, index))
      .map((one, at) => [one, runs[at + 1] ?? one] as const)
      .reverse();
  }

  /** When a run began, as far as known. */
  beginning({ run, mono, time }: Run): number {
    const last = this.#corrections.get(run)?.at(-1);
    return last === undefined ? time : mono + last.offset;
  }

  /** Whether a run's time was ever known, or is dated by the run that followed. */
  isSettled(run: string): boolean {
    return this.#corrections.get(run)?.some(({ known, doubt }) => known || doubt) ?? false;
  }

  /** The notes that another segment needs to read the rows of these runs. */
  notesFor(runs: ReadonlySet<string>): readonly { readonly began?: Run; readonly clock?: Clock }[] {
    const began = [...this.#runs.values()].filter(({ run }) => runs.has(run)).map((run) => ({ began: run }));
    const clocks = [...this.#corrections]
      .filter(([run]) => runs.has(run))
      .flatMap(([, corrections]) => corrections.map(({ exempt: _, ...clock }) => ({ clock })));
    return [...began, ...clocks];
  }
}
