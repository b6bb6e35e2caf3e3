// @vitest-environment happy-dom
/** How values are shown: by the account's choice, by this device's own, and at once wherever it is changed. */
import { act } from "@testing-library/react";
import { expect, test } from "vitest";
import { useDisplay, useDisplayChoices } from "../../src/preferences/display.tsx";
import { formatTimeWithZone } from "../../src/units/instant.ts";
import { nauticalMiles, spoken } from "../../src/units/quantity.ts";
import { renderHook, startEach } from "../render.tsx";

startEach();

const NOON = new Date("2026-08-01T12:00:00Z");

function open() {
  const { result, unmount } = renderHook(() => {
    const display = useDisplay();
    return {
      choices: useDisplayChoices(),
      words: `${spoken(nauticalMiles(10, display))} at ${formatTimeWithZone(NOON, display)}`,
    };
  });
  return { words: () => result.current.words, choices: () => result.current.choices, unmount };
}

test("follows the account, and is the same after a reload", () => {
  const first = open();
  expect(first.words()).toBe("10.0 NM at 12:00 UTC");
  act(() => first.choices().followAccount({ units: "metric", time_zone: "Asia/Tokyo" }));
  expect(first.words()).toBe("18.5 km at 21:00 GMT+9");
  first.unmount();
  expect(open().words()).toBe("18.5 km at 21:00 GMT+9");
});

test("keeps what this device chose beside the account's choice, and nothing else", () => {
  const { words, choices } = open();
  act(() => choices().chooseHere({ units: "imperial" }));
  act(() => choices().followAccount({ units: "metric", time_zone: "Asia/Tokyo" }));
  expect(words()).toBe("11.5 mi at 21:00 GMT+9");
  expect(window.localStorage.getItem("wakelog.display")).toBe('{"units":"imperial"}');
  act(() => choices().chooseHere({ units: undefined }));
  expect(words()).toBe("18.5 km at 21:00 GMT+9");
  expect(window.localStorage.getItem("wakelog.display")).toBe(null);
});

test("shows a choice for the account while it is sent, and takes it back when it is refused", async () => {
  const { words, choices } = open();
  for (const [isSet, after] of [
    [false, "10.0 NM at 12:00 UTC"],
    [true, "18.5 km at 12:00 UTC"],
  ] as const) {
    let finish: (isSet: boolean) => void = () => {};
    const sent = new Promise<boolean>((done) => {
      finish = done;
    });
    await act(async () => void choices().chooseForAccount({}, { units: "metric" }, () => sent));
    expect(words()).toBe("18.5 km at 12:00 UTC");
    // An answer that was asked for before does not know of it.
    act(() => choices().followAccount({}));
    expect(words()).toBe("18.5 km at 12:00 UTC");
    await act(async () => finish(isSet));
    expect(words()).toBe(after);
  }
});
