/** Recording: the instruments' values become rows in the buffer, with or without a link. */
import { dateEarlierRuns } from "./buffer/earlier-runs.ts";
import { limitOf, Room } from "./buffer/room.ts";
import { type Draft, FLAG, isRecord } from "./buffer/row.ts";
import { RowBuffer } from "./buffer/row-buffer.ts";
import { runMark } from "./machine.ts";
import { Sampler, type SampleSettings } from "./sample/sampler.ts";
import { type Clocks, TrueTime } from "./sample/true-time.ts";
import type { Delta, PathValue, ServerApp, Update } from "./server-api.ts";
import type { Log } from "./status/events.ts";

const LASTS_MS = 300_000;
const LEAST_LASTS_MS = 5000;
const SYNC_MS = 30_000;
const SAVE_MS = 600_000;
/** After a start the server hands out what it remembers, however old. */
const CACHED_MS = 10_000;
/** Rows that are made before the buffer is read. */
const MOST_EARLY = 1000;

/** What recording needs of the others. */
export interface RecorderParts {
  readonly app: ServerApp;
  readonly clocks: Clocks;
  readonly folder: string;
  readonly settings: SampleSettings;
  readonly megabytes: number;
  readonly trip: string | null;
  /** A row was kept. */
  readonly recorded: (draft: Draft, urgent: boolean) => void;
  /** A notification came. */
  readonly notified: (value: PathValue) => void;
  readonly log: Log;
}

/** The recorder. */
export class Recorder {
  readonly time: TrueTime;
  readonly sampler: Sampler;
  readonly #parts: RecorderParts;
  readonly #unsubscribes: (() => void)[] = [];
  readonly #started: number;
  #run = runMark();
  #buffer: RowBuffer | null = null;
  #room: Room | null = null;
  #early: { readonly draft: Draft; readonly urgent: boolean }[] = [];
  #synced = 0;
  #saved = 0;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
    const { clocks } = parts;
    this.#started = clocks.monotonic();
    this.time = new TrueTime(clocks, {
      correct: (offset, known) => this.#correct(offset, known),
      renew: () => this.#renew(),
    });
    this.sampler = new Sampler(
      {
        clocks,
        time: this.time,
        lastsMs: (path) => lastsMsOf(parts.app.getMetadata?.(`vessels.self.${path}`)),
        run: () => this.#run,
        emit: (draft, urgent) => this.#emit(draft, urgent),
        trip: parts.trip,
      },
      parts.settings,
    );
  }

  /** The buffer; null until it is read. */
  get buffer(): RowBuffer | null {
    return this.#buffer;
  }

  /** Bytes that the buffer may take. */
  get limit(): number {
    return this.#room?.limit ?? 0;
  }

  /** Listens to the instruments. */
  subscribe(): void {
    const { app, log } = this.#parts;
    const onError = (error: unknown): void => log("notSubscribed", String(error));
    const onDelta = (delta: Delta): void => this.#take(delta);
    const subscribe = (path: string, more: object): void =>
      app.subscriptionmanager.subscribe(
        { context: "vessels.self", ...more, subscribe: [{ path, policy: "instant" }] },
        this.#unsubscribes,
        onError,
        onDelta,
      );
    subscribe("*", {});
    // The source of the position is chosen here. Older servers ignore the policy, and send the position twice.
    subscribe("navigation.position", { sourcePolicy: "all" });
  }

  /** Reads the buffer; rows made in the meantime follow. */
  async open(): Promise<RowBuffer> {
    const { clocks, folder, megabytes } = this.#parts;
    const start = { run: this.#run, mono: Math.round(this.#started), time: this.time.at(this.#started) };
    const buffer = await RowBuffer.open(folder, start);
    this.#buffer = buffer;
    this.#resume(buffer);
    this.resize(megabytes);
    if (this.#run !== start.run) {
      buffer.begin({ run: this.#run, mono: Math.round(clocks.monotonic()), time: this.time.now() });
    }
    for (const { draft, urgent } of this.#early) this.#keep(buffer, draft, urgent);
    this.#early = [];
    if (this.time.isKnown) this.#correct(Math.round(this.time.now() - clocks.monotonic()), true);
    return buffer;
  }

  /** Gives the buffer another limit. */
  resize(megabytes: number): void {
    if (this.#buffer === null) return;
    this.#room = new Room(this.#buffer, limitOf(this.#parts.folder, megabytes, this.#buffer.shelf.size));
  }

  /** What the clock asks for, each second. */
  tick(): void {
    this.time.check();
    this.sampler.tick();
    const buffer = this.#buffer;
    if (buffer === null) return;
    if (buffer.queue.failure !== null && !buffer.flush()) this.#attempt(() => this.#room?.free());
    else this.#attempt(() => this.#room?.step(this.time.now()));
    const mono = this.#parts.clocks.monotonic();
    if (mono - this.#synced >= SYNC_MS) {
      this.#synced = mono;
      buffer.flushNotes();
      this.#attempt(() => buffer.sync());
    }
    if (mono - this.#saved >= SAVE_MS) {
      this.#saved = mono;
      buffer.saveState(false);
    }
  }

  /** Ends, with everything on disk. */
  close(): void {
    for (const unsubscribe of this.#unsubscribes.splice(0)) unsubscribe();
    this.#attempt(() => this.#buffer?.close());
  }

  #resume({ rows }: RowBuffer): void {
    const last = rows.last();
    if (last === null || last.latitude === null || last.longitude === null) return;
    this.sampler.resume({ latitude: last.latitude, longitude: last.longitude, time: last.time });
  }

  #take(delta: Delta): void {
    const isSettling = this.#parts.clocks.monotonic() - this.#started < CACHED_MS;
    this.sampler.delta(delta, (update) => isSettling && isOld(update, this.#parts.clocks.system()));
    for (const update of delta.updates ?? []) {
      for (const value of update.values ?? []) {
        if (value.path.startsWith("notifications.")) this.#parts.notified(value);
      }
    }
  }

  #emit(draft: Draft, urgent: boolean): void {
    if (this.#buffer !== null) this.#keep(this.#buffer, draft, urgent);
    else if (this.#early.length < MOST_EARLY) this.#early.push({ draft, urgent });
  }

  #keep(buffer: RowBuffer, draft: Draft, urgent: boolean): void {
    buffer.append(draft, urgent || (draft.flags & FLAG.alarms) !== 0);
    this.#parts.recorded(draft, urgent);
  }

  #correct(offset: number, known: boolean): void {
    const buffer = this.#buffer;
    if (buffer === null) return;
    buffer.correct(this.#run, offset, { known });
    if (known) dateEarlierRuns(buffer);
  }

  #renew(): void {
    this.#run = runMark();
    const mono = Math.round(this.#parts.clocks.monotonic());
    this.#buffer?.begin({ run: this.#run, mono, time: this.time.now() });
  }

  #attempt(step: () => unknown): void {
    try {
      step();
    } catch (error) {
      this.#parts.log("diskRefused", error instanceof Error ? error.message : String(error));
    }
  }
}

/** How long a number counts, by its metadata: five minutes, or less if it times out. */
function lastsMsOf(meta: unknown): number {
  const timeout = isRecord(meta) ? meta.timeout : undefined;
  if (typeof timeout !== "number" || !(timeout > 0)) return LASTS_MS;
  return Math.min(LASTS_MS, Math.max(LEAST_LASTS_MS, timeout * 1000));
}

function isOld({ timestamp }: Update, now: number): boolean {
  const time = timestamp === undefined ? Number.NaN : Date.parse(timestamp);
  return now - time > LASTS_MS;
}
