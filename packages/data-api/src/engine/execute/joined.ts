/** Merges concurrent requests for the same work, so that it runs once. */
export class Joined {
  readonly #waiting = new Map<string, Promise<void>>();

  /**
   * Waits until work that began after this call is done.
   * @param key identifies the work
   * @param work calls `begin` when it begins; later calls are not served by it
   */
  ask(key: string, work: (begin: () => void) => Promise<void>): Promise<void> {
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) return waiting;
    let begun = false;
    const begin = (): void => {
      if (!begun) this.#waiting.delete(key);
      begun = true;
    };
    const done = work(begin).finally(begin);
    if (!begun) this.#waiting.set(key, done);
    return done;
  }
}
