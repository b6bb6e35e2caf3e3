// @vitest-environment happy-dom
/** The page after the sign-up: it registers the boat, and then offers a sample voyage. */
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { BoatPage } from "../../../src/pages/boat/boat-page.tsx";
import { press, render, startEach, type } from "../../render.tsx";
import { answerWith, requestsSent } from "../../service.ts";

startEach();

/** Answers of a service to an account, with or without a boat. */
function serviceWith(boat: { registered: boolean }): void {
  let sample: number | null = null;
  answerWith(({ path }) => {
    if (path.startsWith("/rpc/register_vessel")) {
      boat.registered = true;
      return { body: { token: "boat token" } };
    }
    if (path.startsWith("/rpc/settings_fn"))
      return {
        body: { settings: { email: "aino@example.org", has_vessel: boat.registered, preferences: {} } },
      };
    if (path.startsWith("/rpc/sample_voyage_fn")) {
      sample = 7;
      return { body: { id: sample } };
    }
    if (path.startsWith("/rpc/first_steps_fn"))
      return {
        body: { plugin: false, rows: false, log: null, sample, sample_log: sample === null ? null : 12 },
      };
    return { body: [] };
  });
}

test("offers a sample voyage once the boat is registered, and leads to its log", async () => {
  serviceWith({ registered: false });
  render(<BoatPage />);
  await screen.findByLabelText("Name of the boat");
  expect(screen.queryByText("Sail a sample voyage")).toBeNull();
  type("Name of the boat", "Aava");
  await press("Register boat");
  expect(await screen.findByText("boat token")).toBeTruthy();
  await screen.findByText("Sail a sample voyage");
  await press("Sail a sample voyage");
  const link = await screen.findByRole("link", { name: "Open the sample voyage" });
  expect(link.getAttribute("href")).toBe("/log/12");
  expect(requestsSent().some(({ path }) => path.startsWith("/rpc/sample_voyage_fn"))).toBe(true);
});

test("offers none where the token is only shown again", async () => {
  serviceWith({ registered: true });
  render(<BoatPage />);
  await screen.findByText("Show the boat's token");
  await press("Show the boat's token");
  expect(await screen.findByText("boat token")).toBeTruthy();
  expect(screen.queryByText("Sail a sample voyage")).toBeNull();
});
