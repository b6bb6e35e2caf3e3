/** News for open polls: wakes those of a boat, in whatever process the change was made. */

/** A poll that waits for news. */
export interface Waiting {
  /** Resolves with the next news since the last call, or when all polls end. */
  next(): Promise<void>;
  stop(): void;
}

export interface News {
  /** Wakes the polls of a boat; null: of all boats, because notices may have been lost. */
  tell(vesselId: string | null): void;
  /** Begins to collect news of a boat. */
  wait(vesselId: string): Waiting;
  /** Whether all polls have ended. */
  isOver(): boolean;
  /** Ends all polls, also those that begin later. */
  close(): void;
}

/** Makes a place where the polls of this process wait. */
export function linkNews(): News {
  const waiting = new Map<string, Set<() => void>>();
  let isClosed = false;
  const wake = (vesselId: string): void => {
    for (const one of waiting.get(vesselId) ?? []) one();
  };
  return {
    tell(vesselId) {
      if (vesselId !== null) wake(vesselId);
      else for (const vessel of waiting.keys()) wake(vessel);
    },
    wait(vesselId) {
      let [isNew, ring] = [isClosed, (): void => {}];
      const one = (): void => {
        isNew = true;
        ring();
      };
      const ofVessel = waiting.get(vesselId) ?? new Set();
      waiting.set(vesselId, ofVessel.add(one));
      return {
        next: () =>
          new Promise((resolve) => {
            ring = () => {
              if (!isNew) return;
              isNew = isClosed;
              resolve();
            };
            ring();
          }),
        stop() {
          ofVessel.delete(one);
          if (ofVessel.size === 0 && waiting.get(vesselId) === ofVessel) waiting.delete(vesselId);
        },
      };
    },
    isOver: () => isClosed,
    close() {
      isClosed = true;
      for (const vessel of waiting.keys()) wake(vessel);
    },
  };
}
