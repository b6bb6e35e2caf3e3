import { useEffect, useState } from "react";

/** Keeps the screen on while the page is visible. Returns whether it does; null until known. */
export function useWakeLock(): boolean | null {
  const [isOn, setOn] = useState<boolean | null>(null);
  useEffect(() => {
    if (!("wakeLock" in navigator)) {
      setOn(false);
      return undefined;
    }
    let lock: WakeLockSentinel | null = null;
    let left = false;
    const keep = async () => {
      if (document.hidden) return;
      try {
        const got = await navigator.wakeLock.request("screen");
        if (left) return await got.release();
        lock = got;
        setOn(true);
      } catch {
        // Refused, for example to save the battery.
        if (!left) setOn(false);
      }
    };
    // Browsers release it when the page is hidden.
    document.addEventListener("visibilitychange", keep);
    void keep();
    return () => {
      left = true;
      document.removeEventListener("visibilitychange", keep);
      void lock?.release();
    };
  }, []);
  return isOn;
}
