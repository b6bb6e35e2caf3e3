import { expect, it } from "vitest";
import { countWrites } from "./counted-disk.ts";
import { Instruments } from "./link/instruments.ts";
import { recording } from "./recording.ts";

const DAY = 86_400;

it("writes at most 3 MB and syncs at most 3000 times in a day under way", async () => {
  const { buffer, pass, server } = await recording();
  const instruments = new Instruments(server);
  pass(60, (second) => instruments.play(second, 3));
  const disk = countWrites();
  pass(DAY, (second) => instruments.play(second + 60, 3));
  expect(buffer.rows.after(0, 10_000).length).toBeGreaterThan(1400);
  expect(disk.bytes).toBeLessThan(3_000_000);
  expect(disk.syncs).toBeLessThan(3000);
}, 120_000);
