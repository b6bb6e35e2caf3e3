// @vitest-environment happy-dom
/** The night watch as it is used: armed, disarmed, and after the browser had stopped it. */
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { checkServerBy } from "../../../src/offline/connectivity.ts";
import { WatchPage } from "../../../src/pages/watch/watch-page.tsx";
import { press, render, startEach } from "../../render.tsx";
import { answerWith, requestsSent } from "../../service.ts";

startEach();

const MINUTE = 60_000;
const ANCHOR = { latitude: 59.8, longitude: 22.9 };
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
const RULES = [50, 75].map((radius, index) => ({
  ...{ id: index + 1, name: "Anchor watch", kind: "drag", severity: "warn", enabled: true, built_in: false },
  created_at: ago(600),
  area: { type: "Point", coordinates: [ANCHOR.longitude, ANCHOR.latitude], radius },
}));
/** Metres north of the anchor. */
const row = (minutes: number, metres: number) => ({
  ...{ time: ago(minutes), longitude: ANCHOR.longitude, speedoverground: 0 },
  latitude: ANCHOR.latitude + metres / 111_195,
});
const PREFERENCES = { units: "imperial" };

let rules: readonly object[] = RULES;
beforeEach(() => {
  rules = RULES;
  answerWith(({ path }) => {
    if (path.startsWith("/alert_rules")) return { body: rules };
    if (path.startsWith("/metrics?")) return { body: [row(1, 12), row(30, 61), row(90, 20)] };
    if (path.startsWith("/alerts_view")) return { body: [] };
    if (path.startsWith("/rpc/settings_fn")) return { body: { settings: { preferences: PREFERENCES } } };
    if (path.startsWith("/rpc/live_state_fn")) {
      const stay = { id: 1, stay_code: 2, ...ANCHOR, radius_m: 31 };
      return { body: { position: null, log: null, stay } };
    }
    if (path.startsWith("/rpc/anchor_watch")) return { body: true };
    return { status: 404, body: { message: "unexpected request" } };
  });
});

const sent = (name: string) => requestsSent().filter(({ path }) => path === `/rpc/${name}`);

describe("the night watch", () => {
  test("asks before it disarms", async () => {
    render(<WatchPage />);
    await screen.findByText(/^of /);
    await press("Disarm");
    expect(sent("anchor_watch_off_fn")).toEqual([]);
    await press("Yes: Disarm");
    await waitFor(() => expect(sent("anchor_watch_off_fn")).toHaveLength(1));
  });

  test("shows the boat in its ring before she has sent anything since arming", async () => {
    rules = RULES.map((rule) => ({ ...rule, created_at: new Date().toISOString() }));
    const { container } = render(<WatchPage />);
    await screen.findByText(/^of /);
    expect(container.querySelector(".watch__boat")).not.toBe(null);
    expect(container.querySelector(".watch__trail")?.getAttribute("points")).toBe("");
  });

  test("shows the account's units", async () => {
    render(<WatchPage />);
    await screen.findByText(/^of 164 ft/);
  });

  test("offers the radius in which the boat has swung", async () => {
    rules = [];
    render(<WatchPage />);
    await screen.findByText("148 ft");
    await press("Arm anchor watch");
    await waitFor(() => expect(sent("anchor_watch_fn").map(({ body }) => body)).toEqual([{ radius: 45 }]));
  });

  test("says what it missed while the browser had stopped it", async () => {
    window.sessionStorage.setItem("wakelog.watched-at", String(Date.now() - 60 * MINUTE));
    render(<WatchPage />);
    const words = await screen.findByText(/^The browser stopped this page/);
    await waitFor(() => expect(words.textContent).toMatch(/Farthest meanwhile: 200 ft of 164 ft\.$/));
    await press("Acknowledge");
    expect(screen.queryByText(/^The browser stopped this page/)).toBe(null);
  });

  test("says that the server cannot be reached", async () => {
    checkServerBy(() => Promise.reject(new Error("unreachable")));
    render(<WatchPage />);
    window.dispatchEvent(new Event("offline"));
    await screen.findByRole("status", { name: "Offline" });
  });
});
