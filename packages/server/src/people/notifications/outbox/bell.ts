/** Wakes those who wait for something to happen, without losing what happens before they wait. */

export interface Bell {
  ring(): void;
  /** Fulfilled by the next ring. Code that takes it before looking for work misses no ring while it looks. */
  next(): Promise<void>;
}

/** A bell that any number of callers may wait for. */
export function createBell(): Bell {
  let wake = (): void => {};
  let next = new Promise<void>((done) => {
    wake = done;
  });
  return {
    ring() {
      const waking = wake;
      next = new Promise<void>((done) => {
        wake = done;
      });
      waking();
    },
    next: () => next,
  };
}
