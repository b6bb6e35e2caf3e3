/**
 * Distributes live events to the followers of a boat. A followed boat's events are kept for ten minutes, so that a
 * broken connection can resume without a gap.
 */
import { MINUTE } from "@wakelog/kit/time/units.ts";

/** Event kinds. */
export const LIVE_KINDS = ["state", "position", "log", "stay", "alert", "connection"] as const;
/** An event kind. */
export type LiveKind = (typeof LIVE_KINDS)[number];

/** An event on a boat. */
export interface LiveEvent {
  /** Opaque resume position. */
  readonly id: string;
  readonly kind: LiveKind;
  /** JSON. */
  readonly data: string;
}

/** A follower's position in a boat's events. */
export interface Following {
  /** Events since the one that the follower named; null if that one is unknown. */
  readonly missed: readonly LiveEvent[] | null;
  /** The id of the newest event. */
  readonly at: string;
  stop(): void;
}

export interface Hub {
  /** Whether a boat's events are needed: it has followers, or had some within ten minutes who may return. */
  isFollowed(vessel: string): boolean;
  /** Sends an event to all followers of the boat. */
  publish(vessel: string, kind: LiveKind, data: string): void;
  /** Events of a boat after the given id; null if the id is unknown here. */
  missed(vessel: string, after: string): readonly LiveEvent[] | null;
  /** Makes all followers start over, because events may have been lost. */
  interrupt(): void;
  /**
   * Calls `receive` for each further event, and `interrupted` once if some may have been lost.
   * @param after id of the follower's last event; null if there is none
   */
  follow(
    vessel: string,
    after: string | null,
    receive: (event: LiveEvent) => void,
    interrupted: () => void,
  ): Following;
}

/** Retention of events, and of a boat after its last follower has left. */
const KEPT_MS = 10 * MINUTE;
/** Retention limit per boat, characters: ten minutes at a row per second take a quarter of it. */
const KEPT_LENGTH = 2_000_000;

interface Kept extends LiveEvent {
  readonly number: number;
  readonly time: number;
}

/** A boat with current or recent followers. */
interface Followed {
  readonly followers: Map<object, { receive: (event: LiveEvent) => void; interrupted: () => void }>;
  events: Kept[];
  /** Total size of their data, characters. */
  length: number;
  /** Number of the newest dropped event; all later ones are in `events`. */
  forgotten: number;
  /** When the last follower left, by `now`. */
  left: number;
}

/**
 * @param epoch distinguishes this process; other processes' event numbers mean nothing here
 * @param now a monotonic clock, milliseconds
 */
export function createHub(epoch: string, now: () => number = () => performance.now()): Hub {
  const boats = new Map<string, Followed>();
  let newest = 0;

  const idOf = (number: number): string => `${epoch}-${number}`;
  const numberOf = (id: string): number | null => {
    const digits = id.startsWith(`${epoch}-`) ? id.slice(epoch.length + 1) : "";
    return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
  };

  /** Drops events that are too old or too many, and boats without followers for ten minutes. */
  const forget = (vessel: string, boat: Followed): void => {
    const since = now() - KEPT_MS;
    let gone = 0;
    for (const { time, number, data } of boat.events) {
      if (time >= since && boat.length <= KEPT_LENGTH) break;
      boat.length -= data.length;
      boat.forgotten = number;
      gone++;
    }
    if (gone > 0) boat.events = boat.events.slice(gone);
    if (boat.followers.size === 0 && boat.left < since) boats.delete(vessel);
  };

  /** A boat's events after the given id; null if the id is unknown or later events were dropped. */
  const eventsSince = (boat: Followed, after: string): readonly Kept[] | null => {
    const number = numberOf(after);
    return number === null || number < boat.forgotten || number > newest
      ? null
      : boat.events.filter((event) => event.number > number);
  };

  const followed = (vessel: string): Followed => {
    const known = boats.get(vessel);
    if (known !== undefined) return known;
    // Takes a number, so that no earlier event counts as known.
    const made: Followed = { followers: new Map(), events: [], length: 0, forgotten: ++newest, left: now() };
    boats.set(vessel, made);
    return made;
  };

  return {
    isFollowed(vessel) {
      const boat = boats.get(vessel);
      if (boat !== undefined) forget(vessel, boat);
      return boats.has(vessel);
    },
    publish(vessel, kind, data) {
      const boat = boats.get(vessel);
      if (boat === undefined) return;
      const number = ++newest;
      const event = { id: idOf(number), number, kind, data, time: now() };
      boat.events.push(event);
      boat.length += data.length;
      for (const { receive } of boat.followers.values()) receive(event);
      forget(vessel, boat);
    },
    missed(vessel, after) {
      const boat = boats.get(vessel);
      return boat === undefined ? null : eventsSince(boat, after);
    },
    interrupt() {
      const all = [...boats.values()];
      boats.clear();
      for (const { followers } of all) for (const { interrupted } of followers.values()) interrupted();
    },
    follow(vessel, after, receive, interrupted) {
      for (const [name, other] of boats) if (other.followers.size === 0) forget(name, other);
      const boat = followed(vessel);
      forget(vessel, boat);
      const here = followed(vessel);
      const missed = after === null ? null : eventsSince(here, after);
      const key = {};
      here.followers.set(key, { receive, interrupted });
      return {
        missed,
        at: idOf(newest),
        stop() {
          here.followers.delete(key);
          here.left = now();
        },
      };
    },
  };
}
