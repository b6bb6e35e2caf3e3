// @vitest-environment happy-dom
/** Sharing one log: beside those that are shared, until it is withdrawn, and never all of them. */
import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ShareDialog } from "../../../../src/pages/log/share/share-dialog.tsx";
import { press, render, startEach, type } from "../../../render.tsx";
import { answerWith, origin, requestsSent } from "../../../service.ts";

startEach();

/** Opens the dialog of log 5; the account keeps what is sent. */
function open(preferences: Record<string, unknown>) {
  answerWith(({ body }) => {
    if (typeof body === "object" && body !== null && "key" in body && "value" in body)
      preferences[String(body.key).slice(1, -1)] = JSON.parse(String(body.value));
    return { body: { settings: { has_vessel: true, preferences } } };
  });
  const onClose = vi.fn();
  render(<ShareDialog id={5} onClose={onClose} />);
  return onClose;
}

const changes = () =>
  requestsSent().flatMap(({ body }) =>
    typeof body === "object" && body !== null && "key" in body ? [body] : [],
  );
const link = () => screen.findByText(`${origin}/p/Kapla/log/5`);

test("says what is seen and until when, asks for the boat's name, then shows the link", async () => {
  open({});
  await screen.findByText(/figures and track, until you stop sharing it/);
  expect(changes()).toEqual([]);
  await press("Share");
  expect(changes()).toEqual([]);
  type("Public name of the boat", "Kapla");
  await press("Share");
  await link();
  expect(changes()).toEqual([
    { key: "{public_vessel}", value: '"Kapla"' },
    { key: "{public_logs}", value: "[5]" },
  ]);
});

test("shares it beside the others, also those shared elsewhere meanwhile, and withdraws it alone", async () => {
  const preferences: Record<string, unknown> = {
    public_vessel: "Kapla",
    public_logs: [2],
    public_notes: true,
  };
  const onClose = open(preferences);
  await screen.findByText(/track and notes, until you stop sharing it/);
  preferences.public_logs = [2, 3];
  await press("Share");
  await link();
  expect(preferences.public_logs).toEqual([2, 3, 5]);
  await press("Stop sharing");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(preferences.public_logs).toEqual([2, 3]);
});

test("withdrawing the last one leaves none", async () => {
  const preferences: Record<string, unknown> = { public_vessel: "Kapla", public_logs: [5] };
  open(preferences);
  await link();
  await press("Stop sharing");
  await waitFor(() => expect(preferences.public_logs).toBe(false));
});

test("says that all are public, and withdraws none of them", async () => {
  open({ public_vessel: "Kapla", public_logs: true });
  await link();
  screen.getByText(/All your logs are public/);
  expect(screen.queryByRole("button", { name: "Stop sharing" })).toBe(null);
});
