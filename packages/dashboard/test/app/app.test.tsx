// @vitest-environment happy-dom
/** Who is signed out sees the sign-in, except where that would end a night watch in silence. */
import { act, screen, waitFor } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { App } from "../../src/app/app.tsx";
import { Router } from "../../src/app/router.tsx";
import { navigate } from "../../src/routing/location.ts";
import { beginSession, endSession } from "../../src/session/token.ts";
import { render, startEach } from "../render.tsx";
import { answerWith } from "../service.ts";

startEach();
// Under load their first import may take longer than a test waits.
beforeAll(async () => {
  await import("../../src/pages/account/sign-in-page.tsx");
  await import("../../src/pages/watch/watch-page.tsx");
});
beforeEach(() => {
  window.scrollTo = vi.fn();
  answerWith(({ path }) => ({ body: path.startsWith("/vessels_view") ? [{ name: "Kapla" }] : [] }));
  navigate("/watch", "replace");
});

const show = async () => {
  render(
    <Router fetchOthers={async () => {}}>
      <App />
    </Router>,
  );
  await screen.findByRole("heading", { name: "Night watch" });
};

test("an expired session leaves the night watch on screen, which says so", async () => {
  await show();
  act(() => endSession("expired"));
  await screen.findByText(/^You are signed out: this page no longer watches the boat\./);
  expect(window.location.pathname).toBe("/watch");
  const link = screen.getByRole("link", { name: "Sign in" });
  expect(link.getAttribute("href")).toBe("/sign-in?next=%2Fwatch");
});

test("a session that was ended on purpose leads to the sign-in", async () => {
  await show();
  act(() => endSession("ended"));
  await waitFor(() => expect(window.location.pathname).toBe("/sign-in"));
});

test("a session that ends in the night is announced", async () => {
  const exp = Math.floor(Date.parse("2026-11-25T22:30:00Z") / 1000);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-25T21:30:00Z") });
  beginSession(`header.${btoa(JSON.stringify({ exp }))}.signature`, "sailor@example.org");
  await show();
  await screen.findByText("Your session ends at 22:30 UTC: then this page sounds, and watches no longer.");
  vi.useRealTimers();
});
