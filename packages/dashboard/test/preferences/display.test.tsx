// @vitest-environment happy-dom
/** Display settings: the account's, this device's, and their immediate effect. */
import { useLingui } from "@lingui/react/macro";
import { act, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { stayQuestion } from "../../src/api/places/stay.ts";
import { wantedLanguage } from "../../src/languages/language.ts";
import { useDisplay, useDisplayChoices } from "../../src/preferences/display.tsx";
import { useAnswer } from "../../src/queries/use-answer.ts";
import { formatTimeWithZone } from "../../src/units/instant.ts";
import { nauticalMiles, spoken } from "../../src/units/quantity.ts";
import { renderHook, startEach } from "../render.tsx";
import { answerWith } from "../service.ts";

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
    // A response to an earlier request lacks it.
    act(() => choices().followAccount({}));
    expect(words()).toBe("18.5 km at 12:00 UTC");
    await act(async () => finish(isSet));
    expect(words()).toBe(after);
  }
});

test("shows another language in words, figures and answers, and is in it after a reload of the page", async () => {
  const reason = { rule: "leave", text: "left the berth at 4.2 kn" };
  answerWith(() => ({ body: [{ id: 7, stay_code: 4, reasons: { from: null, to: reason } }] }));
  const { result } = renderHook(() => {
    const { t } = useLingui();
    const display = useDisplay();
    const { value } = useAnswer(stayQuestion(7));
    return {
      choices: useDisplayChoices(),
      shown: [t`Day`, spoken(nauticalMiles(9.5, display)), value?.departureReason?.text],
    };
  });
  await waitFor(() => expect(result.current.shown).toEqual(["Day", "9.50 NM", "left the berth at 4.2 kn"]));
  await act(() => result.current.choices.chooseLanguage("de"));
  await waitFor(() =>
    expect(result.current.shown).toEqual(["Tag", "9,50 sm", "verließ den Liegeplatz mit 4,2 kn"]),
  );
  expect(document.documentElement.lang).toBe("de");
  expect(wantedLanguage()).toBe("de");
});

test("puts a theme on the page before it is drawn by it, and follows the one that another tab chose", () => {
  const seen: unknown[] = [];
  const { result } = renderHook(() => {
    const choices = useDisplayChoices();
    seen.push([choices.display.theme, document.documentElement.dataset.theme]);
    return choices;
  });
  act(() => result.current.chooseTheme("night"));
  expect(seen.at(-1)).toEqual(["night", "night"]);
  window.localStorage.setItem("wakelog.theme", "day");
  act(() => void window.dispatchEvent(new Event("storage")));
  expect(seen.at(-1)).toEqual(["day", "day"]);
  expect(result.current.themeChoice).toBe("day");
});
