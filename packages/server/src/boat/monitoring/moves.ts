/** Bounds the alert changes of one POST, so that a sensor that flaps from row to row fills neither memory nor table. */
import { slotOf } from "./state.ts";
import type { Move } from "./step.ts";

/** Moves in order. */
export interface MoveRecord {
  add(move: Move): void;
  /** The moves to store: they leave the same alerts raised as all the added moves would. */
  moves(): readonly Move[];
}

/** @param most beyond this many moves, drop alerts that are raised and cleared again */
export function recordOf(most: number): MoveRecord {
  const kept: Move[] = [];
  /** Raised beyond `most` and not yet cleared, by rule. */
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
