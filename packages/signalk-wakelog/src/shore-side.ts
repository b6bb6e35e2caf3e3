/** Everything that speaks with the shore: pairing, the link, the poll, and what comes down. */
import type { RowBuffer } from "./buffer/row-buffer.ts";
import { AnchorWatch } from "./down/anchor.ts";
import { Commands } from "./down/commands.ts";
import { type Circle, type Kept, NO_ALERTS } from "./down/kept.ts";
import { AlertsAboard } from "./down/shore-alerts.ts";
import { readLine } from "./link/address.ts";
import { left, spend } from "./link/budget.ts";
import { Client, type Cost } from "./link/client.ts";
import { Identity } from "./link/identity.ts";
import { Link, type LinkState } from "./link/link.ts";
import { Outbox } from "./link/outbox.ts";
import { Pace } from "./link/pace.ts";
import { pair } from "./link/pairing.ts";
import { Poll } from "./link/poll.ts";
import type { About, LinkSettings, Mode, News } from "./link/protocol.ts";
import { Transport } from "./link/transport.ts";
import type { Recorder } from "./recorder.ts";
import type { Clocks } from "./sample/true-time.ts";
import type { ServerApp } from "./server-api.ts";
import type { Log } from "./status/events.ts";

/** What a poll costs, roughly. */
const POLL_BYTES = 1000;

/** What the shore's side needs of the others. */
export interface ShoreSideParts {
  readonly app: ServerApp;
  readonly id: string;
  readonly version: string;
  readonly clocks: Clocks;
  readonly folder: string;
  readonly kept: Kept;
  readonly recorder: Recorder;
  readonly about: (buffer: RowBuffer) => About;
  readonly introduce: () => { readonly name?: string; readonly mmsi?: string; readonly uuid?: string };
  readonly configured: (settings: LinkSettings) => void;
  readonly log: Log;
}

/** The shore's side of the plugin. */
export class ShoreSide {
  readonly identity: Identity;
  readonly anchor: AnchorWatch;
  readonly alerts: AlertsAboard;
  readonly #parts: ShoreSideParts;
  readonly #client = new Client();
  /** For pairing with another server, which the pinned certificate is not of. */
  readonly #stranger = new Client();
  readonly #transport: Transport;
  readonly #outbox = new Outbox();
  readonly #pace = new Pace(Math.random);
  readonly #poll: Poll;
  readonly #commands: Commands;
  #link: Link | null = null;

  constructor(parts: ShoreSideParts) {
    const { app, clocks, folder, id, kept, log, recorder } = parts;
    this.#parts = parts;
    this.identity = new Identity(folder);
    this.#transport = new Transport(this.#client, (cost) => this.#spend(cost));
    this.alerts = new AlertsAboard(app, id);
    this.anchor = new AnchorWatch(app, id, log);
    this.#client.pin(kept.memory.settings.certificate);
    this.#commands = new Commands({
      app,
      id,
      kept,
      outbox: this.#outbox,
      server: () => this.identity.paired?.server ?? null,
      now: () => recorder.time.now(),
      watchAnchor: (circle) => this.watchAnchor(circle),
      send: () => this.send(),
      setMode: (mode) => kept.keep({ mode }),
      log,
    });
    this.#poll = new Poll({
      identity: this.identity,
      transport: this.#transport,
      clocks,
      pace: new Pace(Math.random),
      versions: () => ({ settings: kept.memory.settings.version, alerts: kept.memory.alerts.version }),
      isWanted: () =>
        this.mode === "normal" &&
        !this.#pace.isFailing &&
        this.state.lastSent !== null &&
        this.#left() > POLL_BYTES,
      take: (news) => this.#take(news),
    });
  }

  /** How the boat is meant to send: chosen on board, else ashore. */
  get chosenMode(): Mode | "auto" {
    const { mode, settings } = this.#parts.kept.memory;
    return mode ?? settings.mode;
  }

  /** How the boat sends now. */
  get mode(): Mode {
    const wanted = this.chosenMode;
    if (wanted !== "auto") return wanted;
    return this.#pace.isSlow ? "metered" : "normal";
  }

  /** How the link is. */
  get state(): LinkState {
    return this.#link?.state ?? { lastSent: null, lastError: null, failure: null };
  }

  /** Begins to send from a buffer. */
  begin(buffer: RowBuffer): void {
    const { about, clocks, kept, log, recorder, app, version } = this.#parts;
    this.#link = new Link({
      clocks,
      buffer,
      version,
      log,
      time: recorder.time,
      identity: this.identity,
      transport: this.#transport,
      pace: this.#pace,
      outbox: this.#outbox,
      settings: () => kept.memory.settings,
      mode: () => this.mode,
      underway: () => recorder.sampler.underway,
      alerts: () => kept.memory.alerts.version,
      about: () => about(buffer),
      present: () => recorder.sampler.present(),
      isEmergency: () =>
        Object.values(recorder.sampler.alarms.all() ?? {}).some(({ state }) => state === "emergency"),
      left: () => this.#left(),
      take: (news) => this.#take(news),
      report: (rows) => app.reportOutputMessages?.(rows),
    });
    if (kept.memory.anchor !== null) this.anchor.set(kept.memory.anchor);
    this.alerts.show(kept.memory.alerts);
    this.#link.wake();
  }

  /** What the clock asks for, each second. */
  tick(): void {
    this.#link?.wake();
    this.#poll.wake();
  }

  /** Sends what is urgent. */
  urge(): void {
    this.#link?.urge();
  }

  /** Sends everything now. */
  send(): void {
    this.#link?.send();
  }

  /** Sets the anchor watch, or ends it. */
  watchAnchor(circle: Circle | null): void {
    this.#parts.kept.keep({ anchor: circle });
    this.anchor.set(circle);
  }

  /** Acknowledges or silences a notification aboard. @returns why it cannot be; null if it was */
  quiet(kind: "acknowledge" | "silence", data: Readonly<Record<string, unknown>>): string | null {
    return this.#commands.quiet(kind, data);
  }

  /** An alert from ashore was acknowledged aboard. */
  acknowledge(alert: number): void {
    this.#outbox.acknowledged(alert);
    this.urge();
  }

  /** Pairs the boat. @throws a sentence for people */
  async pair(line: string): Promise<void> {
    const { introduce, log, recorder, version } = this.#parts;
    const vessel = introduce();
    const name = vessel.name ?? "Signal K";
    const transport = this.#isServer(readLine(line).server)
      ? this.#transport
      : new Transport(this.#stranger, (cost) => this.#spend(cost));
    const result = await pair(line, this.identity, transport, { name, version, vessel });
    // What is known of alerts may be another boat's.
    this.#take({ alerts: NO_ALERTS });
    this.#poll.reset();
    if (result.time !== null) recorder.time.shore(result.time);
    if (result.settings !== null) this.#configure(result.settings);
    log("paired", result.vessel.name || result.vessel.id);
    this.send();
  }

  /** Ends; resolves when no connection is open. */
  async stop(): Promise<void> {
    this.#client.close();
    this.#stranger.close();
    await Promise.all([this.#link?.stop(), this.#poll.stop()]);
    this.alerts.clear();
  }

  #isServer(address: string): boolean {
    const { paired } = this.identity;
    return paired !== null && new URL(paired.server).hostname === new URL(address).hostname;
  }

  #take({ alerts, commands, settings }: News): void {
    const { kept } = this.#parts;
    if (settings !== undefined && settings.version !== kept.memory.settings.version)
      this.#configure(settings);
    if (alerts !== undefined) {
      kept.keep({ alerts });
      this.alerts.show(alerts);
    }
    if (commands === undefined || commands.length === 0) return;
    this.#commands.take(commands);
    this.urge();
  }

  #configure(settings: LinkSettings): void {
    const { configured, kept, log } = this.#parts;
    // What was chosen on board holds until the shore chooses again.
    const chosen = settings.mode === kept.memory.settings.mode ? {} : { mode: null };
    kept.keep({ settings, ...chosen });
    this.#client.pin(settings.certificate);
    configured(settings);
    log("settings");
  }

  /** Bytes that the mode's budget leaves for today. */
  #left(): number {
    const { kept, recorder } = this.#parts;
    return left(kept.memory.spent, recorder.time.now(), this.mode, kept.memory.settings.budget);
  }

  #spend(cost: Cost): void {
    const { kept, recorder } = this.#parts;
    kept.count(spend(kept.memory.spent, recorder.time.now(), this.mode, cost));
  }
}
