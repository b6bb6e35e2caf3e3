/** The last hundred events in words, for the page. */

const MOST_EVENTS = 100;

/** An event. */
export interface Event {
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
  readonly text: string;
}

/** The last events. */
export class Events {
  #events: Event[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes an event. The same again is not repeated. */
  add(text: string): void {
    if (this.#events.at(-1)?.text === text) return;
    this.#events = [...this.#events.slice(1 - MOST_EVENTS), { time: this.#now(), text }];
  }

  /** The events, newest first. */
  all(): readonly Event[] {
    return this.#events.toReversed();
  }
}
