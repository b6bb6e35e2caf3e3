/**
 * Passes what is happening on boats right now on to those who follow them. A followed boat's events are kept for ten
 * minutes, so that a broken connection can be taken up again without a gap.
 */
import { MINUTE } from "@wakelog/kit/time/units.ts";

/** The kinds of events. */
export const LIVE_KINDS = ["state", "position", "log", "stay", "alert", "connection"] as const;
/** One of them. */
export type LiveKind = (typeof LIVE_KINDS)[number];

/** Something that happened on a boat. */
export interface LiveEvent {
  /** Says where to take up again; it has no other meaning. */
  readonly id: string;
  readonly kind: LiveKind;
  /** JSON. */
  readonly data: string;
}

/** A follower's place in a boat's events. */
export interface Following {
  /** What has happened since the event that the follower named; null if that is no longer known. */
  readonly missed: readonly LiveEvent[] | null;
  /** The id of the newest event. */
  readonly at: string;
  stop(): void;
}

export interface Hub {
  /** Whether a boat's events are needed: it has followers, or had some in the last ten minutes who may come back. */
  isFollowed(vessel: string): boolean;
  /** Passes an event on to all who follow the boat. */
  publish(vessel: string, kind: LiveKind, data: string): void;
  /** What has happened on a boat since the event with an id; null if that is not known here. */
  missed(vessel: string, after: string): readonly LiveEvent[] | null;
  /** Events may have been lost, so every follower must begin again. */
  interrupt(): void;
  /**
   * Calls `receive` for each event from now on, and `interrupted` once if some may have been lost.
   * @param after the id of the last event that the follower has; null if there is none
   */
  follow(
    vessel: string,
    after: string | null,
    receive: (event: LiveEvent) => void,
    interrupted: () => void,
  ): Following;
}

/** How long events are kept, and a boat is remembered after its last follower has left. */
const KEPT_MS = 10 * MINUTE;
/** The most that is kept for a boat, characters: ten minutes of a row a second take a quarter of it. */
const KEPT_LENGTH = 2_000_000;

interface Kept extends LiveEvent {
  readonly number: number;
  readonly time: number;
}

/** A boat with followers, now or a short while ago. */
interface Followed {
  readonly followers: Map<object, { receive: (event: LiveEvent) => void; interrupted: () => void }>;
  events: Kept[];
  /** Size of their data, characters. */
  length: number;
  /** The number of the newest event that was dropped; everything after it is in `events`. */
  forgotten: number;
  /** When the last follower left, milliseconds of `now`. */
  left: number;
}

/**
 * @param epoch distinguishes this process from others, whose numbers mean nothing here
 * @param now milliseconds of a clock that does not go back
 */
export function createHub(epoch: string, now: () => number = () => performance.now()): Hub {
  const boats = new Map<string, Followed>();
  let newest = 0;

  const idOf = (number: number): string => `${epoch}-${number}`;
  const numberOf = (id: string): number | null => {
    const digits = id.startsWith(`${epoch}-`) ? id.slice(epoch.length + 1) : "";
    return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
  };

  /** Drops what is older than ten minutes, or too much; a boat without followers for so long is dropped whole. */
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

  /** A boat's events after the one with an id; null if that is not known, or what came then was dropped. */
  const eventsSince = (boat: Followed, after: string): readonly Kept[] | null => {
    const number = numberOf(after);
    return number === null || number < boat.forgotten || number > newest
      ? null
      : boat.events.filter((event) => event.number > number);
  };

  const followed = (vessel: string): Followed => {
    const known = boats.get(vessel);
    if (known !== undefined) return known;
    // A number of its own, so that no earlier event counts as known.
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
