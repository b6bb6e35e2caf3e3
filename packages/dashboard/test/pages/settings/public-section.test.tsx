// @vitest-environment happy-dom
/** Publishing logs: all of them only after it was said how many are not public yet. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Settings, settingsQuestion } from "../../../src/api/account/settings.ts";
import { AS_SAID } from "../../../src/languages/speech.ts";
import { PublicSection } from "../../../src/pages/settings/public/public-section.tsx";
import { press, render, startEach } from "../../render.tsx";
import { answerWith, requestsSent } from "../../service.ts";

startEach();

function show(preferences: object): void {
  answerWith(({ path }) =>
    path.startsWith("/logs_view") ? { status: 206, body: [{ id: 1 }], total: 19 } : { body: true },
  );
  const body = { settings: { has_vessel: true, preferences } };
  const settings: Settings = settingsQuestion.parse(body, AS_SAID);
  render(<PublicSection settings={settings} onChanged={async () => {}} />);
}

const sent = () => requestsSent().flatMap(({ method, body }) => (method === "POST" ? [body as object] : []));
const track = () => screen.getByRole("switch", { name: /^Each log with its track/ });

test("some logs become all only after a question that counts the others", async () => {
  show({ public_logs: [4, 9, 12] });
  expect(track()).toHaveProperty("checked", true);
  screen.getByText("For 3 logs only");
  await press("Publish all logs…");
  await screen.findByText("19 logs become public that are not now, and every later one.");
  expect(decodeURIComponent(requestsSent()[0]?.path ?? "")).toContain("id=not.in.(4,9,12)");
  await press("Cancel");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBe(null));
  expect(sent()).toEqual([]);
  await press("Publish all logs…");
  await screen.findByText(/^19 logs/);
  await press("Publish all logs");
  await waitFor(() => expect(sent()).toMatchObject([{ key: "{public_logs}", value: "true" }]));
});

test("none become all only after it, too", async () => {
  show({});
  fireEvent.click(track());
  await screen.findByText(/^19 logs become public/);
  expect(decodeURIComponent(requestsSent()[0]?.path ?? "")).not.toContain("not.in");
  expect(sent()).toEqual([]);
});

test("withdrawing, and what is not chosen log by log, needs no question", async () => {
  show({ public_logs: true });
  fireEvent.click(track());
  await waitFor(() => expect(sent()).toMatchObject([{ key: "{public_logs}", value: "false" }]));
});
