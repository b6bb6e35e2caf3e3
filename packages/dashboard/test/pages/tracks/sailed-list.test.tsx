// @vitest-environment happy-dom
/** The longest logs on the map of all tracks: of many years, so each with its year. */
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ALL_LOGS } from "../../../src/api/logbook/find-logs.ts";
import { SailedList } from "../../../src/pages/tracks/sailed-list.tsx";
import { render, startEach } from "../../render.tsx";

startEach();

test("the longest come first, each with its year", () => {
  const log = (id: number, year: number, distanceNm: number) => ({
    ...{ id, name: `Log ${id}`, distanceNm, ended: null },
    started: new Date(Date.UTC(year, 9, 20, 12)),
  });
  const logs = [log(3, 2026, 12), log(2, 2025, 88), log(1, 2024, 41)];
  render(<SailedList logs={logs} tracks={undefined} filter={ALL_LOGS} />);
  const lines = screen.getAllByRole("listitem").map((line) => line.textContent);
  expect(lines).toEqual([
    "Log 2Mon 20 Oct 202588.0 NM",
    "Log 1Sun 20 Oct 202441.0 NM",
    "Log 3Tue 20 Oct 202612.0 NM",
  ]);
});
