// @vitest-environment happy-dom
/** The logbook: its order, its years, and the voyage under way. */
import { act, screen, waitFor } from "@testing-library/react";
import { useSyncExternalStore } from "react";
import { beforeEach, describe, expect, test } from "vitest";
import { LogsPage } from "../../../src/pages/logs/logs-page.tsx";
import { currentVisit, followVisits, navigate, ShownVisit } from "../../../src/routing/location.ts";
import { choose, render, startEach } from "../../render.tsx";
import { answerWith, requestsSent } from "../../service.ts";

startEach();

const LOGS = [
  { id: 3, name: "Kiel to Marstal", started: "2026-06-12T06:00:00Z", max_wind_speed: 12 },
  { id: 2, name: "Hanko to Utö", started: "2025-08-01T06:00:00Z", max_wind_speed: 31 },
  { id: 1, name: "Utö to Kökar", started: "2025-07-30T06:00:00Z", max_wind_speed: 20 },
].map((log) => ({ ...log, from: null, to: null, ended: log.started.replace("T06", "T11"), distance: 20 }));
const TOTALS = [{ logs: 3, distance: 60, first: LOGS[2]?.started, last: LOGS[0]?.started }];
const startedAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

/** Answers as the service does: sorted if asked, with or without a voyage under way. */
function serve(active: readonly object[] = []): void {
  answerWith(({ path }) => {
    if (path.startsWith("/rpc/find_logs_totals_fn")) return { body: TOTALS };
    if (path.startsWith("/rpc/find_logs_fn")) {
      const byWind = path.includes("sort=wind");
      return { body: byWind ? LOGS.toSorted((a, b) => b.max_wind_speed - a.max_wind_speed) : LOGS };
    }
    if (path.startsWith("/logbook?")) return { body: active };
    return { body: [] };
  });
}

/** The page of the visit, as the router shows it. */
function Visited() {
  const visit = useSyncExternalStore(followVisits, currentVisit);
  return (
    <ShownVisit value={visit}>
      <LogsPage />
    </ShownVisit>
  );
}

const open = async (address: string) => {
  act(() => navigate(address));
  render(<Visited />);
  await screen.findByRole("list", { name: "Logs" });
};
const rows = () =>
  [...screen.getByRole("list", { name: "Logs" }).querySelectorAll("a")].map((row) => row.textContent ?? "");
const headings = () => screen.queryAllByRole("heading", { level: 2 }).map((one) => one.textContent);
const address = () => window.location.pathname + window.location.search;

describe("the order of the logbook", () => {
  beforeEach(() => serve());

  test("is by date under months, and by a measure without them but with years in the dates", async () => {
    await open("/logs");
    expect(headings()).toEqual(["June 2026", "August 2025", "July 2025"]);
    expect(rows()[0]).toContain("Fri 12 Jun, 06:00");
    await choose("Sort by", "Wind");
    await waitFor(() => expect(rows()[0]).toMatch(/^Hanko to Utö.*Fri 1 Aug 2025, 06:00/));
    expect(address()).toBe("/logs?sort=wind");
    expect(headings()).toEqual([]);
    expect(rows()[2]).toMatch(/^Kiel to Marstal.*Fri 12 Jun 2026/);
  });

  test("stays when a year is chosen: the windiest trip of a year is two choices away", async () => {
    await open("/logs?page=2");
    const years = await screen.findByRole("navigation", { name: "Years" });
    expect([...years.querySelectorAll("a")].map((link) => link.textContent)).toEqual(["2026", "2025"]);
    await choose("Sort by", "Wind");
    await waitFor(() => expect(address()).toBe("/logs?sort=wind"));
    const link = screen.getByRole("link", { name: "2025" });
    expect(link.getAttribute("href")).toBe("/logs?from=2025-01-01&to=2025-12-31&sort=wind");
    act(() => navigate(link.getAttribute("href") ?? ""));
    await waitFor(() =>
      expect(requestsSent().map(({ path }) => path)).toContain(
        "/rpc/find_logs_fn?since=2025-01-01&until=2025-12-31&sort=wind&limit=25",
      ),
    );
    expect(screen.getByRole("link", { name: "2025" }).getAttribute("href")).toBe("/logs?sort=wind");
    expect(screen.getByRole("button", { name: "Remove the filter 2025" })).toBeTruthy();
  });
});

describe("the voyage under way", () => {
  const ACTIVE = {
    ...{ id: 9, name: null, _from: "Marstal", _from_time: startedAgo(2.25) },
    segments: [
      { kind: "motoring", distanceNm: 1.5 },
      { kind: "sailing", distanceNm: 10.75 },
    ],
  };

  test("is the first row, with its distance and time so far", async () => {
    serve([ACTIVE]);
    await open("/logs");
    await waitFor(() => expect(rows()).toHaveLength(4));
    expect(rows()[0]).toMatch(/^Under wayFrom Marstal, since .*12\.3 NM2 h 15 min$/);
    expect(screen.getByRole("link", { name: /^Under way/ }).getAttribute("href")).toBe("/log/9");
  });

  test("is first in every order, and on no other page and with no filter", async () => {
    serve([ACTIVE]);
    for (const [path, count] of [
      ["/logs?sort=distance", 4],
      ["/logs?page=2", 3],
      ["/logs?tag=race", 3],
    ] as const) {
      act(() => navigate(path));
      const { unmount } = render(<Visited />);
      await waitFor(() => expect(rows(), path).toHaveLength(count));
      expect(
        rows().filter((row) => row.startsWith("Under way")),
        path,
      ).toHaveLength(count - 3);
      unmount();
    }
  });

  test("is there while the logbook has no other log", async () => {
    answerWith(({ path }) => {
      if (path.startsWith("/rpc/find_logs_totals_fn")) return { body: [{ logs: 0 }] };
      return { body: path.startsWith("/logbook?") ? [{ ...ACTIVE, segments: null }] : [] };
    });
    await open("/logs");
    expect(rows()).toHaveLength(1);
    expect(rows()[0]).toMatch(/^Under wayFrom Marstal, since .*UTC2 h 15 min$/);
    expect(screen.queryByText("The logbook is empty")).toBeNull();
  });
});
