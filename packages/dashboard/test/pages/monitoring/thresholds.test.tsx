// @vitest-environment happy-dom
/** Which thresholds a history shows, and in which words. */
import { act, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { useThresholds } from "../../../src/pages/monitoring/thresholds.ts";
import { useDisplayChoices } from "../../../src/preferences/display.tsx";
import { renderHook, startEach } from "../../render.tsx";
import { answerWith } from "../../service.ts";

startEach();

const RULE = {
  ...{ id: 1, name: "House", kind: "below", key: "voltage", low: 12.2, high: null },
  ...{ after: "PT1M", severity: "alarm", enabled: true, built_in: false, area: null },
};

function rules(...rows: readonly object[]) {
  answerWith(({ path }) => ({ body: path.startsWith("/alert_rules") ? rows : [] }));
}
const words = (of: { readonly current: ReturnType<typeof useThresholds> }) =>
  of.current.map((one) => one.words);

describe("the thresholds of a history", () => {
  test("are those of its rules that are on, with severity, side and value", async () => {
    rules(
      RULE,
      { ...RULE, id: 2, kind: "outside", low: 12.45, high: 14.2, severity: "warn" },
      { ...RULE, id: 3, enabled: false },
      { ...RULE, id: 4, kind: "silent", low: null },
      { ...RULE, id: 5, key: "depth" },
    );
    const { result } = renderHook(() => useThresholds("voltage", "volts"));
    await waitFor(() => expect(result.current).toHaveLength(3));
    expect(words(result)).toEqual([
      "Alarm: below 12.20 V",
      "Warning: below 12.45 V",
      "Warning: above 14.20 V",
    ]);
    expect(result.current.map(({ urgent }) => urgent)).toEqual([true, false, false]);
  });

  test("are in the user's unit, on the scale and in words", async () => {
    rules({ ...RULE, key: "depth", low: 3.048, severity: "emergency" });
    const { result } = renderHook(() => ({
      thresholds: useThresholds("depth", "depth"),
      choices: useDisplayChoices(),
    }));
    await waitFor(() => expect(result.current.thresholds).toHaveLength(1));
    act(() => result.current.choices.chooseHere({ depth: "feet" }));
    expect(result.current.thresholds[0]?.words).toBe("Emergency: below 10 ft");
    expect(result.current.thresholds[0]?.value).toBeCloseTo(10, 9);
  });
});
