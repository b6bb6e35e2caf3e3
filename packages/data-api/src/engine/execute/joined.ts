/** Work that several may ask for at once, and that is then done once for all of them. */
export class Joined {
  readonly #waiting = new Map<string, Promise<void>>();

  /**
   * Waits until work that began after this call is done.
   * @param key those who ask by the same key want the same work done
   * @param work calls `begin` when it begins: it does nothing for who asks after that
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
