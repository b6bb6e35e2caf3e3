import { expect, it } from "vitest";
import { lengthOfTime } from "../../../src/notifications/length-of-time.ts";

it.each([
  [0, "1 minute"],
  [70 * 60, "70 minutes"],
  [7170, "2 hours"],
  [3 * 3600 + 60, "3 hours 1 minute"],
  [47 * 3600 + 59.6 * 60, "2 days"],
  [2 * 86_400 + 3600, "2 days 1 hour"],
  [400 * 86_400 + 59 * 60, "400 days"],
])("%d s are %s", (seconds, words) => {
  expect(lengthOfTime(seconds)).toBe(words);
});
