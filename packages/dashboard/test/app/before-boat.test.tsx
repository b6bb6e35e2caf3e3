// @vitest-environment happy-dom
/** A user without a boat: one answer decides, and each page says what will be there. */
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { BeforeBoat, needsBoat } from "../../src/app/boat/before-boat.tsx";
import { BoatState } from "../../src/app/boat/boat-state.tsx";
import { routes } from "../../src/app/routes.ts";
import { isBoatKnown } from "../../src/session/known-boat.ts";
import { render, settle, startEach } from "../render.tsx";
import { answerWith, requestsSent } from "../service.ts";

startEach();

const settings = (hasVessel: boolean) => ({ body: { settings: { has_vessel: hasVessel, preferences: {} } } });

test("every page is open without a boat, or says what will be there", () => {
  const open = routes.filter((route) => !route.open && !needsBoat(route.path)).map(({ path }) => path);
  expect(open.sort()).toEqual(["/boat", "/profile", "/settings", "/start", "/verify"]);
});

test("a page says what will be there, and leads to the first steps", () => {
  render(<BeforeBoat path="/stays" />);
  screen.getByRole("heading", { level: 1, name: "Stays" });
  screen.getByText(/^A stay begins whenever the boat stops/);
  expect(screen.getByRole("link", { name: "First steps" }).getAttribute("href")).toBe("/start");
});

test("the first page leads to the first steps at once", async () => {
  render(<BeforeBoat path="/" />);
  await waitFor(() => expect(window.location.pathname).toBe("/start"));
});

test("nothing is asked of a boat before the account is known to have one", async () => {
  answerWith(() => settings(false));
  render(<BoatState />);
  await screen.findByText("No boat yet");
  await settle();
  expect(requestsSent().map(({ path }) => path)).toEqual(["/rpc/settings_fn"]);
  expect(isBoatKnown()).toBe(false);
});

test("a boat is remembered, so that its account is asked only once", async () => {
  const vessel = { name: "Aava", mmsi: null, created_at: null, last_contact: null };
  answerWith(({ path }) => (path.startsWith("/rpc/settings_fn") ? settings(true) : { body: [vessel] }));
  render(<BoatState />);
  await screen.findByText("Aava");
  expect(isBoatKnown()).toBe(true);
  answerWith(() => ({ body: [vessel] }));
  render(<BoatState />);
  await settle();
  expect(requestsSent().filter(({ path }) => path.includes("settings"))).toEqual([]);
});
