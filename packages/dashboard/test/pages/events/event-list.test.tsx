// @vitest-environment happy-dom
/** The event log: what happened to the boat in sentences, at its own time, with the work of the service apart. */
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { EventList } from "../../../src/pages/events/event-list.tsx";
import { EVENT_KINDS, kindsOf } from "../../../src/pages/events/event-words.ts";
import { type EventsShown, readEvents } from "../../../src/pages/events/events-shown.ts";
import { render, startEach } from "../../render.tsx";
import { answerWith, requestsSent } from "../../service.ts";

startEach();

const NOTHING = {
  ...{ note: null, processed: "2026-11-27T12:00:00Z", log_id: null, log: null, from: null, to: null },
  ...{ distance: null, stay_id: null, moorage: null, rule: null, rule_kind: null, rule_key: null },
};
const time = "2026-06-12T14:30:00Z";

async function show(rows: readonly object[], shown: EventsShown = readEvents(new URLSearchParams())) {
  answerWith(() => ({ body: rows.map((row, id) => ({ id: id + 1, time, ...NOTHING, ...row })) }));
  render(<EventList shown={shown} onShow={() => {}} />);
  return within(await screen.findByRole("list", { name: "What happened" }));
}

test("tells of a voyage where it went and how far, at its arrival, and leads to its log", async () => {
  const list = await show([
    {
      channel: "new_logbook",
      ...{ log_id: 7, log: "Kiel to Marstal", from: "Kiel", to: "Marstal", distance: 32.04 },
    },
    { channel: "new_moorage", stay_id: 3, moorage: "Kiel" },
  ]);
  const [voyage, departure] = list.getAllByRole("link");
  expect(voyage?.textContent).toBe("Voyage logged: Kiel to Marstal, 32.0 NMFri 12 Jun 2026, 14:30 UTC");
  expect(voyage?.getAttribute("href")).toBe("/log/7");
  expect(departure?.textContent).toMatch(/^Departed from Kiel/);
  expect(departure?.getAttribute("href")).toBe("/stay/3");
});

test("says less as long as less is known", async () => {
  const list = await show([
    { channel: "new_logbook", log_id: 7 },
    { channel: "new_logbook", log_id: 8, log: "Kiel to Marstal" },
    { channel: "new_moorage", stay_id: 3 },
    { channel: "alert_raised" },
    { channel: "of_a_later_release" },
  ]);
  const titles = list
    .getAllByRole("listitem")
    .map((line) => line.querySelector(".row__title")?.textContent ?? "");
  expect(titles).toEqual([
    "Arrived",
    "Voyage logged: Kiel to Marstal",
    "Departed",
    "An alert was raised.",
    "Other work",
  ]);
});

test("names the rule of an alert, or what it watches", async () => {
  const list = await show([
    { channel: "alert_raised", rule: "House bank low", rule_kind: "below", rule_key: "x" },
    {
      channel: "alert_cleared",
      ...{ rule: "electrical.batteries.House.voltage", rule_kind: "below" },
      rule_key: "electrical.batteries.House.voltage",
    },
  ]);
  list.getByText("Alert: House bank low");
  list.getByText("Alert over: House · Voltage");
  expect(list.getAllByRole("link")[0]?.getAttribute("href")).toBe("/alerts");
});

test("asks for what happened to the boat first, by its own time", async () => {
  await show([{ channel: "note", note: "New sails" }]);
  const path = decodeURIComponent(requestsSent()[0]?.path ?? "");
  expect(path).toContain("/timeline_view?");
  expect(path).toContain("order=time.desc,id.desc");
  expect(path).toMatch(/channel=in\.\(new_logbook,new_moorage,/);
  expect(path).not.toMatch(/finish|refold|email_otp|stay_finished|log_finished|new_stay/);
  screen.getByText("New sails");
});

test("shows every kind of event somewhere, each only once", () => {
  const { those, except } = kindsOf("work");
  expect(except).toBe(true);
  const groups = [null, "account"] as const;
  const elsewhere = groups.flatMap((group) => kindsOf(group).those);
  expect([...elsewhere].sort()).toEqual([...those].sort());
  expect(new Set(elsewhere).size).toBe(elsewhere.length);
  expect(elsewhere.every((channel) => channel in EVENT_KINDS)).toBe(true);
});
