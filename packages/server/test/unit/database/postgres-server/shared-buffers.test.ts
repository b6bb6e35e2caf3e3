import { expect, it } from "vitest";
import { sharedBuffersMb } from "../../../../src/database/postgres-server/postmaster.ts";

it.each([
  [256, 32],
  [512, 32],
  [768, 48],
  [1_024, 64],
  [64_000, 64],
])("of %i MB of memory, the embedded server shares %i", (memory, shared) => {
  expect(sharedBuffersMb(memory)).toBe(shared);
});
