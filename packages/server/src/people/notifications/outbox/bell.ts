/** Wakes waiting code, without losing events between its checks. */

export interface Bell {
  ring(): void;
  /** Resolves at the next ring. Code that takes it before looking for work misses no ring while it looks. */
  next(): Promise<void>;
}

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
