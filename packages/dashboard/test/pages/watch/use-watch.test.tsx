// @vitest-environment happy-dom
/** The night watch with a service that stops answering, and with its alerts. */
import { act } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useWatch } from "../../../src/pages/watch/use-watch.ts";
import { soundsIn, standingIn } from "../../../src/pages/watch/watch-state.ts";
import { endSession } from "../../../src/session/token.ts";
import { renderHook, settle, startEach } from "../../render.tsx";
import { answerWith, requestsSent } from "../../service.ts";

startEach();

const ring = (id: number, radius: number) => ({
  ...{ id, name: "Anchor watch", kind: "drag", severity: "warn", enabled: true, built_in: false },
  created_at: new Date(Date.now() - 60_000).toISOString(),
  area: { type: "Point", coordinates: [22.9, 59.8], radius },
});
const RULES = [ring(1, 50), ring(2, 75)];
const silence = (more: object) => ({
  ...{ id: 7, rule_id: null, name: "Anchor watch: no position", kind: "silent", state: "raised" },
  ...{ key: "navigation.position", severity: "alarm", message: "", acknowledged_at: null, ...more },
});
const row = () => ({ time: new Date().toISOString(), latitude: 59.8, longitude: 22.9, speedoverground: 0 });

/** What the service answers; `alerts` hang while they are null. */
let alerts: readonly object[] | null = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  alerts = [];
  answerWith(({ path }) => {
    if (path.startsWith("/alert_rules")) return { body: RULES };
    if (path.startsWith("/metrics?")) return { body: [row()] };
    if (path.startsWith("/alerts_view")) return alerts === null ? new Promise(() => {}) : { body: alerts };
    return { status: 404, body: { message: "unexpected request" } };
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets time pass, with the answers that come in it. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 5) {
    await act(async () => void vi.advanceTimersByTime(5_000));
    await settle();
  }
}
async function watching() {
  const { result } = renderHook(useWatch);
  await vi.waitFor(() => expect(result.current.state.seen.watch).not.toBeNull(), { timeout: 5_000 });
  return result;
}

describe("the night watch", () => {
  test("is calm while the service answers", async () => {
    const night = await watching();
    await pass(90);
    expect(standingIn(night.current.state)).toEqual([]);
  });

  test("sounds when requests hang, asks again, and knows when the service is back", async () => {
    const night = await watching();
    alerts = null;
    await pass(80);
    expect(standingIn(night.current.state)).toEqual(["link"]);
    expect(soundsIn(night.current.state)).toBe(true);
    expect(night.current.isLinked).toBe(false);
    alerts = [];
    await pass(60);
    expect(night.current.state.causes.link).toEqual({ holds: false, latched: true });
    expect(night.current.isLinked).toBe(true);
  });

  test("sounds a minute after the session has expired", async () => {
    const night = await watching();
    act(() => endSession("expired"));
    await pass(70);
    expect(standingIn(night.current.state)).toEqual(["link"]);
  });

  test("goes on asking while it is hidden", async () => {
    const night = await watching();
    Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" });
    Object.defineProperty(document, "hidden", { configurable: true, value: true });
    document.dispatchEvent(new Event("visibilitychange"));
    const before = requestsSent().length;
    alerts = [silence({})];
    await pass(30);
    Reflect.deleteProperty(document, "visibilityState");
    Reflect.deleteProperty(document, "hidden");
    expect(requestsSent().length).toBeGreaterThan(before);
    expect(standingIn(night.current.state)).toEqual(["position"]);
  });

  test("counts the alert of missing positions, which has no rule, among its own", async () => {
    alerts = [silence({}), silence({ id: 8, kind: "drag", key: null })];
    const night = await watching();
    await pass(5);
    expect(night.current.alerts.map(({ id }) => id)).toEqual([7]);
    expect(standingIn(night.current.state)).toEqual(["position"]);
    alerts = [silence({ acknowledged_at: new Date().toISOString() })];
    await pass(20);
    expect(standingIn(night.current.state)).toEqual([]);
  });

  test("remembers when it watched, should the browser unload the page", async () => {
    window.sessionStorage.setItem("wakelog.watched-at", String(Date.now() - 3_600_000));
    const night = await watching();
    const { from = 0, until = 0 } = night.current.state.sleep ?? {};
    expect(until - from).toBeGreaterThanOrEqual(3_600_000);
    await pass(10);
    expect(Number(window.sessionStorage.getItem("wakelog.watched-at"))).toBeGreaterThan(until);
  });
});
