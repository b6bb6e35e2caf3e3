/**
 * The lanes of one kind. They work side by side while there is enough to do; while there is nothing, a single one looks
 * now and then, so that a service at rest keeps few connections.
 */

/** What a crew depends on. */
export interface CrewDeps {
  /** Most lanes at once. */
  readonly lanes: number;
  /**
   * Works until there is nothing to do.
   * @param taken call it whenever something was taken up: there may be more for another lane
   */
  readonly serve: (taken: () => void) => Promise<void>;
  /** How long to wait before the next look, in milliseconds. */
  readonly untilNextLook: () => Promise<number>;
  /** Receives the error of a lane. @returns how long to wait before the next look, in milliseconds */
  readonly failed: (cause: unknown) => number;
}

export interface Crew {
  /** Has a lane look for work, beginning after the call. */
  call(): void;
  /** Takes up no more work; resolves when all lanes have finished. */
  stop(): Promise<void>;
}

/** Makes a crew, which does nothing until it is called. */
export function createCrew({ lanes, serve, untilNextLook, failed }: CrewDeps): Crew {
  const working = new Set<Promise<void>>();
  let isCalledAgain = false;
  let isStopped = false;
  let nextLook: { readonly at: number; readonly timer: NodeJS.Timeout } | null = null;

  // The sooner look stands: the caller that asks for a later one may not have seen what the other saw.
  const lookAfter = (milliseconds: number): void => {
    const at = performance.now() + milliseconds;
    if (isStopped || (nextLook !== null && nextLook.at <= at)) return;
    if (nextLook !== null) clearTimeout(nextLook.timer);
    const timer = setTimeout(() => {
      nextLook = null;
      call();
    }, milliseconds);
    nextLook = { at, timer };
  };

  const work = async (): Promise<void> => {
    try {
      do {
        isCalledAgain = false;
        await serve(call);
      } while (isCalledAgain && !isStopped);
      lookAfter(await untilNextLook());
    } catch (cause) {
      lookAfter(failed(cause));
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
      if (nextLook !== null) clearTimeout(nextLook.timer);
      await Promise.all(working);
    },
  };
}
