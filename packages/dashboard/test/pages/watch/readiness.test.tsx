// @vitest-environment happy-dom
/** The screen that stays on and the sound that is allowed, with a browser's own ways. */
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Readiness } from "../../../src/pages/watch/alarm-words.tsx";
import { useAlarmSound } from "../../../src/pages/watch/use-alarm-sound.ts";
import { useWakeLock } from "../../../src/pages/watch/use-wake-lock.ts";
import { render, renderHook, startEach } from "../../render.tsx";

startEach();

/** Grants or refuses locks, and takes one back, as browsers do. */
class WakeLocks {
  asked = 0;
  refuses = false;
  held: EventTarget | null = null;

  request = async (): Promise<object> => {
    this.asked += 1;
    if (this.refuses) throw new DOMException("battery", "NotAllowedError");
    const lock = Object.assign(new EventTarget(), { release: async () => this.takeBack() });
    this.held = lock;
    return lock;
  };

  takeBack(): void {
    const lock = this.held;
    this.held = null;
    lock?.dispatchEvent(new Event("release"));
  }
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const hide = (isHidden: boolean) => {
  Object.defineProperty(document, "hidden", { configurable: true, value: isHidden });
  return act(async () => {
    document.dispatchEvent(new Event("visibilitychange"));
  });
};

describe("the screen", () => {
  let locks: WakeLocks;
  beforeEach(() => {
    vi.useFakeTimers();
    locks = new WakeLocks();
    Object.defineProperty(navigator, "wakeLock", { configurable: true, value: locks });
  });
  afterEach(() => {
    vi.useRealTimers();
    Reflect.deleteProperty(navigator, "wakeLock");
    Reflect.deleteProperty(document, "hidden");
  });

  test("stays on, and is asked for again within seconds of a release", async () => {
    const { result } = renderHook(useWakeLock);
    await pass(0);
    expect(result.current).toBe("on");
    locks.takeBack();
    await pass(15_000);
    expect(locks.held).not.toBeNull();
    expect(locks.asked).toBe(2);
    await pass(3_600_000);
    expect(locks.asked).toBe(2);
  });

  test("that was refused is asked for again, by time and by touch", async () => {
    locks.refuses = true;
    const { result } = renderHook(useWakeLock);
    await pass(0);
    expect(result.current).toBe("refused");
    await pass(15_000);
    expect(locks.asked).toBe(2);
    locks.refuses = false;
    await act(async () => void fireEvent.pointerUp(document.body));
    await pass(0);
    expect(result.current).toBe("on");
  });

  test("is asked for again when the page is seen again, not while it is hidden", async () => {
    renderHook(useWakeLock);
    await pass(0);
    await hide(true);
    locks.takeBack();
    await pass(60_000);
    expect(locks.held).toBeNull();
    await hide(false);
    await pass(0);
    expect(locks.held).not.toBeNull();
  });

  test("is released when the page is left", async () => {
    const { unmount } = renderHook(useWakeLock);
    await pass(0);
    unmount();
    await pass(60_000);
    expect(locks.held).toBeNull();
  });
});

test("a browser without wake locks has a sentence", () => {
  const { result } = renderHook(useWakeLock);
  expect(result.current).toBe("unable");
  render(<Readiness sound="ready" screen={result.current} />);
  expect(screen.getByText(/^This browser cannot keep the screen on\./)).not.toBe(null);
});

describe("the sound", () => {
  /** Audio that begins only in the end of a touch, as on iOS. */
  class Audio extends EventTarget {
    static touched = false;
    state = "suspended";
    async resume(): Promise<void> {
      if (!Audio.touched) throw new DOMException("no gesture", "NotAllowedError");
      this.state = "running";
      this.dispatchEvent(new Event("statechange"));
    }
    async close(): Promise<void> {}
  }
  beforeEach(() => {
    Audio.touched = false;
    Object.defineProperty(window, "AudioContext", { configurable: true, value: Audio });
  });
  afterEach(() => {
    Reflect.deleteProperty(window, "AudioContext");
    Reflect.deleteProperty(navigator, "audioSession");
  });

  test.each(["touchEnd", "pointerUp", "click", "keyDown"] as const)("is allowed by %s", async (gesture) => {
    const { result } = renderHook(() => useAlarmSound(false));
    expect(result.current).toBe("needs-touch");
    await act(async () => void fireEvent.pointerDown(document.body));
    expect(result.current).toBe("needs-touch");
    Audio.touched = true;
    await act(async () => void fireEvent[gesture](document.body));
    expect(result.current).toBe("ready");
  });

  test("is not muted by the ring switch of an iPhone", () => {
    const session = { type: "auto" };
    Object.defineProperty(navigator, "audioSession", { configurable: true, value: session });
    renderHook(() => useAlarmSound(false));
    expect(session.type).toBe("playback");
  });
});
