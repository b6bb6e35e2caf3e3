// @vitest-environment happy-dom
/** The logbook on paper: every log of the filter, with totals. */
import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ALL_LOGS } from "../../src/api/logbook/find-logs.ts";
import { PrintLogs } from "../../src/pages/logs/print-logs.tsx";
import { press, render, startEach } from "../render.tsx";
import { answerWith, requestsSent } from "../service.ts";

startEach();

const log = (id: number, distance: number | null) => ({
  ...{ id, name: `Day ${id}`, from: "Hanko", to: "Jussarö", distance, duration: "PT2H", avg_speed: 4.1 },
  ...{ started: `2026-08-0${id}T06:00:00+00:00`, ended: `2026-08-0${id}T08:00:00+00:00`, sailing: 3 },
  ...{
    max_wind_speed: null,
    motoring: null,
    not_recorded: distance === null ? null : 2.5,
    doubtful: false,
    tags: null,
    voyage_id: null,
  },
});

test("all logs of the filter are printed in the list's order, as a table with totals", async () => {
  const print = vi.fn<() => void>();
  vi.stubGlobal("print", print);
  answerWith(({ path }) =>
    path.includes("find_logs_totals_fn")
      ? {
          status: 200,
          body: [
            { logs: 60, distance: 14.2, not_recorded: 2.5, duration: "PT4H", sailing: 6, motoring: null },
          ],
        }
      : { status: 200, body: [log(2, 14.2), log(1, null)] },
  );
  render(<PrintLogs view={{ filter: { ...ALL_LOGS, words: "day" }, sort: "wind" }} />);
  await press("Print");
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  const rows = screen.getAllByRole("row").map(({ textContent }) => textContent);
  expect(rows).toEqual([
    "LogDistanceOf it not recordedDurationAverage speedStrongest windUnder sail",
    "Day 2Sun 2 Aug 2026, 06:00 – 08:00 UTC14.2 NM2.50 NM2 h 00 min4.1 kn3.00 NM",
    "Day 1Sat 1 Aug 2026, 06:00 – 08:00 UTC2 h 00 min4.1 kn3.00 NM",
    "60 logs14.2 NM2.50 NM4 h 00 min6.00 NM",
  ]);
  const asked = requestsSent().find(({ path }) => path.includes("find_logs_fn"));
  expect(asked?.path).toContain("words=day");
  expect(asked?.path, "the order of the list").toContain("sort=wind");
  expect(asked?.path, "more than a page of the list").toContain("limit=60");
});
