import { useEffect, useState } from "react";

/** Whether the screen stays on: the browser may refuse it, for example to save the battery, or be unable. */
export type Screen = "on" | "refused" | "unable";

/** A lock that was lost or refused is requested again within this time: sooner than screens turn off. */
const AGAIN_MS = 15_000;

/** Keeps the screen on while the page is visible. Null until known. */
export function useWakeLock(): Screen | null {
  const [screen, setScreen] = useState<Screen | null>(null);
  useEffect(() => {
    // Browsers have it on secure pages only.
    if (!("wakeLock" in navigator)) {
      setScreen("unable");
      return undefined;
    }
    const { wakeLock } = navigator;
    let lock: WakeLockSentinel | null = null;
    let [left, asking] = [false, false];
    const keep = async () => {
      if (document.hidden || asking || lock !== null) return;
      asking = true;
      try {
        const got = await wakeLock.request("screen");
        if (left) return await got.release();
        lock = got;
        setScreen("on");
        got.addEventListener("release", () => {
          lock = null;
        });
      } catch {
        if (!left) setScreen("refused");
      } finally {
        asking = false;
      }
    };
    const timer = window.setInterval(keep, AGAIN_MS);
    // Some browsers grant it after a touch only.
    const events = ["visibilitychange", "pointerup"];
    for (const event of events) document.addEventListener(event, keep);
    void keep();
    return () => {
      left = true;
      window.clearInterval(timer);
      for (const event of events) document.removeEventListener(event, keep);
      void lock?.release();
    };
  }, []);
  return screen;
}
