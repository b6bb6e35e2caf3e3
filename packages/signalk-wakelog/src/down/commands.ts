/** Commands from ashore: a closed list, each carried out at most once. */
import { isRecord } from "../buffer/row.ts";
import { isPlainAndPublic } from "../link/address.ts";
import { isMode } from "../link/news.ts";
import type { Outbox } from "../link/outbox.ts";
import type { Command, Mode } from "../link/protocol.ts";
import type { ServerApp } from "../server-api.ts";
import type { Log } from "../status/events.ts";
import { type Circle, circleOf, type Kept } from "./kept.ts";

/** The shore reads no longer one. */
const LONGEST_REASON = 500;

/** What commands do. */
export interface CommandParts {
  readonly app: ServerApp;
  readonly id: string;
  readonly kept: Kept;
  readonly outbox: Outbox;
  /** The address that the commands come from; null before pairing. */
  readonly server: () => string | null;
  /** True time. */
  readonly now: () => number;
  readonly watchAnchor: (circle: Circle | null) => void;
  readonly send: () => void;
  readonly setMode: (mode: Mode | "auto") => void;
  readonly log: Log;
}

/** Carries out commands. */
export class Commands {
  readonly #parts: CommandParts;

  constructor(parts: CommandParts) {
    this.#parts = parts;
  }

  /** Carries out those that were not yet, and reports each. */
  take(commands: readonly Command[]): void {
    const { kept, outbox, log } = this.#parts;
    for (const command of commands) {
      const before = kept.memory.carried.find(([id]) => id === command.id);
      if (before !== undefined) {
        // The report was lost.
        if (!outbox.waiting().done.some(([id]) => id === command.id)) outbox.done(before);
        continue;
      }
      // Kept before it is done: it is done at most once.
      const { carried } = kept.memory;
      kept.keep({ carried: [...carried, [command.id, false, "The plugin ended while it was done."]] });
      const failure = this.#failureOf(command);
      const result = [command.id, failure === null, (failure ?? "").slice(0, LONGEST_REASON)] as const;
      kept.keep({ carried: [...carried, result] });
      outbox.done(result);
      if (failure === null) log("done", command.kind);
      else log("notDone", command.kind, failure);
    }
  }

  /** Carries a command out. @returns why it cannot be, null if it was */
  #failureOf(command: Command): string | null {
    const { kept, now, server } = this.#parts;
    const expires = typeof command.expires === "number" ? command.expires : Date.parse(command.expires);
    if (!kept.memory.commands) return "Commands are switched off aboard.";
    if (!(expires > now())) return "It came too late.";
    if (isPlainAndPublic(server() ?? "https://none")) return "The link is not encrypted. Use https.";
    try {
      return this.#run(command);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  #run({ kind, data }: Command): string | null {
    const { send, setMode, watchAnchor } = this.#parts;
    if (kind === "acknowledge" || kind === "silence") return this.quiet(kind, data);
    if (kind === "anchor_watch") {
      const circle = circleOf(data);
      if (circle === null) return "The circle is none.";
      watchAnchor(circle);
    } else if (kind === "anchor_watch_off") watchAnchor(null);
    else if (kind === "send") send();
    else if (kind === "mode") {
      if (!isMode(data.mode) && data.mode !== "auto") return "There is no such mode.";
      setMode(data.mode);
    } else return "The plugin aboard does not know this command.";
    return null;
  }

  /** Acknowledges or silences a notification, by Notifications v2 where there is. @returns why it cannot; null if it was */
  quiet(kind: "acknowledge" | "silence", data: Command["data"]): string | null {
    const { app, id } = this.#parts;
    const wanted = typeof data.id === "string" ? data.id : null;
    const path =
      typeof data.path === "string" ? `notifications.${data.path.replace(/^notifications\./, "")}` : null;
    if (wanted === null && path === null) return "It names no notification.";
    const value = path === null ? null : valueAt(app, path);
    const found = wanted ?? (isRecord(value) && typeof value.id === "string" ? value.id : null);
    if (app.notifications !== undefined && found !== null) {
      app.notifications[kind](found);
      return null;
    }
    if (path === null || !isRecord(value) || value.state === "normal")
      return "There is no such notification.";
    const method = kind === "silence" ? ["visual"] : [];
    app.handleMessage(id, { updates: [{ values: [{ path, value: { ...value, method } }] }] });
    return null;
  }
}

/** What the server knows of a path: the value itself, or an object that has it. */
export function valueAt(app: ServerApp, path: string): unknown {
  const found = app.getSelfPath(path);
  return isRecord(found) && "value" in found ? found.value : found;
}
