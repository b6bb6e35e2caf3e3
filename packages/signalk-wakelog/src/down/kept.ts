/** What is remembered aboard besides rows: settings from ashore, choices on board, commands that were carried out. */
import { isRecord } from "../buffer/row.ts";
import { readLineFile, writeLineFile } from "../disk/line-file.ts";
import { nothingSpent, type Spent } from "../link/budget.ts";
import { alertsOf, isMode, settingsOf, USUAL_SETTINGS } from "../link/news.ts";
import type { Done } from "../link/outbox.ts";
import type { LinkSettings, Mode, ShoreAlerts } from "../link/protocol.ts";

const MOST_COMMANDS = 500;

/** A circle that the boat is to stay in. */
export interface Circle {
  readonly latitude: number;
  readonly longitude: number;
  /** Metres. */
  readonly radius: number;
}

/** What is remembered. */
export interface Memory {
  readonly settings: LinkSettings;
  /** Chosen on board; null where the settings decide. */
  readonly mode: Mode | "auto" | null;
  /** Whether commands from ashore are carried out. */
  readonly commands: boolean;
  /** Commands that were carried out or not, newest last. */
  readonly carried: readonly Done[];
  readonly anchor: Circle | null;
  /** The trip that the boat is on. */
  readonly trip: string | null;
  readonly alerts: ShoreAlerts;
  readonly spent: Spent;
  /** The other plugin's unsent rows were taken over. */
  readonly adopted: boolean;
}

/** As long as the shore has told of none. */
export const NO_ALERTS: ShoreAlerts = { version: 0, raised: [] };

/** Remembers in a file. */
export class Kept {
  readonly #path: string;
  #memory: Memory;

  constructor(path: string) {
    this.#path = path;
    this.#memory = read(path);
  }

  /** What is remembered. */
  get memory(): Memory {
    return this.#memory;
  }

  /** Remembers more. A full disk costs it with the next restart. */
  keep(change: Partial<Memory>): void {
    const carried = (change.carried ?? this.#memory.carried).slice(-MOST_COMMANDS);
    this.#memory = { ...this.#memory, ...change, carried };
    try {
      writeLineFile(this.#path, this.#memory, { sync: true });
    } catch {
      // The rows tell that the disk is full.
    }
  }

  /** Counts bytes, which are written with the next change. */
  count(spent: Spent): void {
    this.#memory = { ...this.#memory, spent };
  }
}

function read(path: string): Memory {
  const json = readLineFile(path);
  const record = isRecord(json) ? json : {};
  return {
    settings: settingsOf(record.settings) ?? USUAL_SETTINGS,
    mode: isMode(record.mode) || record.mode === "auto" ? record.mode : null,
    commands: record.commands !== false,
    carried: Array.isArray(record.carried) ? record.carried.flatMap(doneOf) : [],
    anchor: circleOf(record.anchor),
    trip: typeof record.trip === "string" ? record.trip : null,
    alerts: alertsOf(record.alerts) ?? NO_ALERTS,
    spent: spentOf(record.spent),
    adopted: record.adopted === true,
  };
}

/** Reads a circle; null if it is none. */
export function circleOf(json: unknown): Circle | null {
  if (!isRecord(json)) return null;
  const { latitude, longitude, radius } = json;
  if (typeof latitude !== "number" || typeof longitude !== "number" || typeof radius !== "number")
    return null;
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth && radius > 0 && radius < 100_000 ? { latitude, longitude, radius } : null;
}

function doneOf(json: unknown): Done[] {
  if (!Array.isArray(json)) return [];
  const [id, ok, message]: readonly unknown[] = json;
  return typeof id === "string" ? [[id, ok === true, typeof message === "string" ? message : ""]] : [];
}

function spentOf(json: unknown): Spent {
  if (!isRecord(json)) return nothingSpent(0);
  const { date, sent, received, modes } = json;
  if (typeof date !== "string" || typeof sent !== "number" || typeof received !== "number")
    return nothingSpent(0);
  const counted = isRecord(modes)
    ? Object.entries(modes).filter(([, bytes]) => typeof bytes === "number")
    : [];
  return { date, sent, received, modes: Object.fromEntries(counted) };
}
