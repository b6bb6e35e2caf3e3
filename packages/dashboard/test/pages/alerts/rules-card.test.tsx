// @vitest-environment happy-dom
/** A boat's rules: described, changed, switched and deleted. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { RulesCard } from "../../../src/pages/alerts/rules-card.tsx";
import { choose, press, render, settle, startEach, type } from "../../render.tsx";
import { answerWith, requestsSent, type Sent } from "../../service.ts";

startEach();

const RULE = {
  ...{ id: 3, name: "House bank low", kind: "below", key: "voltage", low: 12.123456, high: null },
  ...{ after: "PT1M", severity: "warn", enabled: true, built_in: false, area: null },
};
const BUILT_IN = { ...RULE, id: 4, name: "Quiet boat", built_in: true };

function boat(
  rows: readonly object[],
  write: (sent: Sent) => { readonly status: number; readonly body?: unknown },
) {
  answerWith((sent) => {
    if (sent.method !== "GET" && !sent.path.startsWith("/rpc/monitoring")) return write(sent);
    return { body: sent.path.startsWith("/alert_rules") ? rows : [] };
  });
}
const writes = () =>
  requestsSent().filter(({ path, method }) => /alert_rules/.test(path) && method !== "GET");
const rule = (name: string) => within(screen.getByRole("region", { name }));
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

describe("the rules of a boat", () => {
  test("are one more once the form is sent, with no words as a name unless they were typed", async () => {
    boat([], () => ({ status: 201 }));
    render(<RulesCard />);
    await screen.findByText(/Nothing is watched yet/);
    await press("New rule");
    type("Below", "12,2");
    type("For", "5");
    await choose("Severity", "Alarm");
    expect(screen.getByText("Alert me:", { exact: false }).textContent).toContain("below 12.20 V for 5 min");
    await press("Save");
    await waitFor(() => expect(writes()).toHaveLength(1));
    expect(writes()[0]).toMatchObject({
      method: "POST",
      body: {
        ...{ name: "voltage", kind: "below", key: "voltage", low: 12.2, high: null },
        ...{ after: "PT300S", severity: "alarm" },
      },
    });
    await waitFor(() => expect(screen.queryByRole("form", { name: "Rule" })).toBe(null));
  });

  test("without a name are called by what they watch, and stay without one", async () => {
    boat([{ ...RULE, name: "voltage" }], () => ({ status: 204 }));
    render(<RulesCard />);
    await screen.findByRole("region", { name: "Battery voltage below 12.12 V for 1 min" });
    await press("Edit Battery voltage below 12.12 V for 1 min");
    expect(field("Name").value).toBe("");
    await choose("Severity", "Alarm");
    await press("Save");
    await waitFor(() => expect(writes()).toHaveLength(1));
    expect(writes()[0]?.body).toEqual({ severity: "alarm" });
  });

  test("need a threshold, or are said to watch for what no longer comes", async () => {
    boat([], () => ({ status: 201 }));
    render(<RulesCard />);
    await screen.findByText(/Nothing is watched yet/);
    await press("New rule");
    expect(screen.getByText("Say below or above which value.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Save" }).getAttribute("aria-disabled")).toBe("true");
    await press("Save");
    expect(writes()).toEqual([]);
    fireEvent.click(screen.getByRole("radio", { name: "No longer measured" }));
    expect(screen.queryByLabelText("Below")).toBe(null);
    expect(screen.getByText("Alert me:", { exact: false }).textContent).toContain("is no longer measured");
    await press("Save");
    await waitFor(() => expect(writes()).toHaveLength(1));
    expect(writes()[0]?.body).toMatchObject({ kind: "silent", key: "voltage", low: null, high: null });
  });

  test("say at the field that the lower threshold is not below the upper one", async () => {
    boat([], () => ({ status: 201 }));
    render(<RulesCard />);
    await screen.findByText(/Nothing is watched yet/);
    await press("New rule");
    type("Below", "12");
    type("Above", "12");
    expect(screen.getByText("The lower threshold must be below the upper one.")).toBeTruthy();
    expect(field("Above").getAttribute("aria-invalid")).toBe("true");
    await press("Save");
    expect(writes()).toEqual([]);
  });

  test("send nothing that is no number, and say so at its field", async () => {
    boat([], () => ({ status: 201 }));
    render(<RulesCard />);
    await screen.findByText(/Nothing is watched yet/);
    await press("New rule");
    type("Above", "a lot");
    expect(screen.getByText("Write a number, such as 12.2.")).toBeTruthy();
    expect(field("Above").getAttribute("aria-invalid")).toBe("true");
    await press("Save");
    expect(writes()).toEqual([]);
  });

  test("change in the columns that were typed alone: a threshold with more digits stays", async () => {
    boat([RULE], () => ({ status: 204 }));
    render(<RulesCard />);
    await screen.findByText("House bank low");
    await press("Edit House bank low");
    expect(field("Below").value).toBe("12.1235");
    type("Name", "House bank");
    await press("Save");
    await waitFor(() => expect(writes()).toHaveLength(1));
    expect(writes()[0]).toMatchObject({
      method: "PATCH",
      path: "/alert_rules?id=eq.3",
      body: { name: "House bank" },
    });
  });

  test("keep a draft with the reason when the service refuses it", async () => {
    boat([RULE], () => ({ status: 400, body: { message: "That is too low" } }));
    render(<RulesCard />);
    await screen.findByText("House bank low");
    await press("Edit House bank low");
    type("Below", "1");
    await press("Save");
    expect((await screen.findByRole("alert")).textContent).toContain("That is too low");
    expect(field("Below").value).toBe("1");
  });

  test("have a draft again after the page was left, until it is cancelled", async () => {
    boat([RULE], () => ({ status: 204 }));
    const first = render(<RulesCard />);
    await screen.findByText("House bank low");
    await press("Edit House bank low");
    type("Name", "Half a na");
    await settle();
    first.unmount();
    const second = render(<RulesCard />);
    await waitFor(() => expect(field("Name").value).toBe("Half a na"));
    await press("Cancel");
    await settle();
    second.unmount();
    render(<RulesCard />);
    await screen.findByText("House bank low");
    await settle();
    expect(screen.queryByRole("form", { name: "Rule" })).toBe(null);
    expect(writes()).toEqual([]);
  });

  test("are switched off and deleted one by one; those of the settings are changed there", async () => {
    boat([RULE, BUILT_IN], () => ({ status: 204 }));
    render(<RulesCard />);
    await screen.findByText("Quiet boat");
    expect(rule("Quiet boat").getByText("From your settings")).toBeTruthy();
    expect(rule("Quiet boat").queryAllByRole("button")).toEqual([]);
    rule("House bank low").getByRole("switch").click();
    await waitFor(() => expect(writes()).toHaveLength(1));
    await settle();
    await press("Delete");
    expect(writes()).toHaveLength(1);
    await press("Yes: Delete");
    await waitFor(() => expect(writes()).toHaveLength(2));
    expect(writes()[0]).toMatchObject({
      method: "PATCH",
      path: "/alert_rules?id=eq.3",
      body: { enabled: false },
    });
    expect(writes()[1]).toMatchObject({ method: "DELETE", path: "/alert_rules?id=eq.3" });
  });
});
