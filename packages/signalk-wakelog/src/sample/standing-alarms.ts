/** The notifications that stand. */
import type { Alarm } from "../buffer/row.ts";

const PREFIX = "notifications.";
/** The least severe first. */
const STATES = ["alert", "warn", "alarm", "emergency"];
/** Our own, from ashore, and the server's about itself. */
const NOT_RECORDED = ["wakelog.", "server."];
const LONGEST_MESSAGE = 500;
/** What the shore reads of a row at most. */
const MOST_ALARMS = 200;
const LONGEST_PATH = 400;
const LONGEST_ID = 200;

/** The notifications that stand, by path without `notifications.`. */
export class StandingAlarms {
  readonly #alarms = new Map<string, Alarm>();

  /** Takes a notification. @returns whether the set changed */
  set(path: string, value: unknown): boolean {
    const name = path.slice(PREFIX.length);
    if (name === "" || name.length > LONGEST_PATH || NOT_RECORDED.some((prefix) => name.startsWith(prefix)))
      return false;
    const before = this.#alarms.get(name);
    const alarm = alarmOf(value);
    if (alarm === null) return this.#alarms.delete(name);
    if (before === undefined && !this.#hasRoomFor(alarm)) return false;
    this.#alarms.set(name, alarm);
    return before?.state !== alarm.state || before.message !== alarm.message || before.id !== alarm.id;
  }

  /** Of too many, the least severe goes. */
  #hasRoomFor({ state }: Alarm): boolean {
    if (this.#alarms.size < MOST_ALARMS) return true;
    const [least] = [...this.#alarms].toSorted(([, a], [, b]) => rankOf(a.state) - rankOf(b.state));
    return least !== undefined && rankOf(least[1].state) < rankOf(state) && this.#alarms.delete(least[0]);
  }

  /** The whole set; undefined if none stands. */
  all(): Record<string, Alarm> | undefined {
    return this.#alarms.size === 0 ? undefined : Object.fromEntries(this.#alarms);
  }
}

/** Whether a path is a notification's. */
export function isNotification(path: string): boolean {
  return path.startsWith(PREFIX);
}

function alarmOf(value: unknown): Alarm | null {
  if (typeof value !== "object" || value === null) return null;
  const state: unknown = Reflect.get(value, "state");
  if (typeof state !== "string" || rankOf(state) < 0) return null;
  const message: unknown = Reflect.get(value, "message");
  const id: unknown = Reflect.get(value, "id");
  const text = typeof message === "string" ? message.slice(0, LONGEST_MESSAGE) : "";
  return { state, message: text, ...(typeof id === "string" && id.length <= LONGEST_ID ? { id } : {}) };
}

function rankOf(state: string): number {
  return STATES.indexOf(state);
}
