/**
 * Processes that serve requests on shared ports. The first process starts them, restarts one that ends unasked, and
 * replaces them one by one on request.
 */
import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Observe } from "@wakelog/kit/observe.ts";
import { backoff } from "@wakelog/kit/time/backoff.ts";
import { within } from "@wakelog/kit/time/within.ts";
import { type Line, lineOver } from "./line.ts";

/** Time to become ready: on a small machine they all start at once. */
const START_MS = 120_000;
/** Delays before replacing a process that ended before or soon after it was ready. */
const AT_ONCE_MS = 1;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;
/** After this uptime, an exit is no lasting fault. */
const STEADY_MS = 10_000;
/** Health check interval and timeout: longer than anything blocks an event loop. */
const CHECK_EVERY_MS = 10_000;
const STUCK_MS = 30_000;
/** Timeout of a request to a process. */
const ANSWER_MS = 2_000;

/**
 * Megabytes per half of Node's young generation: an eighth of Node's default, which several processes would multiply.
 * Saves some 17 MB each at rest.
 */
const YOUNG_MB = 2;

/** Their name in the log. */
const WHAT = "a process that answers requests";

export interface Processes {
  /** The number of ready processes. */
  ready(): number;
  /** Asks all ready processes; skips those that do not answer in time. */
  ask(what: string, value?: unknown): Promise<readonly unknown[]>;
  /** Notifies all ready processes. */
  tell(what: string): void;
  /**
   * Replaces the processes one by one: the next is ready before the former stops accepting connections.
   * @throws Error if one cannot be started; it and the rest stay
   */
  replace(): Promise<void>;
  /** Stops all. @param graceMs before slow ones are killed */
  stop(graceMs: number): Promise<void>;
}

export interface ProcessesOptions {
  readonly count: number;
  /** Prepares to serve a process. @returns a function to call when it has ended */
  readonly serve: (line: Line) => () => void;
  readonly observe: Observe;
}

interface Process {
  readonly worker: Worker;
  readonly line: Line;
  readonly began: number;
  /** Rejects if it ends before it is ready. */
  readonly ready: Promise<void>;
  readonly ended: Promise<unknown>;
}

/**
 * Starts them. Each runs this program with the same arguments; `inProcess` tells it that it is one of them.
 * @returns when all are ready
 * @throws Error with the reason of the first to fail
 */
export async function startProcesses({ count, serve, observe }: ProcessesOptions): Promise<Processes> {
  // Each accepts when it has time, so that no connection waits for a busy process or is lost on the way to one that
  // ends.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ execArgv: [...process.execArgv, `--max-semi-space-size=${YOUNG_MB}`] });
  const places = new Places(count, serve, observe);
  await places.fill();
  let replacing: Promise<void> = Promise.resolve();
  return {
    ready: () => places.present().length,
    async ask(what, value) {
      const answers = places.present().map(({ line }) => {
        const late = sleep<readonly unknown[]>(ANSWER_MS, [], { ref: false });
        return Promise.race([line.ask(what, value).then((answer) => [answer]), late]).catch(() => []);
      });
      return (await Promise.all(answers)).flat();
    },
    tell(what) {
      for (const { line } of places.present()) line.tell(what);
    },
    replace() {
      replacing = replacing.catch(() => {}).then(() => places.replace());
      return replacing;
    },
    stop: (graceMs) => places.stop(graceMs),
  };
}

/** Slots, each of which should hold one ready process. */
class Places {
  readonly #serve: ProcessesOptions["serve"];
  readonly #observe: Observe;
  readonly #places: (Process | null)[];
  /** The last restart delay of each slot, milliseconds. */
  readonly #waits: number[];
  readonly #living = new Set<Process>();
  readonly #stopping = new AbortController();

  constructor(count: number, serve: ProcessesOptions["serve"], observe: Observe) {
    this.#serve = serve;
    this.#observe = observe;
    this.#places = Array.from({ length: count }, () => null);
    this.#waits = this.#places.map(() => 0);
  }

  /** The ready processes. */
  present(): readonly Process[] {
    return this.#places.filter((one) => one !== null);
  }

  /** Starts one in each slot. @throws Error with the reason of the first to fail, after stopping all */
  async fill(): Promise<void> {
    const begun = await Promise.allSettled(this.#places.map((_, place) => this.#begin(place)));
    const failed = begun.find((one) => one.status === "rejected");
    if (failed === undefined) return;
    await this.stop(0);
    throw failed.reason;
  }

  /** Replaces the ready processes one by one. @throws Error if one cannot be started */
  async replace(): Promise<void> {
    for (const [place, former] of this.#places.entries()) {
      // One that has just ended is being replaced already.
      if (former === null || this.#stopping.signal.aborted) continue;
      await this.#begin(place);
    }
  }

  /** Stops all and starts no more. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping.abort();
    for (const { line } of this.#living) line.tell("stop");
    const all = Promise.all([...this.#living].map(({ ended }) => ended));
    if (await within(graceMs, all)) return;
    for (const { worker } of this.#living) worker.process.kill("SIGKILL");
    await all;
  }

  /** Starts one and waits until it is ready. @throws Error if it fails */
  async #begin(place: number): Promise<void> {
    const one = this.#launch();
    try {
      if (!(await within(START_MS, one.ready))) throw new Error("it was not ready in time");
      if (!this.#living.has(one)) throw new Error("it ended as soon as it was ready");
      const former = this.#places[place];
      this.#places[place] = one;
      former?.line.tell("retire");
    } catch (cause) {
      one.worker.process.kill("SIGKILL");
      throw cause;
    }
  }

  #launch(): Process {
    const worker = cluster.fork();
    const line = lineOver(worker.process);
    const finish = this.#serve(line);
    const ended = once(worker, "exit");
    const one: Process = { worker, line, began: performance.now(), ready: readiness(worker, line), ended };
    this.#living.add(one);
    // An exit before it is ready, or during a request, is handled where it is started.
    void this.#watch(one).catch(() => {});
    void ended.then(() => {
      finish();
      this.#living.delete(one);
      const place = this.#places.indexOf(one);
      if (place >= 0) void this.#revive(place, one);
    });
    return one;
  }

  /** Kills a stuck process. That frees its resources, and another one is started. */
  async #watch(one: Process): Promise<void> {
    await one.ready;
    while (this.#living.has(one)) {
      await sleep(CHECK_EVERY_MS, undefined, { ref: false });
      if (await within(STUCK_MS, one.line.ask("isAlive"))) continue;
      this.#observe({ kind: "notice", what: WHAT, text: "does not respond and is killed" });
      one.worker.process.kill("SIGKILL");
      return;
    }
  }

  /** Replaces one that ended. */
  async #revive(place: number, { worker, began }: Process): Promise<void> {
    this.#places[place] = null;
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    const how = worker.process.signalCode ?? `exit code ${worker.process.exitCode}`;
    this.#observe({ kind: "notice", what: WHAT, text: `ended (${how}); starting another one` });
    const isSteady = performance.now() - began > STEADY_MS;
    const wait = isSteady ? AT_ONCE_MS : Math.max(FIRST_WAIT_MS, 2 * (this.#waits[place] ?? 0));
    this.#waits[place] = wait;
    for await (const _ of backoff(signal, wait, LONGEST_WAIT_MS)) {
      try {
        return await this.#begin(place);
      } catch (cause) {
        if (!signal.aborted) this.#observe({ kind: "fault", where: `starting ${WHAT}`, cause });
      }
    }
  }
}

/** Resolves once a process reports that it is ready. */
function readiness(worker: Worker, line: Line): Promise<void> {
  const ready = new Promise<void>((done, failed) => {
    line.on("ready", () => done());
    line.on("failed", (reason) => failed(new Error(String(reason))));
    worker.once("exit", (code, signal) => failed(new Error(`it ended during start-up (${signal ?? code})`)));
  });
  // It may have no waiter yet, which is fine.
  ready.catch(() => {});
  return ready;
}
