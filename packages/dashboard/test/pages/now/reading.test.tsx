// @vitest-environment happy-dom
/** A value on Now: its own age only where it is older than the rest, and its alert. */
import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { Alert } from "../../../src/api/alerts/alerts.ts";
import { alertOn } from "../../../src/features/alerts/alert-on.ts";
import { Reading } from "../../../src/pages/now/reading.tsx";
import { render, startEach } from "../../render.tsx";

startEach();

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const quantity = { figure: "12.70", unit: "V" };
const ALERT: Alert = {
  ...{ id: 1, ruleId: 2, name: "House bank low", kind: "below", key: "voltage", message: "" },
  ...{ severity: "alarm", raised: true, raisedAt: ago(5), clearedAt: null },
  ...{ acknowledgedAt: null, acknowledgedBy: null, snoozedUntil: null, value: 11.9, threshold: 12 },
};

describe("a reading", () => {
  test("of the newest row has no age of its own", () => {
    const { container } = render(
      <Reading label="Battery" quantity={quantity} time={ago(8)} newest={ago(8)} />,
    );
    expect(container.textContent).toBe("Battery12.70V");
  });

  test("that is older has its age, and greys once it is too old to act upon", () => {
    const { container } = render(
      <Reading label="Depth" quantity={quantity} time={ago(14)} newest={ago(8)} />,
    );
    expect(container.textContent).toBe("Depth12.70V14 min ago");
    expect(container.querySelector(".figure--faint")).not.toBe(null);
  });

  test("with an alert says so in a word, and leads to its graph", () => {
    render(<Reading label="Battery" quantity={quantity} time={ago(1)} newest={ago(1)} alert={ALERT} />);
    const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Battery · Alarm" });
    expect(link.getAttribute("href")).toBe("/monitoring?key=voltage");
  });
});

describe("the alert on a value", () => {
  test("is found by its key, by a name it is read as, or by how it changes", () => {
    const on = (key: string | null, ...names: string[]) => alertOn([{ key }], ...names)?.key;
    expect(on("voltage", "electrical.batteries.House.voltage", "voltage")).toBe("voltage");
    expect(on("pressure_change", "environment.outside.pressure", "pressure")).toBe("pressure_change");
    expect(on("voltage", "environment.depth.belowTransducer", "depth")).toBeUndefined();
    // An anchor watch is about no value.
    expect(on(null, "voltage")).toBeUndefined();
  });
});
