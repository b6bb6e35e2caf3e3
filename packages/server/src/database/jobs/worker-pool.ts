/** Workers for the lanes of one kind: several while there is work, a single poll while idle, to save connections. */

export interface WorkerPoolDeps {
  /** Most lanes at once. */
  readonly lanes: number;
  /**
   * Works until nothing is due.
   * @param taken call it after taking an event: there may be another for a further lane
   */
  readonly serve: (taken: () => void) => Promise<void>;
  /** How long to wait before the next poll, milliseconds. */
  readonly untilNextPoll: () => Promise<number>;
  /** Handles the error of a lane. @returns delay before the next poll, milliseconds */
  readonly failed: (cause: unknown) => number;
}

export interface WorkerPool {
  /** Wakes a lane. It sees everything stored before the call. */
  call(): void;
  /** Takes no more work; resolves when all lanes have finished. */
  stop(): Promise<void>;
}

/** Creates a pool, idle until {@link WorkerPool.call}. */
export function createWorkerPool({ lanes, serve, untilNextPoll, failed }: WorkerPoolDeps): WorkerPool {
  const working = new Set<Promise<void>>();
  let isCalledAgain = false;
  let isStopped = false;
  let nextPoll: { readonly at: number; readonly timer: NodeJS.Timeout } | null = null;

  // The sooner poll wins: a caller that asks for a later one may not have seen the newest event.
  const pollAfter = (milliseconds: number): void => {
    const at = performance.now() + milliseconds;
    if (isStopped || (nextPoll !== null && nextPoll.at <= at)) return;
    if (nextPoll !== null) clearTimeout(nextPoll.timer);
    const timer = setTimeout(() => {
      nextPoll = null;
      call();
    }, milliseconds);
    nextPoll = { at, timer };
  };

  const work = async (): Promise<void> => {
    try {
      do {
        isCalledAgain = false;
        await serve(call);
      } while (isCalledAgain && !isStopped);
      pollAfter(await untilNextPoll());
    } catch (cause) {
      pollAfter(failed(cause));
    }
  };

  function call(): void {
    if (isStopped) return;
    if (working.size >= lanes) {
      isCalledAgain = true;
      return;
    }
    const one: Promise<void> = work().finally(() => {
      working.delete(one);
      if (isCalledAgain) call();
    });
    working.add(one);
  }

  return {
    call,
    async stop() {
      isStopped = true;
      if (nextPoll !== null) clearTimeout(nextPoll.timer);
      await Promise.all(working);
    },
  };
}
