/** The notifications that stand. */
import type { Alarm } from "../buffer/row.ts";

const PREFIX = "notifications.";
const STANDING = new Set(["alert", "warn", "alarm", "emergency"]);
/** Our own, from ashore, and the server's about itself. */
const NOT_RECORDED = ["wakelog.", "server."];
const LONGEST_MESSAGE = 500;

/** The notifications that stand, by path without `notifications.`. */
export class StandingAlarms {
  readonly #alarms = new Map<string, Alarm>();

  /** Takes a notification. @returns whether the set changed */
  set(path: string, value: unknown): boolean {
    const name = path.slice(PREFIX.length);
    if (name === "" || NOT_RECORDED.some((prefix) => name.startsWith(prefix))) return false;
    const before = this.#alarms.get(name);
    const alarm = alarmOf(value);
    if (alarm === null) return this.#alarms.delete(name);
    this.#alarms.set(name, alarm);
    return before?.state !== alarm.state || before.message !== alarm.message || before.id !== alarm.id;
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
  if (typeof state !== "string" || !STANDING.has(state)) return null;
  const message: unknown = Reflect.get(value, "message");
  const id: unknown = Reflect.get(value, "id");
  const text = typeof message === "string" ? message.slice(0, LONGEST_MESSAGE) : "";
  return { state, message: text, ...(typeof id === "string" ? { id } : {}) };
}
