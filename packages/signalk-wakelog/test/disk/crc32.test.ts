import { expect, it } from "vitest";
import { crc32, crc32InJavaScript } from "../../src/disk/crc32.ts";

it("computes the check value of CRC-32", () => {
  expect(crc32(Buffer.from("123456789"))).toBe(0xcbf43926);
  expect(crc32InJavaScript(Buffer.from("123456789"))).toBe(0xcbf43926);
});
