/**
 * Observations. Code reports notable events; printers decide what to log, instruments what to count. No observation
 * contains a token, a password, a code or a body.
 */

/** All kinds of observations. */
export type Observation =
  | { readonly kind: "started"; readonly what: string; readonly where: string; readonly milliseconds: number }
  | { readonly kind: "stopped"; readonly what: string }
  | { readonly kind: "notice"; readonly what: string; readonly text: string }
  | { readonly kind: "migrated"; readonly version: string; readonly milliseconds: number }
  | {
      readonly kind: "answered";
      readonly method: string;
      readonly path: string;
      /** The class of the request, one of a few words. */
      readonly route: string;
      readonly status: number;
      readonly milliseconds: number;
      readonly role: string | null;
    }
  /** A read was answered, if there is a replica. */
  | { readonly kind: "read"; readonly place: "primary" | "replica" }
  | {
      readonly kind: "schema-loaded";
      readonly relations: number;
      readonly routines: number;
      readonly milliseconds: number;
    }
  | { readonly kind: "database-lost"; readonly cause: unknown }
  | { readonly kind: "database-back" }
  | {
      readonly kind: "job-done";
      readonly channel: string;
      readonly id: number;
      readonly milliseconds: number;
    }
  | {
      readonly kind: "job-failed";
      readonly channel: string;
      readonly id: number;
      readonly attempts: number;
      readonly cause: unknown;
    }
  | {
      readonly kind: "backed-up";
      readonly file: string;
      readonly bytes: number;
      /** Older ones that were removed. */
      readonly removed: number;
      readonly milliseconds: number;
    }
  | { readonly kind: "backup-failed"; readonly cause: unknown }
  | { readonly kind: "fault"; readonly where: string; readonly cause: unknown };

export type Observe = (observation: Observation) => void;

/** Ignores every observation; for tests and tools. */
export const ignoreAll: Observe = () => {};

/** The observation as a sentence for the log. */
export function sentence(o: Observation): string {
  switch (o.kind) {
    case "started":
      return `${o.what} is at ${o.where} (${o.milliseconds} ms)`;
    case "stopped":
      return `${o.what} stopped`;
    case "notice":
      return `${o.what}: ${o.text}`;
    case "migrated":
      return `schema is at ${o.version} (${o.milliseconds} ms)`;
    case "answered":
      return `${o.status} ${o.method} ${o.path} ${o.milliseconds.toFixed(1)} ms ${o.role ?? "-"}`;
    case "read":
      return `read from the ${o.place}`;
    case "schema-loaded":
      return `schema cache: ${o.relations} relations, ${o.routines} functions (${o.milliseconds} ms)`;
    case "database-lost":
      return `the database is away: ${causeText(o.cause)}`;
    case "database-back":
      return "the database is back";
    case "job-done":
      return `job ${o.channel} ${o.id} done (${o.milliseconds} ms)`;
    case "job-failed":
      return `job ${o.channel} ${o.id} failed, attempt ${o.attempts}: ${causeText(o.cause)}`;
    case "backed-up":
      return `backup ${o.file} is verified (${o.bytes} bytes, ${o.milliseconds} ms); ${o.removed} older ones removed`;
    case "backup-failed":
      return `the backup failed: ${causeText(o.cause)}`;
    case "fault":
      return `fault in ${o.where}: ${causeText(o.cause)}`;
  }
}

/** Whether the observation is logged only at level `debug`. */
function isRoutine(o: Observation): boolean {
  if (o.kind === "answered") return o.status < 500;
  return o.kind === "read" || o.kind === "job-done" || o.kind === "schema-loaded";
}

/**
 * Prints observations, one line each; routine ones only when `level` is `debug`. A fault that repeats is printed once a minute,
 * with how often it was left out before.
 * @param now milliseconds since 1970
 */
export function printer(
  write: (line: string) => void,
  options: { readonly format: "pretty" | "json"; readonly level: "info" | "debug" },
  now: () => number = Date.now,
): Observe {
  const leftOut = repeats();
  return (o) => {
    if (options.level === "info" && isRoutine(o)) return;
    const time = new Date(now()).toISOString();
    const text = sentence(o);
    const before = o.kind === "fault" ? leftOut(text, now()) : 0;
    if (before === null) return;
    if (options.format === "pretty")
      write(`${time} ${text}${before === 0 ? "" : ` (repeated ${before} times)`}`);
    else {
      const more = {
        ...("cause" in o ? { cause: causeText(o.cause) } : {}),
        ...(before === 0 ? {} : { repeated: before }),
      };
      write(JSON.stringify({ time, ...o, ...more }));
    }
  };
}

const REPEATED_MS = 60_000;
/** Different faults that are remembered. */
const MOST_REMEMBERED = 100;

/** Tells how often a text was left out since it was printed last; null: leave it out. */
function repeats(): (text: string, now: number) => number | null {
  const printed = new Map<string, { readonly at: number; leftOut: number }>();
  return (text, now) => {
    const last = printed.get(text);
    if (last !== undefined && now - last.at < REPEATED_MS) {
      last.leftOut += 1;
      return null;
    }
    if (printed.size >= MOST_REMEMBERED) printed.clear();
    printed.set(text, { at: now, leftOut: 0 });
    return last?.leftOut ?? 0;
  };
}

/** Passes each observation to all observers. */
export function all(...observers: readonly Observe[]): Observe {
  return (o) => {
    for (const observer of observers) observer(o);
  };
}

function causeText(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const text = cause.stack ?? `${cause.name}: ${cause.message}`;
  return cause.cause === undefined ? text : `${text}\n  caused by ${causeText(cause.cause)}`;
}
