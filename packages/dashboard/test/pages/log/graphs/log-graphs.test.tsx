// @vitest-environment happy-dom
/** The graphs of a log: values at the pointer, and moving it without a mouse. */
import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { LogGraphs } from "../../../../src/pages/log/graphs/log-graphs.tsx";
import { useReplay } from "../../../../src/pages/log/replay/use-replay.ts";
import { render, startEach } from "../../../render.tsx";
import { point } from "./track.ts";

startEach();

const track = Array.from({ length: 11 }, (_, minute) => point(minute));

const NONE: readonly never[] = [];

function Page() {
  return <LogGraphs track={track} segments={NONE} replay={useReplay(track)} />;
}

const status = () => screen.getByRole("status", { name: "At the pointer" });
const slider = (name: string) => screen.getByRole("slider", { name: `Pointer: ${name}` });
const move = (name: string, index: number) =>
  fireEvent.change(slider(name), { target: { value: String(index) } });

describe("the graphs of a log", () => {
  test("show means before they have a pointer", () => {
    render(<Page />);
    expect(status().textContent).toBe("On averageSpeed over ground 5.5 knTrue wind 12.0 kn");
  });

  test("have one pointer, with value, unit and time of every line", () => {
    render(<Page />);
    move("Wind", 3);
    expect(status().textContent).toBe("Mon 1 Jun 2026, 07:03 UTCSpeed over ground 5.3 knTrue wind 12.0 kn");
    expect(slider("Speed").getAttribute("aria-valuetext")).toBe(
      "Mon 1 Jun 2026, 07:03 UTC, Speed over ground 5.3 kn",
    );
    expect(slider("Speed")).toHaveProperty("value", "3");
  });

  test("say where a value was measured that is missing at the pointer", () => {
    render(<Page />);
    move("Speed", 10);
    expect(status().textContent).toContain("True wind 12.0 kn (07:04 UTC)");
  });

  test("say distance and time over distance", () => {
    render(<Page />);
    fireEvent.click(screen.getByRole("radio", { name: "Distance" }));
    move("Speed", 4);
    expect(status().textContent).toContain("0.4 NM · Mon 1 Jun 2026, 07:04 UTC");
  });

  test("announce the values when the pointer rests", () => {
    vi.useFakeTimers();
    try {
      render(<Page />);
      expect(status().getAttribute("aria-busy")).toBe("false");
      for (const index of [1, 2, 3]) {
        move("Speed", index);
        act(() => void vi.advanceTimersByTime(300));
        expect(status().getAttribute("aria-busy")).toBe("true");
      }
      act(() => void vi.advanceTimersByTime(1000));
      expect(status().getAttribute("aria-busy")).toBe("false");
    } finally {
      vi.useRealTimers();
    }
  });

  test("begin with the voyage: speed, wind and what they were at most", () => {
    render(<Page />);
    const voyage = within(screen.getByRole("region", { name: "The voyage" }));
    expect(voyage.getByRole("img").getAttribute("aria-label")).toBe(
      "Speed over ground at most 6.0 kn. True wind at most 12.0 kn.",
    );
    move("The voyage", 2);
    expect(status().textContent).toContain("Speed over ground 5.2 kn");
    expect(voyage.getByText("Wind barbs")).toBeTruthy();
  });

  test("have a table each", () => {
    render(<Page />);
    const speed = within(screen.getByRole("region", { name: "Speed" }));
    fireEvent.click(speed.getByRole("button", { name: "Table" }));
    expect(speed.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Time",
      "Speed over ground, kn",
    ]);
  });
});
