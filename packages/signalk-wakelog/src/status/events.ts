/** The last hundred events; the page has the words for them. */

const MOST_EVENTS = 100;

/** What can happen. */
export type EventKind =
  | "paired"
  | "notPaired"
  | "settings"
  | "settingsNotSaved"
  | "notSubscribed"
  | "diskRefused"
  | "notOpened"
  | "damaged"
  | "takenOver"
  | "anchorWithin"
  | "anchorOutside"
  | "anchorFar"
  | "done"
  | "notDone"
  | "linkFailed"
  | "linkWorks"
  | "rowRefused"
  | "restored"
  | "moved"
  | "streamRenamed"
  | "setAside";

/** Takes an event. @param a what it is about @param b why */
export type Log = (kind: EventKind, a?: string | number, b?: string) => void;

/** An event. */
export interface Event {
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
  readonly kind: EventKind;
  /** What it is about, and why. */
  readonly values: { readonly a?: string | number; readonly b?: string };
}

/** The last events. */
export class Events {
  #events: Event[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes an event. The same again is not repeated. */
  readonly add: Log = (kind, a, b) => {
    const values = { ...(a === undefined ? {} : { a }), ...(b === undefined ? {} : { b }) };
    const last = this.#events.at(-1);
    if (last?.kind === kind && last.values.a === a && last.values.b === b) return;
    this.#events = [...this.#events.slice(1 - MOST_EVENTS), { time: this.#now(), kind, values }];
  };

  /** The events, newest first. */
  all(): readonly Event[] {
    return this.#events.toReversed();
  }
}
