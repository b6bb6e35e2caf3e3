/** Waiting, but not for ever. */

/**
 * Waits for some work at most so long. The work itself goes on.
 * @returns whether it ended in time; its failure is thrown
 */
export async function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((done) => {
    timer = setTimeout(() => done(false), milliseconds);
  });
  try {
    return await Promise.race([work.then(() => true as const), late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
