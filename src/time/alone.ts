/**
 * Makes a function that does one piece of work at a time, in the order of the calls. What fails keeps nothing that
 * follows from being done.
 */
export function alone(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
