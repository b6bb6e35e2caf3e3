/** Serializes work. */

/**
 * Merges calls for one kind of work: runs follow each other, and one run serves all calls made before it began.
 * @returns a function whose promise resolves with a run that began after the call
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

/** Runs work one piece at a time, in order. */
export function alone(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
