/** Folds are cached by size: many small ones, or few large ones, least recently used first out. */
import { expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../../../../../src/boat/voyages/detector/thresholds.ts";
import { FoldMemory } from "../../../../../src/boat/voyages/logbook/fold-memory.ts";
import { NOTHING_FOLDED, type TakenFold } from "../../../../../src/boat/voyages/logbook/fold-state.ts";

/** A fold with this many rows in its logbook. */
const fold = (vesselId: string, rows = 0, revision = vesselId): TakenFold => ({
  vesselId,
  state: {
    ...NOTHING_FOLDED,
    applied: Array.from({ length: rows }, (_, id) => ({
      id,
      voyageId: null,
      interval: {
        kind: "gap",
        cause: "unrecorded",
        from: 0,
        to: 1,
        fromLatitude: 59,
        fromLongitude: 22,
        toLatitude: 60,
        toLongitude: 23,
        distanceNm: 1,
        fromReason: { rule: "", text: "" },
        toReason: { rule: "", text: "" },
        confidence: 1,
        dismissed: false,
      },
    })),
  },
  settings: DEFAULT_SETTINGS,
  edits: [],
  closed: 0,
  revision,
  isKnown: true,
  newest: 0,
  seen: 0,
  late: null,
  unsaved: 0,
});
const small = JSON.stringify(fold("a")).length;

it("keeps as many folds as have room, and drops the least recently used", () => {
  const memory = new FoldMemory(3 * small);
  for (const id of ["a", "b", "c"]) memory.keep(id, fold(id));
  memory.keep("a", fold("a"));
  memory.keep("d", fold("d"));
  memory.keep("e", fold("e"));
  const kept = ["a", "b", "c", "d", "e"].filter((id) => memory.find(id) !== null);
  expect(kept).toContain("e");
  expect(kept).toContain("a");
  expect(kept).not.toContain("b");
  memory.keep("e", null);
  expect(memory.find("e")).toBeNull();
});

it("keeps fewer of large ones, and measures one again when it was saved", () => {
  const memory = new FoldMemory(60 * small);
  for (let n = 0; n < 40; n++) memory.keep(`${n}`, fold(`${n}`));
  memory.keep("large", fold("large", Math.ceil((35 * small) / 270)));
  expect(memory.find("large")).not.toBeNull();
  expect(memory.find("0")).toBeNull();
  expect(memory.find("39")).not.toBeNull();
  memory.keep("39", fold("39", small));
  expect(memory.find("large")).not.toBeNull();
  memory.keep("39", fold("39", small, "saved"));
  expect([memory.find("39"), memory.find("large")]).toEqual([null, expect.anything()]);
});
