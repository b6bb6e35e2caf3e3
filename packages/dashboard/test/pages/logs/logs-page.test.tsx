// @vitest-environment happy-dom
/** The logbook: its order, its years, and the voyage under way. */
import { act, configure, screen, waitFor } from "@testing-library/react";
import { useSyncExternalStore } from "react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LogsPage } from "../../../src/pages/logs/logs-page.tsx";
import { currentVisit, followVisits, navigate, ShownVisit } from "../../../src/routing/location.ts";
import { choose, render, settle, startEach } from "../../render.tsx";
import { answerWith, requestsSent } from "../../service.ts";

startEach();
// Requests of parts that a test does not look at.
afterEach(settle);
configure({ asyncUtilTimeout: 10_000 });

const LOGS = [
  { id: 3, name: "Kiel to Marstal", started: "2026-06-12T06:00:00Z", max_wind_speed: 12 },
  { id: 2, name: "Hanko to Utö", started: "2025-08-01T06:00:00Z", max_wind_speed: 31 },
  { id: 1, name: "Utö to Kökar", started: "2025-07-30T06:00:00Z", max_wind_speed: 20 },
].map((log) => ({ ...log, from: null, to: null, ended: log.started.replace("T06", "T11"), distance: 20 }));
const TOTALS = [{ logs: 3, distance: 60, first: LOGS[2]?.started, last: LOGS[0]?.started }];
const startedAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

const SAILED = {
  from: startedAgo(2.25),
  columns: { seconds: [0, 8100], latitude: [54.9, 54.8], longitude: [10.5, 10.2], miles: [0, 12.25] },
};

/** Answers as the service does: sorted if asked, with or without a voyage under way. */
function serve(log: object | null = null): void {
  answerWith(({ path }) => {
    if (path.startsWith("/rpc/find_logs_totals_fn")) return { body: TOTALS };
    if (path.startsWith("/rpc/find_logs_fn")) {
      const byWind = path.includes("sort=wind");
      return { body: byWind ? LOGS.toSorted((a, b) => b.max_wind_speed - a.max_wind_speed) : LOGS };
    }
    if (path.startsWith("/rpc/live_state_fn")) return { body: { position: null, log, stay: null } };
    if (path.startsWith("/logs_by_month_view")) {
      return { body: [{ month: "2026-06", logs: 2, distance: 141.9, not_recorded: 12 }] };
    }
    if (path.startsWith("/rpc/log_track_fn")) return { body: SAILED };
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

// Queries by role are slow where a page has hundreds of elements.
const list = () => screen.queryByLabelText("Logs", { selector: "ul" });
const rows = () => [...(list()?.querySelectorAll("a") ?? [])].map((row) => row.textContent ?? "");
const headings = () => [...document.querySelectorAll("h2")].map((one) => one.textContent);
const open = async (address: string) => {
  act(() => navigate(address));
  render(<Visited />);
  await waitFor(() => expect(list()).not.toBeNull());
};
const address = () => window.location.pathname + window.location.search;

describe("the order of the logbook", () => {
  beforeEach(() => serve());

  test("is by date under months, and by a measure without them but with years in the dates", async () => {
    await open("/logs");
    const total = "June 2026 141.9 NM, 12.0 NM of it not recorded";
    await waitFor(() => expect(headings()).toEqual([total, "August 2025", "July 2025"]));
    expect(rows()[0]).toContain("Fri 12 Jun, 06:00");
    await choose("Sort by", "Wind");
    await waitFor(() => expect(rows()[0]).toMatch(/^Hanko to Utö.*Fri 1 Aug 2025, 06:00/));
    expect(address()).toBe("/logs?sort=wind");
    expect(headings()).toEqual([]);
    expect(rows()[2]).toMatch(/^Kiel to Marstal.*Fri 12 Jun 2026/);
  });

  test("has whole sentences in a month's heading, also under a filter", async () => {
    await open("/logs?tag=race");
    const total = "141.9 NM in all 2 logs of the month, 12.0 NM of it not recorded";
    await waitFor(() => expect(headings()[0]).toBe(`June 2026 ${total}`));
  });

  test("stays when a year is chosen: the windiest trip of a year is two choices away", async () => {
    await open("/logs?page=2");
    const years = await screen.findByLabelText("Years");
    expect([...years.querySelectorAll("a")].map((link) => link.textContent)).toEqual(["2026", "2025"]);
    await choose("Sort by", "Wind");
    await waitFor(() => expect(address()).toBe("/logs?sort=wind"));
    const link = screen.getByText("2025", { selector: "nav a" });
    expect(link.getAttribute("href")).toBe("/logs?from=2025-01-01&to=2025-12-31&sort=wind");
    act(() => navigate(link.getAttribute("href") ?? ""));
    await waitFor(() =>
      expect(requestsSent().map(({ path }) => path)).toContain(
        "/rpc/find_logs_fn?since=2025-01-01&until=2025-12-31&sort=wind&limit=25",
      ),
    );
    expect(screen.getByText("2025", { selector: "nav a" }).getAttribute("href")).toBe("/logs?sort=wind");
    expect(screen.getByLabelText("Remove the filter 2025")).toBeTruthy();
  });
});

describe("the voyage under way", () => {
  const ACTIVE = { id: 9, name: null, _from: "Marstal", _from_time: startedAgo(2.25) };

  test("is the first row, with its distance and time so far", async () => {
    serve(ACTIVE);
    await open("/logs");
    await waitFor(() => expect(rows()).toHaveLength(4));
    await waitFor(() => expect(rows()[0]).toMatch(/^Under wayFrom Marstal, since .*12\.3 NM2 h 15 min$/));
    expect(list()?.querySelector("a")?.getAttribute("href")).toBe("/log/9");
  });

  test.each([
    ["/logs?sort=distance", 1],
    ["/logs?page=2", 0],
    ["/logs?tag=race", 0],
  ])("is first in every order, and on no other page and with no filter: %s", async (path, count) => {
    serve(ACTIVE);
    await open(path);
    await waitFor(() => expect(rows()).toHaveLength(3 + count));
    expect(rows().findIndex((row) => row.startsWith("Under way"))).toBe(count - 1);
  });

  test("is there while the logbook has no other log", async () => {
    answerWith(({ path }) => {
      if (path.startsWith("/rpc/find_logs_totals_fn")) return { body: [{ logs: 0 }] };
      return {
        body: path.startsWith("/rpc/live_state_fn") ? { position: null, log: ACTIVE, stay: null } : [],
      };
    });
    await open("/logs");
    expect(rows()).toHaveLength(1);
    expect(rows()[0]).toMatch(/^Under wayFrom Marstal, since .*UTC2 h 15 min$/);
    expect(screen.queryByText("The logbook is empty")).toBeNull();
  });
});
