/** What became of alerts within one POST: a sensor that wavers from row to row fills neither memory nor the alerts. */
import { slotOf } from "./state.ts";
import type { Move } from "./step.ts";

/** Moves in their order. */
export interface MoveRecord {
  add(move: Move): void;
  /** The moves to store: at the end of them the same alerts are raised as after all moves that were added. */
  moves(): readonly Move[];
}

/** @param most after so many moves, an alert that is raised and cleared again is left out */
export function recordOf(most: number): MoveRecord {
  const kept: Move[] = [];
  /** What was raised beyond `most` and is not cleared yet, by rule. */
  const open = new Map<string, Move>();
  return {
    add(move) {
      if ("clear" in move) {
        if (!open.delete(slotOf(move.clear.rule))) kept.push(move);
      } else if (kept.length < most) kept.push(move);
      else open.set(slotOf(move.raise.rule), move);
    },
    moves: () => [...kept, ...open.values()],
  };
}
