/** One run of the plugin: its parts, made at start and ended at stop. */
import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { findOther, OTHER, type OtherPlugin, unsentRows } from "./adopt/adopt.ts";
import { type Draft, isRecord } from "./buffer/row.ts";
import type { RowBuffer } from "./buffer/row-buffer.ts";
import { Kept } from "./down/kept.ts";
import { Pace } from "./link/pace.ts";
import type { LinkSettings } from "./link/protocol.ts";
import { LinkError } from "./link/transport.ts";
import { machineClocks } from "./machine.ts";
import { History } from "./providers/history.ts";
import { Tracks } from "./providers/tracks.ts";
import { tripsProvider } from "./providers/trips.ts";
import { Recorder } from "./recorder.ts";
import type { PathValue, ServerApp } from "./server-api.ts";
import { ShoreSide } from "./shore-side.ts";
import { Events } from "./status/events.ts";
import { type Situation, sentenceOf, stateOf } from "./status/status.ts";
import { Vessel } from "./vessel.ts";

/** Where the trip's UUID stands for other programs, until Signal K has a path for it. */
const TRIP_PATH = "navigation.trip.id";
const TICK_MS = 1000;
const STATUS_TICKS = 2;
const ANCHOR_TICKS = 10;

/** A run of the plugin. */
export class Aboard {
  readonly kept: Kept;
  readonly recorder: Recorder;
  readonly shore: ShoreSide;
  readonly vessel: Vessel;
  readonly events: Events;
  readonly history: History;
  readonly tracks: Tracks;
  readonly #app: ServerApp;
  readonly #id: string;
  readonly #options: Record<string, unknown>;
  readonly #pairing = new Pace(Math.random);
  readonly #opened: Promise<void>;
  #timer: ReturnType<typeof setInterval> | null = null;
  #ticks = 0;
  #line: string | null;
  #isPairing = false;
  #pairingError: string | null = null;
  #said = "";
  /** The alarms of the last urgent row. */
  #alarms = "{}";
  #isStopped = false;
  #publishedTrip: string | null = null;
  #other: OtherPlugin | null;

  constructor(app: ServerApp, id: string, options: unknown) {
    this.#app = app;
    this.#id = id;
    this.#options = isRecord(options) ? options : {};
    const { pairing } = this.#options;
    this.#line = typeof pairing === "string" && pairing.trim() !== "" ? pairing : null;
    const folder = app.getDataDirPath();
    this.#other = findOther(folder);
    this.kept = new Kept(join(folder, "aboard.json"));
    const { settings, trip } = this.kept.memory;
    this.events = new Events(() => this.recorder.time.now());
    this.vessel = new Vessel(app);
    const log = this.events.add;
    const now = () => this.recorder.time.now();
    this.history = new History(
      () => this.buffer,
      () => this.vessel.context(),
      now,
    );
    const vessel = () => ({ context: this.vessel.context(), name: this.vessel.introduction().name });
    this.tracks = new Tracks(() => this.buffer, vessel, now);
    this.recorder = new Recorder({
      app,
      clocks: machineClocks,
      folder,
      settings,
      megabytes: settings.keep.megabytes,
      trip,
      recorded: (draft, urgent) => this.#recorded(draft, urgent),
      notified: (value) => this.#notified(value),
      log,
    });
    this.shore = new ShoreSide({
      app,
      id,
      version: manifest.version,
      clocks: machineClocks,
      folder,
      kept: this.kept,
      recorder: this.recorder,
      about: (buffer) => this.vessel.about(buffer),
      introduce: () => this.vessel.introduction(),
      configured: (changed) => this.#configured(changed),
      log,
    });
    this.#provide();
    this.recorder.subscribe();
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#opened = this.#open();
    this.#tell();
  }

  /** The buffer; null until it is read. */
  get buffer(): RowBuffer | null {
    return this.recorder.buffer;
  }

  /** What the state follows from. */
  situation(): Situation {
    const { buffer } = this;
    const { failure, lastError, lastSent } = this.shore.state;
    return {
      isPaired: this.shore.identity.paired !== null,
      mode: this.shore.mode,
      waiting: buffer?.waiting ?? 0,
      oldest: buffer?.rows.oldestTime() ?? null,
      now: this.recorder.time.now(),
      lastSent,
      failure,
      lastError: lastError ?? this.#pairingError,
      disk: buffer?.queue.failure ?? null,
      hasOther: this.#other?.isEnabled ?? false,
    };
  }

  /** Pairs the boat by a line. @throws a sentence for people */
  async pair(line: string): Promise<void> {
    await this.shore.pair(line);
    this.#line = null;
    this.#pairingError = null;
    if (this.#options.pairing !== undefined) {
      const { pairing: _, ...rest } = this.#options;
      this.#app.savePluginOptions(rest, (error) => {
        if (error) this.events.add("settingsNotSaved", String(error));
      });
    }
    this.#tell();
  }

  /** The other plugin whose pairing and rows can be taken over; null if there is none, or the boat is paired. */
  get adoptable(): string | null {
    const isPaired = this.shore.identity.paired !== null;
    return typeof this.#other?.line === "string" && !isPaired ? OTHER : null;
  }

  /** Takes over the other plugin's pairing, and its unsent rows once. @throws a sentence for people */
  async adopt(): Promise<number> {
    const { buffer } = this;
    const line = this.#other?.line ?? null;
    if (line === null || buffer === null) throw new Error(`There is no ${OTHER} to take over from.`);
    await this.pair(line);
    if (this.kept.memory.adopted) return 0;
    const rows = unsentRows(this.#app.getDataDirPath());
    this.kept.keep({ adopted: true });
    for (const row of rows) buffer.append(row, false);
    buffer.sync();
    this.events.add("takenOver", rows.length);
    this.shore.send();
    return rows.length;
  }

  /** Ends the run; resolves when no timer, socket or file is open. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#isStopped = true;
    await this.#opened;
    await this.shore.stop();
    this.recorder.close();
    this.kept.keep({});
  }

  /** Answers Signal K's questions about the past, where the server has them. */
  #provide(): void {
    this.#app.registerHistoryApiProvider?.(this.history);
    this.#app.registerTrackApiProvider?.(this.tracks);
    this.#app.registerResourceProvider?.(tripsProvider(() => this.buffer));
  }

  async #open(): Promise<void> {
    try {
      const buffer = await this.recorder.open();
      if (this.#isStopped) return;
      if (buffer.lost > 0) this.events.add("damaged", buffer.lost);
      this.shore.begin(buffer);
    } catch (error) {
      this.events.add("notOpened", error instanceof Error ? error.message : String(error));
      this.#app.setPluginError(
        `Disk full or broken: ${error instanceof Error ? error.message : String(error)}.`,
      );
    }
  }

  #tick(): void {
    this.recorder.tick();
    const { fix } = this.recorder.sampler;
    if (fix !== null) this.shore.anchor.fix(fix);
    this.shore.tick();
    this.#pairByLine();
    this.#ticks += 1;
    if (this.#ticks % ANCHOR_TICKS === 0) {
      if (this.shore.anchor.adopt()) this.kept.keep({ anchor: this.shore.anchor.circle });
    }
    if (this.#ticks % STATUS_TICKS === 0) this.#tell();
    const { trip } = this.recorder.sampler;
    if (trip !== this.kept.memory.trip) this.kept.keep({ trip });
    this.#publishTrip(this.kept.memory.settings.publish_trip ? trip : null);
  }

  /** Tells other programs aboard which trip this is, if the settings say so. */
  #publishTrip(trip: string | null): void {
    if (trip === this.#publishedTrip) return;
    this.#publishedTrip = trip;
    this.#app.handleMessage(this.#id, { updates: [{ values: [{ path: TRIP_PATH, value: trip }] }] });
  }

  /** Pairs by the line of the settings, again and again while there is no link. */
  #pairByLine(): void {
    const line = this.#line;
    const now = machineClocks.monotonic();
    if (line === null || this.#isPairing || now < this.#pairing.notBefore) return;
    this.#isPairing = true;
    this.pair(line)
      .catch((error) => {
        const failure = error instanceof LinkError ? error.failure : "refused";
        this.#pairingError = error instanceof Error ? error.message : String(error);
        this.#pairing.failed(now, failure, error instanceof LinkError ? error.retryAfter : null);
        if (!this.#isStopped) this.events.add("notPaired", this.#pairingError);
      })
      .finally(() => {
        this.#isPairing = false;
      });
  }

  /** By satellite only a change of the alarms is urgent, even if a row that was not urgent told it first. */
  #recorded({ facts }: Draft, urgent: boolean): void {
    if (!urgent) return;
    const alarms = JSON.stringify(facts?.alarms ?? {});
    const isAlarm = alarms !== this.#alarms;
    this.#alarms = alarms;
    if (isAlarm || this.shore.mode !== "satellite") this.shore.urge();
  }

  #notified({ path, value }: PathValue): void {
    const alert = this.shore.alerts.acknowledgedBy(path, value);
    if (alert !== null) this.shore.acknowledge(alert);
  }

  #configured(settings: LinkSettings): void {
    this.recorder.sampler.configure(settings);
    this.recorder.resize(settings.keep.megabytes);
  }

  #tell(): void {
    const situation = this.situation();
    const state = stateOf(situation);
    const sentence = sentenceOf(situation);
    if (sentence === this.#said) return;
    this.#said = sentence;
    if (state === "refused" || state === "disk") this.#app.setPluginError(sentence);
    else this.#app.setPluginStatus(sentence);
  }
}
