/** Signal K's History API from the buffer, for the own vessel. */
import type { RowBuffer } from "../buffer/row-buffer.ts";
import { aggregate, exponentialMoving, METHODS, type Method, simpleMoving } from "./aggregates.ts";
import { POSITION, pathsOf, type Sample, samplesOf } from "./samples.ts";
import { durationOf, isoOf, type Span, type SpanQuery, spanOf } from "./times.ts";

const MOST_SINGLE_ROWS = 1000;
const MOST_LINES = 200_000;
const FEWEST_LINES = 200;
/** Seconds of slots that are chosen here. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 300, 600, 900, 1800, 3600, 21_600, 86_400];
const SAMPLES = 5;
const ALPHA = 0.2;
const STEP_NAMES = /^(\d+(?:\.\d+)?)([smhd])$/;
const STEP_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** A column that is asked for. */
interface PathSpec {
  readonly path: string;
  readonly aggregate?: string;
  readonly parameter?: readonly string[];
  readonly sourceRef?: string;
}

/** A question for values. */
interface ValuesQuery extends SpanQuery {
  readonly context?: string;
  readonly resolution?: unknown;
  readonly pathSpecs: readonly PathSpec[];
}

/** An answer. */
interface ValuesAnswer {
  readonly context: string;
  readonly range: { readonly from: string; readonly to: string };
  readonly values: readonly { readonly path: string; readonly method: string }[];
  readonly data: readonly (readonly unknown[])[];
  readonly resolution?: number;
}

interface Column {
  readonly path: string;
  readonly method: Method;
  readonly isGiven: boolean;
  readonly parameter: number | null;
  readonly isNowhere: boolean;
}

/** The History API. */
export class History {
  readonly #buffer: () => RowBuffer | null;
  readonly #context: () => string;
  readonly #now: () => number;

  constructor(buffer: () => RowBuffer | null, context: () => string, now: () => number) {
    this.#buffer = buffer;
    this.#context = context;
    this.#now = now;
  }

  /** Values of paths over time. @throws for a question that cannot be meant */
  async getValues(query: ValuesQuery): Promise<ValuesAnswer> {
    const span = spanOf(query, this.#now());
    const context = this.#context();
    if (!this.#isOwn(query.context)) throw new Error("Only the own vessel is recorded.");
    const columns = query.pathSpecs.map(columnOf);
    const buffer = this.#buffer();
    const step = stepOf(query.resolution);
    const paths = columns.map(({ path }) => path);
    const slots = slotsOf(buffer === null ? [] : await samplesOf(buffer, span, paths), span, step);
    return {
      context,
      range: { from: isoOf(span.from), to: isoOf(span.to) },
      values: columns.map(({ path, method }) => ({ path, method })),
      data: linesOf(slots.slots, columns),
      ...(slots.step === null ? {} : { resolution: slots.step }),
    };
  }

  /** Paths that have a value in a span. */
  async getPaths(query: SpanQuery): Promise<string[]> {
    const buffer = this.#buffer();
    return buffer === null ? [] : pathsOf(buffer, spanOf(query, this.#now()));
  }

  /** The own vessel, if there are rows in a span. */
  async getContexts(query: SpanQuery): Promise<string[]> {
    const { from, to } = spanOf(query, this.#now());
    const pages = this.#buffer()?.rows.between(from, to) ?? [];
    for (const page of pages) if (page.length > 0) return [this.#context()];
    return [];
  }

  #isOwn(context: string | undefined): boolean {
    const own = this.#context();
    return [undefined, "", "self", "vessels.self", own, own.replace(/^vessels\./, "")].includes(context);
  }
}

interface Slot {
  readonly time: number;
  readonly samples: Sample[];
}

function columnOf({ path, aggregate: asked, parameter, sourceRef }: PathSpec): Column {
  const name = asked === "avg" ? "average" : asked;
  const method = METHODS.find((one) => one === name);
  if (name !== undefined && method === undefined) throw new Error(`${asked} is no aggregate.`);
  const number = Number(parameter?.[0]);
  return {
    path,
    method: method ?? (path === POSITION ? "first" : "average"),
    isGiven: method !== undefined,
    parameter: number > 0 ? number : null,
    isNowhere: sourceRef !== undefined && sourceRef !== "",
  };
}

/** Seconds of a slot; null if none is given. @throws if it is none */
function stepOf(resolution: unknown): number | null {
  if (resolution === undefined || resolution === null) return null;
  const [, count, unit] = STEP_NAMES.exec(String(resolution)) ?? [];
  const seconds =
    count === undefined || unit === undefined
      ? (durationOf(resolution) ?? 0) / 1000
      : Number(count) * (STEP_SECONDS[unit] ?? 1);
  if (!(seconds > 0)) throw new Error("The resolution is greater than 0.");
  return seconds;
}

/** Rows by slot: on whole multiples of the step since 1970, or each row by itself. */
function slotsOf(
  samples: readonly Sample[],
  span: Span,
  asked: number | null,
): { slots: Slot[]; step: number | null } {
  if (asked === null && samples.length <= MOST_SINGLE_ROWS) {
    return { slots: samples.map((sample) => ({ time: sample.time, samples: [sample] })), step: null };
  }
  const seconds = (span.to - span.from) / 1000;
  const wanted = asked ?? STEPS.findLast((one) => seconds / one >= FEWEST_LINES) ?? 1;
  const step =
    seconds / wanted > MOST_LINES ? (STEPS.find((one) => seconds / one <= MOST_LINES) ?? 86_400) : wanted;
  const slots: Slot[] = [];
  for (const sample of samples) {
    const time = Math.max(span.from, Math.floor(sample.time / (step * 1000)) * step * 1000);
    const last = slots.at(-1);
    if (last?.time === time) last.samples.push(sample);
    else slots.push({ time, samples: [sample] });
  }
  return { slots, step };
}

function linesOf(slots: readonly Slot[], columns: readonly Column[]): unknown[][] {
  const cells = columns.map((column, at) => cellsOf(slots, column, at));
  return slots
    .map(({ time }, at) => [isoOf(time), ...cells.map((column) => column[at] ?? null)])
    .filter((line) => line.slice(1).some((value) => value !== null));
}

function cellsOf(slots: readonly Slot[], column: Column, at: number): unknown[] {
  const { path, method, isGiven, isNowhere, parameter } = column;
  if (isNowhere) return slots.map(() => null);
  const cells = slots.map(({ samples }) => {
    const values = samples.map(({ values: all }) => all[at]).filter((value) => value !== undefined);
    const isText = values.length > 0 && values.every((value) => typeof value !== "number");
    return aggregate(!isGiven && isText && path !== POSITION ? "last" : method, values, path);
  });
  if (method === "sma") return simpleMoving(cells, Math.max(1, Math.round(parameter ?? SAMPLES)), path);
  return method === "ema" ? exponentialMoving(cells, Math.min(1, parameter ?? ALPHA), path) : cells;
}
