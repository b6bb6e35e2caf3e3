/** The link to the shore: what is sent when, and what follows from the answers. */
import { type Range, Ranges, rangesOf } from "../buffer/ranges.ts";
import { isRecord } from "../buffer/row.ts";
import type { Shore } from "../buffer/state-file.ts";
import type { Clocks } from "../sample/true-time.ts";
import type { Log } from "../status/events.ts";
import { jsonOf, readAnswer } from "./answers.ts";
import { Composer, type ComposerParts } from "./composer.ts";
import type { Identity, Paired } from "./identity.ts";
import type { Outbox } from "./outbox.ts";
import { intervalOf, urgentGapOf } from "./pace.ts";
import type { Answer, Exchange, Mode, News } from "./protocol.ts";
import { LinkError, type Transport } from "./transport.ts";

/** The server's word on what is wrong is heeded so often in a row. */
const MOST_MENDS = 3;
/** Longer waits are left to the next second's look. */
const SOON_MS = 1500;
/** An alarm does not wait for the end of a longer pause. */
const URGENT_TRY_MS = 30_000;

/** What the link needs of the others. */
export interface LinkParts extends ComposerParts {
  readonly clocks: Clocks;
  readonly identity: Identity;
  readonly transport: Transport;
  readonly outbox: Outbox;
  readonly mode: () => Mode;
  readonly underway: () => boolean;
  readonly take: (news: News) => void;
  readonly log: Log;
  readonly report: (rows: number) => void;
}

/** How the link is. */
export interface LinkState {
  /** True time of the last answer; null before. */
  readonly lastSent: number | null;
  readonly lastError: string | null;
  readonly failure: LinkError["failure"] | null;
}

/** The link. */
export class Link {
  readonly #parts: LinkParts;
  #state: LinkState = { lastSent: null, lastError: null, failure: null };
  #running: Promise<void> | null = null;
  #isUrgent = false;
  /** A person, or a command, wants everything sent now. */
  #isForced = true;
  #lastTry = Number.NEGATIVE_INFINITY;
  #lastDone = Number.NEGATIVE_INFINITY;
  readonly #composer: Composer;
  #backlog = false;
  #mended = 0;
  #poison = 0;
  #isStopped = false;
  #soon: ReturnType<typeof setTimeout> | null = null;

  constructor(parts: LinkParts) {
    this.#parts = parts;
    this.#composer = new Composer(parts);
  }

  /** How the link is. */
  get state(): LinkState {
    return this.#state;
  }

  /** Sends as soon as the mode allows what is urgent. */
  urge(): void {
    this.#isUrgent = true;
    this.wake();
  }

  /** Sends now, also if the link failed a moment ago. */
  send(): void {
    this.#isForced = true;
    this.#parts.pace.reset();
    this.wake();
  }

  /** Exchanges if it is time to; called each second and whenever something is urgent. */
  wake(): void {
    const { paired } = this.#parts.identity;
    if (this.#isStopped || this.#running !== null || paired === null || !this.#isDue()) return;
    this.#running = this.#exchange(paired).finally(() => {
      this.#running = null;
      this.#wakeSoon();
    });
  }

  /** Goes on with a backlog, or with what became urgent meanwhile, as soon as it may. */
  #wakeSoon(): void {
    const { clocks, outbox, pace } = this.#parts;
    const isHurried = this.#backlog || this.#isUrgent || this.#isForced || !outbox.isEmpty;
    const wait = pace.notBefore - clocks.monotonic();
    if (this.#isStopped || !isHurried || wait > SOON_MS) return;
    this.#soon = setTimeout(() => this.wake(), Math.max(10, wait + 10));
  }

  /** Ends; resolves when no request is open. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#soon !== null) clearTimeout(this.#soon);
    await this.#running;
  }

  #isDue(): boolean {
    const { buffer, clocks, mode, pace, outbox, underway } = this.#parts;
    const now = clocks.monotonic();
    if (mode() === "off" || (now < pace.notBefore && !this.#mayHurry(now))) return false;
    if (this.#isForced) return true;
    if (this.#isUrgent || !outbox.isEmpty) return now - this.#lastTry >= urgentGapOf(mode());
    if (this.#backlog || pace.isFailing) return mode() !== "satellite" || pace.isFailing;
    if (now - this.#lastDone < intervalOf(mode(), underway())) return false;
    return mode() !== "normal" || buffer.waiting > 0;
  }

  #mayHurry(now: number): boolean {
    return this.#isUrgent && this.#parts.pace.mayHurry && now - this.#lastTry >= URGENT_TRY_MS;
  }

  async #exchange(paired: Paired): Promise<void> {
    const { clocks, pace, log } = this.#parts;
    this.#lastTry = clocks.monotonic();
    const wasUrgent = this.#isUrgent;
    this.#isUrgent = false;
    this.#isForced = false;
    try {
      await this.#send(paired);
    } catch (error) {
      this.#isUrgent ||= wasUrgent;
      const failed = error instanceof LinkError ? error : new LinkError(String(error), "network", null);
      if (this.#isStopped) return;
      if (this.#state.failure === null) log("linkFailed", failed.message);
      this.#state = { ...this.#state, lastError: failed.message, failure: failed.failure };
      if (!this.#mends(failed, paired)) pace.failed(clocks.monotonic(), failed.failure, failed.retryAfter);
    }
  }

  async #send(paired: Paired): Promise<void> {
    const { buffer, clocks, outbox, pace, time, transport, mode } = this.#parts;
    const key = shoreKey(paired);
    const shore = buffer.shore(key) ?? (await this.#meet(paired, key));
    const sentMode = mode();
    const rows = this.#composer.rows(sentMode);
    if (rows === null) {
      this.#lastDone = clocks.monotonic();
      return;
    }
    const reports = outbox.waiting();
    const body = this.#composer.body(shore, rows, sentMode, reports);
    const started = clocks.monotonic();
    const reply = await transport.ask(
      paired.server,
      { method: "POST", path: "/link", token: paired.key, body, isShort: sentMode === "satellite" },
      (server) => this.#parts.identity.move(paired, server),
    );
    const ms = clocks.monotonic() - started;
    const sent = new Set(rows.map(([number]) => number));
    const answer =
      reply.status === 200
        ? readAnswer(jsonOf(reply.body), sent, (range: Range) => buffer.shelf.holdsOthers(range, sent))
        : null;
    if (answer === null) throw new LinkError("what answered is not a Wakelog server", "network", null);
    const { received, sent: written } = reply.cost;
    pace.succeeded(clocks.monotonic(), rows.length >= pace.batch, written + received, ms);
    this.#poison = 0;
    this.#lastDone = started;
    this.#mended = 0;
    this.#composer.told(body);
    outbox.reported(reports);
    if (answer.time !== undefined) time.shore(answer.time + ms / 2);
    // The time was asked first: the row follows at once.
    if (sentMode === "satellite" && rows.length === 0 && time.isKnown) this.#isForced = true;
    await this.#settle(answer, body, key, shore, paired);
  }

  async #settle(answer: Answer, body: Exchange, key: string, shore: Shore, paired: Paired): Promise<void> {
    const { buffer, log, report, take, time } = this.#parts;
    const acknowledged = body.rows.filter(([number]) =>
      answer.ack.some(([from, to]) => from <= number && number <= to),
    );
    buffer.acknowledge(
      acknowledged.map(([number]) => number),
      shore.stream,
    );
    report(acknowledged.length);
    for (const [number, why] of answer.refused ?? []) log("rowRefused", number, why);
    const told = new Ranges(shore.paths);
    for (const number of Object.keys(body.paths ?? {})) told.add(Number(number), Number(number));
    // It has what it was told of and these rows, unless some were sent before, or it lost others.
    const expected = shore.stored + body.rows.length;
    const stored = Math.max(expected, answer.stored);
    buffer.keepShore(key, { stream: shore.stream, stored, paths: told.toJSON() });
    if (this.#state.failure !== null) log("linkWorks");
    this.#state = { lastSent: time.now(), lastError: null, failure: null };
    const isSatellite = this.#parts.mode() === "satellite";
    this.#backlog = !isSatellite && buffer.waiting > 0 && (acknowledged.length > 0 || body.rows.length === 0);
    take(answer);
    if (answer.stored < expected) await this.#reconcile(paired, key, answer.stored);
  }

  /** Begins with a boat ashore. If her account moved there, it has rows of the stream, which goes on. */
  async #meet(paired: Paired, key: string): Promise<Shore> {
    const { buffer, log } = this.#parts;
    const has = buffer.isStreamTaken ? await this.#hasOf(paired, buffer.stream).catch(noneOfAnother) : [];
    const shore = buffer.newShore(has.length > 0 || !buffer.isStreamTaken);
    if (has.length > 0) {
      buffer.shelf.reconcile(buffer.stream, has);
      log("moved");
    }
    buffer.keepShore(key, shore);
    return shore;
  }

  /** Asks what the shore has. If it was restored from an older copy, it lacks rows, which are sent again. */
  async #reconcile(paired: Paired, key: string, stored: number): Promise<void> {
    const { buffer, log } = this.#parts;
    const shore = buffer.shore(key);
    if (shore === null) return;
    if (buffer.shelf.reconcile(shore.stream, await this.#hasOf(paired, shore.stream))) log("restored");
    buffer.keepShore(key, { ...shore, stored });
    this.#backlog = buffer.waiting > 0;
  }

  /** Numbers of a stream that the shore has. */
  async #hasOf(paired: Paired, stream: string): Promise<readonly Range[]> {
    const path = `/link/has?stream=${stream}`;
    const request = { method: "GET", path, token: paired.key, body: null } as const;
    const { identity, transport } = this.#parts;
    const reply = await transport.ask(paired.server, request, (server) => identity.move(paired, server));
    const json = jsonOf(reply.body);
    const has = isRecord(json) ? rangesOf(json.has) : null;
    if (has === null) throw new LinkError("the server does not say what it has", "network", null);
    return has;
  }

  /** Mends what the server says about the exchange. @returns whether to try again at once */
  #mends({ reply, failure }: LinkError, paired: Paired): boolean {
    const { buffer, pace, time, log } = this.#parts;
    const json = reply === null ? undefined : jsonOf(reply.body);
    const { code, time: shoreTime, numbers, rows } = isRecord(json) ? json : {};
    if (failure === "too large" && typeof rows === "number") pace.limit(rows);
    if (reply?.status === 400 && typeof code === "string") this.#setAside();
    if (reply?.status !== 409) return false;
    const key = shoreKey(paired);
    const shore = buffer.shore(key);
    if (shore === null) return false;
    if (code === "clock" && typeof shoreTime === "number") time.overrule(shoreTime);
    else if (code === "paths" && Array.isArray(numbers)) {
      const kept = new Set(numbers.map(Number));
      const told = shore.paths
        .flatMap(([from, to]) => numbersOf(from, to))
        .filter((number) => !kept.has(number));
      buffer.keepShore(key, { ...shore, paths: new Ranges(told.map((number) => [number, number])).toJSON() });
    } else if (code === "stream") {
      buffer.keepShore(key, buffer.newShore(false));
      log("streamRenamed");
    } else return false;
    this.#isForced = true;
    this.#mended += 1;
    return this.#mended <= MOST_MENDS;
  }

  /** A row that alone makes the server refuse the request three times is set aside, so that it does not hold up the rest. */
  #setAside(): void {
    const { log, pace } = this.#parts;
    pace.limit(Math.max(1, pace.batch >> 1));
    const { sent } = this.#composer;
    const [number] = sent;
    if (number === undefined || sent.length > 1) return;
    this.#poison += 1;
    if (this.#poison < MOST_MENDS) return;
    this.#poison = 0;
    this.#composer.aside.add(number);
    log("setAside", number);
  }
}

/** No rows, if the stream is another boat's. */
function noneOfAnother(error: unknown): readonly Range[] {
  if (error instanceof LinkError && error.reply?.status === 409) return [];
  throw error;
}

function shoreKey({ server, vessel }: Paired): string {
  return `${new URL(server).hostname} ${vessel.id}`;
}

function numbersOf(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}
