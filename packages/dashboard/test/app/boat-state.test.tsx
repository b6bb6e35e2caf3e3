// @vitest-environment happy-dom
/** The head says that a boat is online for as long as her own interval allows, and when she was heard. */
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { BoatState } from "../../src/app/boat/boat-state.tsx";
import { MonitoringPage } from "../../src/pages/monitoring/monitoring-page.tsx";
import { NowPage } from "../../src/pages/now/now-page.tsx";
import { answers } from "../../src/queries/answers.ts";
import { rememberBoat } from "../../src/session/known-boat.ts";
import { render, settle, startEach } from "../render.tsx";
import { answerWith, requestsSent } from "../service.ts";

startEach();
beforeEach(rememberBoat);

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/**
 * A boat at rest that sends every so many minutes, silent for some.
 * @param contact minutes since it was last heard; null if its rows are all imported
 */
function boatThatSends(every: number, silent: number, contact: number | null = silent): void {
  const rows = [0, 1, 2, 3, 4, 5].map((back) => ({
    time: ago(silent + back * every),
    ...{ latitude: 59.8, longitude: 22.9, speedoverground: 0.1, courseovergroundtrue: 40 },
    ...{ windspeedapparent: 8, anglespeedapparent: -40 },
  }));
  const key = { key: "environment.depth.belowKeel", kind: "number", first_seen: ago(9_000) };
  answerWith(({ path }) => {
    if (path.startsWith("/vessels_view")) {
      const last = { last_contact: contact === null ? null : ago(contact), last_metric_time: ago(silent) };
      return { body: [{ name: "Aava", mmsi: null, ...last }] };
    }
    if (path.startsWith("/rpc/live_state_fn")) return { body: { position: null, log: null, stay: null } };
    if (path.startsWith("/metrics_keys_view")) {
      return { body: [{ ...key, last_seen: ago(silent), last_value: 4, mapped_to: null }] };
    }
    return { body: path.startsWith("/metrics?") ? rows : [] };
  });
}

const asksForRows = () => requestsSent().some(({ path }) => path.startsWith("/metrics?"));

test.each([
  ["every hour", 60, 50, /^Online, /],
  ["every hour, and misses two", 60, 130, /^Last heard /],
  ["every five minutes", 5, 50, /^Last heard /],
])("a boat that sends %s", async (_, every, silent, words) => {
  boatThatSends(every, silent);
  render(<BoatState />);
  await screen.findByText(words);
  await settle();
  screen.getByText(words);
  expect(asksForRows()).toBe(true);
});

test("a boat whose rows are all imported was never heard, however new they are", async () => {
  for (const silent of [0, 50, 3_000]) {
    boatThatSends(1, silent, null);
    const { unmount } = render(<BoatState />);
    await screen.findByText("Not heard from yet");
    unmount();
    answers.clear();
  }
  boatThatSends(1, 0, null);
  render(<NowPage />);
  const line = await screen.findByRole("status", { name: "Boat" });
  await waitFor(() => expect(line.textContent).toMatch(/^Nothing heard from the boat yet\.\s*$/));
});

test("an import does not make a boat heard again", async () => {
  boatThatSends(1, 1, 3_000);
  render(<BoatState />);
  await screen.findByText("Last heard 2 days ago");
});

test("her rows are not asked for while she was heard a moment ago, or long ago", async () => {
  for (const silent of [2, 3_000]) {
    boatThatSends(5, silent);
    render(<BoatState />).unmount();
    await settle();
  }
  expect(asksForRows()).toBe(false);
});

test.each([
  ["every hour", 60, false],
  ["every five minutes", 5, true],
])("values of a boat that sends %s, after 50 minutes", async (_, every, isOld) => {
  boatThatSends(every, 50);
  render(<MonitoringPage />);
  const tile = (await screen.findByText("Depth below keel")).closest(".tile");
  await settle();
  await waitFor(() => expect(tile?.classList.contains("tile--old")).toBe(isOld));
});
