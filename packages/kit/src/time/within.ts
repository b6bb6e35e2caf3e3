/** Waits with a time limit. */

/**
 * Waits for work at most until the limit; the work itself continues.
 * @returns whether it ended in time
 * @throws the work's failure
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
