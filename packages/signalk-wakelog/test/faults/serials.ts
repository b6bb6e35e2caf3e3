/** Serials that tell rows apart, whatever their numbers are. */
import { onTestFinished, vi } from "vitest";
import { RowBuffer } from "../../src/buffer/row-buffer.ts";
import type { SmallShore } from "../link/small-shore.ts";

const PATH = "test.serial";

/** Gives each row that a buffer takes a serial from 1, for the present test. @returns how many it took */
export function countRows(): () => number {
  let serial = 0;
  const { append } = RowBuffer.prototype;
  const spy = vi.spyOn(RowBuffer.prototype, "append").mockImplementation(function (
    this: RowBuffer,
    draft,
    urgent,
  ) {
    serial += 1;
    append.call(this, { ...draft, values: { ...draft.values, [PATH]: serial } }, urgent);
  });
  onTestFinished(() => spy.mockRestore());
  return () => serial;
}

/** The serials of rows that a shore has, ascending. */
export function serialsIn(shore: SmallShore): number[] {
  const number = Number([...shore.paths].find(([, path]) => path === PATH)?.[0]);
  const serials = [...shore.stored.values()].flatMap((row) => JSON.parse(row)[4][number] ?? []);
  return serials.toSorted((a, b) => a - b);
}
