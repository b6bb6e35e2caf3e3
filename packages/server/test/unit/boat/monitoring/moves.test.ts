/** However often alerts are raised and cleared within one POST, the stored state is the final one. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { recordOf } from "../../../../src/boat/monitoring/moves.ts";
import type { Rule } from "../../../../src/boat/monitoring/rule.ts";
import type { Move } from "../../../../src/boat/monitoring/step.ts";

const MOST = 10;
const RULES = 4;

const ruleOf = (id: number): Rule => ({
  id,
  name: "Rule",
  kind: "offline",
  key: null,
  severity: "warn",
  since: 0,
});

/** Which rules have an alert raised after some moves, which follow each other as raising and clearing do. */
function raisedAfter(moves: readonly Move[], before: ReadonlySet<number>): readonly number[] {
  const raised = new Set(before);
  for (const move of moves) {
    if ("raise" in move) {
      expect(raised.has(move.raise.rule.id)).toBe(false);
      raised.add(move.raise.rule.id);
    } else expect(raised.delete(move.clear.rule.id)).toBe(true);
  }
  return [...raised].sort();
}

it("keeps the first moves, and ends with the same alerts", () => {
  const rules = fc.array(fc.integer({ min: 1, max: RULES }), { maxLength: 200 });
  fc.assert(
    fc.property(rules, fc.uniqueArray(fc.integer({ min: 1, max: RULES })), (turns, before) => {
      const raised = new Set(before);
      const moves = turns.map((id): Move => {
        const rule = ruleOf(id);
        if (raised.delete(id)) return { clear: { rule, at: 0 } };
        raised.add(id);
        return { raise: { rule, since: 0, value: null, threshold: null, at: null } };
      });
      const record = recordOf(MOST);
      for (const move of moves) record.add(move);
      const kept = record.moves();
      expect(raisedAfter(kept, new Set(before))).toEqual(raisedAfter(moves, new Set(before)));
      expect(kept.slice(0, MOST)).toEqual(moves.slice(0, Math.min(MOST, kept.length)));
      expect(kept.length).toBeLessThanOrEqual(MOST + 2 * RULES);
    }),
  );
});
