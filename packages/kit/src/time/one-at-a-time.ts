/** Work of which no two pieces run at the same time. */

/**
 * Runs one kind of work for all who ask for it: runs follow each other, and one serves all who called before it began.
 * @returns a function whose promise is fulfilled by a run that began after the call
 */
export function together(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let upcoming: Promise<void> | null = null;
  return () => {
    upcoming ??= running
      .catch(() => {})
      .then(() => {
        upcoming = null;
        return work();
      });
    running = upcoming;
    return upcoming;
  };
}

/** Runs what it is given one piece at a time, in the order in which it was given. */
export function alone(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
