// @vitest-environment happy-dom
/** Rows of lists: what they show of a log, a stay and an alert, and what they omit if unknown. */
import { cleanup, screen, waitFor } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import type { Alert } from "../../src/api/alerts/alerts.ts";
import type { FoundLog } from "../../src/api/logbook/find-logs.ts";
import type { Stay } from "../../src/api/places/stays.ts";
import { AlertRow } from "../../src/features/alerts/alert-row.tsx";
import { StayRow } from "../../src/features/stays/stay-row.tsx";
import { LogRow } from "../../src/pages/logs/log-row.tsx";
import { press, render, startEach } from "../render.tsx";
import { answerWith, requestsSent } from "../service.ts";

startEach();

const at = (time: string) => new Date(`2026-08-01T${time}:00Z`);
const words = () => screen.getByRole("link").textContent ?? "";

describe("the row of a log", () => {
  const log: FoundLog = {
    ...{ id: 5, name: "Hanko to Jussarö", from: null, to: null, started: at("06:00"), ended: at("09:30") },
    ...{ recordedNm: 14.2, notRecordedNm: null, distanceNm: 14.2, durationSeconds: 12_600, avgSpeed: 4.1 },
    ...{
      maxSpeed: 6,
      maxWindSpeed: null,
      sailingNm: 10,
      motoringNm: 4.2,
      tags: ["summer"],
      doubtful: false,
      voyage: null,
    },
  };
  const show = (more: Partial<FoundLog> = {}, selected: boolean | null = null, onToggle = () => {}) =>
    render(
      <ul>
        <LogRow
          log={{ ...log, ...more }}
          track={undefined}
          voyage={undefined}
          selected={selected}
          onToggle={onToggle}
        />
      </ul>,
    );

  test("leads to its page and says when, how far and how long", () => {
    show();
    expect(screen.getByRole("link").getAttribute("href")).toBe("/log/5");
    expect(words()).toMatch(
      /Hanko to Jussarö.*Sat 1 Aug, 06:00 – 09:30 UTC.*summer.*4\.1 kn average.*14\.2 NM.*3 h/,
    );
    expect(words()).not.toMatch(/strongest wind|not recorded|Please check/);
  });

  test("says what is doubtful, what was not recorded and the strongest wind", () => {
    show({ doubtful: true, notRecordedNm: 2, maxWindSpeed: 21 });
    expect(words()).toMatch(/Please check.*21\.0 kn strongest wind.*and 2\.00 NM not recorded/);
  });

  test("says that it is being written up, since when, and no figures that are not known", () => {
    show({
      name: null,
      ended: null,
      recordedNm: null,
      distanceNm: null,
      durationSeconds: null,
      avgSpeed: null,
    });
    expect(words()).toMatch(/Being written up….*Sat 1 Aug, since 06:00 UTC/);
    expect(words()).not.toMatch(/ NM| kn| h/);
  });

  test("has a box that selects it while logs are selected", () => {
    const onToggle = vi.fn();
    show({}, false, onToggle);
    screen.getByRole("checkbox", { name: "Select Hanko to Jussarö" }).click();
    expect(onToggle).toHaveBeenCalledOnce();
  });
});

describe("the row of a stay", () => {
  const stay: Stay = {
    ...{ id: 8, moorage: "Jussarö", notes: null, stayCode: 2, latitude: 59.8, longitude: 23.5 },
    ...{ arrived: at("09:30"), departed: at("12:00"), durationSeconds: 9000 },
  };
  const show = (more: Partial<Stay> = {}, atPlace = false) =>
    render(
      <ul>
        <StayRow stay={{ ...stay, ...more }} atPlace={atPlace} />
      </ul>,
    );

  test("says where, how and how long", () => {
    show();
    expect(screen.getByRole("link").getAttribute("href")).toBe("/stay/8");
    expect(words()).toMatch(/Jussarö.*Anchor.*Sat 1 Aug, 09:30 – 12:00 UTC.*2 h 30 min/);
    expect(words()).not.toContain("still here");
  });

  test("goes on while the boat is there, and leaves out a type and place that are not known", () => {
    show({ departed: null, moorage: null, stayCode: 1 });
    expect(words()).toMatch(/Place being looked up….*Since Sat 1 Aug, 09:30 UTC.*still here/);
  });

  test("counts the nights, and says the year of a departure in another", () => {
    show({ departed: new Date("2026-08-02T13:41:00Z") });
    expect(words()).toMatch(/Sat 1 Aug, 09:30 – Sun 2 Aug, 13:41 UTC1 night$/);
    cleanup();
    show({ arrived: new Date("2026-12-28T20:00:00Z"), departed: new Date("2027-01-03T08:00:00Z") });
    expect(words()).toMatch(/Mon 28 Dec 2026, 20:00 – Sun 3 Jan 2027, 08:00 UTC6 nights$/);
  });

  test("breaks its times only between arrival and departure", () => {
    show({ departed: new Date("2026-08-02T13:41:00Z") });
    const times = [...document.querySelectorAll(".stay-row__time")].map((time) => time.textContent);
    expect(times).toEqual(["Sat 1 Aug, 09:30 –", "Sun 2 Aug, 13:41 UTC"]);
  });

  test("is called by its times on the page of its place", () => {
    show({}, true);
    expect(words()).toMatch(/^Sat 1 Aug 2026, 09:30 – 12:00 UTC/);
    expect(words()).not.toContain("Jussarö");
  });
});

describe("the row of an alert", () => {
  const alert: Alert = {
    ...{ id: 4, ruleId: 3, name: "House bank low", kind: "below", key: "voltage" },
    ...{ value: 10.5, threshold: 12, message: "House bank low: 10.5 V, below 12.0 V." },
    ...{ severity: "alarm", raised: true },
    ...{
      raisedAt: at("06:00"),
      clearedAt: null,
      acknowledgedAt: null,
      acknowledgedBy: null,
      snoozedUntil: null,
    },
  };
  const show = (more: Partial<Alert> = {}, onChange = () => {}) =>
    render(
      <ul>
        <AlertRow alert={{ ...alert, ...more }} onChange={onChange} />
      </ul>,
    );
  const text = () => screen.getByRole("listitem").textContent ?? "";

  test("tells what is watched if the rule has no name", () => {
    show({ name: "voltage" });
    expect(text()).toMatch(/^Battery voltage Alarm10\.50 V, below 12\.00 V\.Since/);
  });

  test.each([
    [{ kind: "above", value: 14.9, threshold: 14.5 }, "14.90 V, above 14.50 V."],
    [{ kind: "outside", value: 10.5, threshold: 12 }, "10.50 V, below 12.00 V."],
    [{ kind: "below", value: null }, "Beyond its limit."],
    [{ kind: "silent", value: null }, "No new value."],
    [{ kind: "offline", key: null }, "No contact with the boat."],
    [
      { kind: "drag", key: null, value: 61.4, threshold: 45 },
      "The boat is 61.4 m from its place, farther than 45.0 m.",
    ],
    [{ kind: "leave", key: null }, "The boat has left the area."],
    [{ kind: "enter", key: null }, "The boat is in the area."],
    [{ kind: "of a later release" }, "House bank low: 10.5 V, below 12.0 V."],
  ])("says what happened from its fields: %j", (fields, sentence) => {
    show(fields);
    screen.getByText(sentence);
  });

  test("is acknowledged by one press", async () => {
    answerWith(() => ({ body: true }));
    const onChange = vi.fn();
    show({}, onChange);
    expect(text()).toMatch(/House bank low.*Alarm.*10\.50 V, below.*Since Sat 1 Aug 2026, 06:00 UTC/);
    await press("Acknowledge");
    await waitFor(() => expect(onChange).toHaveBeenCalledOnce());
    expect(requestsSent()[0]?.path).toBe("/rpc/acknowledge_alert_fn");
  });

  test("says why it could not be acknowledged, and can be asked again", async () => {
    answerWith(() => ({ status: 400, body: { message: "It is over already" } }));
    show();
    await press("Acknowledge");
    expect((await screen.findByRole("alert")).textContent).toContain("It is over already");
    expect(screen.getByRole("button", { name: "Acknowledge" }).getAttribute("aria-disabled")).toBe("false");
  });

  test("says who acknowledged it, and asks for nothing then", () => {
    show({ acknowledgedAt: at("06:05"), acknowledgedBy: "Ada" });
    expect(text()).toContain("Acknowledged by Ada, Sat 1 Aug 2026, 06:05 UTC");
    expect(screen.queryAllByRole("button")).toEqual([]);
  });

  test("is over with both its times", () => {
    show({ raised: false, clearedAt: at("07:00") });
    expect(text()).toMatch(/over.*06:00 – 07:00 UTC/);
    expect(screen.queryAllByRole("button")).toEqual([]);
  });
});
