/** What the plugin tells of itself: a state for programs, a sentence for people. */
import type { Mode } from "../link/protocol.ts";

/** How the plugin is. */
export type StateName = "sending" | "waiting" | "offline" | "refused" | "disk" | "not paired";

/** What a state follows from. */
export interface Situation {
  readonly isPaired: boolean;
  readonly mode: Mode;
  /** Rows that are not ashore. */
  readonly waiting: number;
  /** True time of the oldest of them; null if there is none. */
  readonly oldest: number | null;
  readonly now: number;
  /** True time of the last answer; null before. */
  readonly lastSent: number | null;
  readonly failure: string | null;
  readonly lastError: string | null;
  /** Why rows could not be written; null if they can. */
  readonly disk: string | null;
  /** The other plugin is on as well. */
  readonly hasOther: boolean;
}

/** The state. */
export function stateOf({ disk, failure, isPaired, mode, waiting, lastSent }: Situation): StateName {
  if (disk !== null) return "disk";
  if (!isPaired) return "not paired";
  if (failure === "refused" || failure === "certificate") return "refused";
  if (failure !== null) return "offline";
  if (mode === "off" || lastSent === null) return "waiting";
  return mode === "normal" && waiting > 20
    ? "sending"
    : waiting > 0 && mode !== "normal"
      ? "waiting"
      : "sending";
}

/** The sentence: how it is, how many rows, how old, and what to do. */
export function sentenceOf(situation: Situation): string {
  const other = situation.hasOther ? " signalk-postgsail sends too; one of the two is enough." : "";
  return firstSentence(situation) + other;
}

function firstSentence(situation: Situation): string {
  const { failure, lastError, lastSent, mode, now, waiting } = situation;
  const rows = rowsOf(situation);
  switch (stateOf(situation)) {
    case "disk":
      return `Disk full or broken: ${rows} wait in memory or on disk. Make room on the server's disk.`;
    case "not paired":
      return `Not paired: ${rows}. Enter the line that Wakelog's dashboard shows under “Connect the boat”.`;
    case "refused":
      return failure === "certificate"
        ? `Refused: ${lastError ?? ""}; nothing is sent, ${rows} wait. Check the server's address and clock.`
        : `Refused: the server does not know this boat's key; ${rows} wait. Pair the boat again.`;
    case "offline":
      return `Offline: ${rows} wait (${lastError ?? "no link"}). They are sent when the link is back.`;
    case "waiting":
      return `Waiting: ${rows}. ${mode === "off" ? "Sending is switched off." : `They are sent in ${mode} mode.`}`;
    default:
      return waiting === 0
        ? `Sent: everything is ashore, last ${ago(now - (lastSent ?? now))}. Nothing to do.`
        : `Sent: last ${ago(now - (lastSent ?? now))}. Still to go: ${rows}. Nothing to do.`;
  }
}

function rowsOf({ waiting, oldest, now }: Situation): string {
  if (waiting === 0) return "no rows";
  const count = waiting === 1 ? "1 row" : `${waiting} rows`;
  return oldest === null ? count : `${count}, the oldest from ${ago(now - oldest)}`;
}

/** A duration in words, such as "3 hours ago". */
function ago(ms: number): string {
  const units: readonly (readonly [number, string])[] = [
    [86_400_000, "day"],
    [3_600_000, "hour"],
    [60_000, "minute"],
  ];
  for (const [length, name] of units) {
    const count = Math.floor(ms / length);
    if (count >= 1) return `${count} ${name}${count === 1 ? "" : "s"} ago`;
  }
  return "just now";
}
