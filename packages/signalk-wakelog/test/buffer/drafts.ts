/** Rows for tests of the buffer. */
import type { Draft } from "../../src/buffer/row.ts";
import { FLAG } from "../../src/buffer/row.ts";
import { RowBuffer } from "../../src/buffer/row-buffer.ts";

/** 2026-06-01T12:00:00Z. */
export const NOON = 1_780_315_200_000;

/** Opens a buffer as a run does. */
export function open(folder: string, run = "run1", time = NOON): Promise<RowBuffer> {
  return RowBuffer.open(folder, { run, mono: 0, time });
}

/** A row, seconds after the run began. */
export function draft(second: number, extra: Partial<Draft> = {}): Draft {
  return {
    time: NOON + second * 1000,
    run: "run1",
    mono: second * 1000,
    flags: FLAG.underway | FLAG.fix,
    latitude: 59.5 + second / 10_000,
    longitude: 22.5,
    values: { "navigation.speedOverGround": 2.5, "electrical.batteries.0.voltage": 12.6 + second / 1000 },
    facts: null,
    ...extra,
  };
}
