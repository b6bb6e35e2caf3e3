/** The long poll: news from ashore within seconds, while the link costs little. */
import { isRecord } from "../buffer/row.ts";
import type { Clocks } from "../sample/true-time.ts";
import { jsonOf } from "./answers.ts";
import type { Identity } from "./identity.ts";
import { readNews } from "./news.ts";
import type { Pace } from "./pace.ts";
import type { News } from "./protocol.ts";
import { LinkError, type Transport } from "./transport.ts";

/** The shore answers after so many seconds, at the latest. */
const WAIT_SECONDS = 58;
const MARGIN_MS = 20_000;

/** What the poll needs of the others. */
export interface PollParts {
  readonly identity: Identity;
  readonly transport: Transport;
  readonly versions: () => { readonly settings: number; readonly alerts: number };
  /** Whether polling is allowed now. */
  readonly isWanted: () => boolean;
  readonly take: (news: News) => void;
  readonly clocks: Clocks;
  /** Its own: a proxy may refuse to wait, and yet pass on exchanges. */
  readonly pace: Pace;
}

/** The poll. */
export class Poll {
  readonly #parts: PollParts;
  #running: Promise<void> | null = null;
  #isStopped = false;

  constructor(parts: PollParts) {
    this.#parts = parts;
  }

  /** Begins to poll, if it is wanted and does not yet; called each second. */
  wake(): void {
    const { clocks, isWanted, pace } = this.#parts;
    if (this.#isStopped || this.#running !== null || !isWanted() || clocks.monotonic() < pace.notBefore)
      return;
    this.#running = this.#poll().finally(() => {
      this.#running = null;
    });
  }

  /** Polls again at once, as after pairing. */
  reset(): void {
    this.#parts.pace.reset();
  }

  /** Ends; resolves when no request is open. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #poll(): Promise<void> {
    const { clocks, identity, pace, take, transport, versions } = this.#parts;
    const { paired } = identity;
    if (paired === null) return;
    const { settings, alerts } = versions();
    const path = `/link?wait=${WAIT_SECONDS}&settings=${settings}&alerts=${alerts}`;
    const silenceMs = WAIT_SECONDS * 1000 + MARGIN_MS;
    try {
      const request = { method: "GET", path, token: paired.key, body: null, silenceMs } as const;
      const reply = await transport.ask(paired.server, request, (server) => identity.move(paired, server));
      const json = reply.status === 200 ? jsonOf(reply.body) : {};
      if (!isRecord(json)) throw new LinkError("what answered is not a Wakelog server", "network", null);
      pace.reset();
      take(readNews(json));
    } catch (error) {
      const { failure, retryAfter } =
        error instanceof LinkError ? error : new LinkError(String(error), "network", null);
      pace.failed(clocks.monotonic(), failure, retryAfter);
    }
  }
}
