/** Long work in slices, so that everything else that the process does has its turn in between. */

/** How long work goes on before others have their turn, milliseconds. */
const SLICE_MS = 10;

/** Called between two pieces of work: what to wait for if the slice is used up. */
export type Pause = () => Promise<void> | undefined;

/** Begins a slice. */
export function slices(): Pause {
  let begun = performance.now();
  const again = async (): Promise<void> => {
    await turn();
    begun = performance.now();
  };
  return () => (performance.now() - begun < SLICE_MS ? undefined : again());
}

/** The same as `items.map(change)`, in slices. */
export async function mapInSlices<T, U>(
  items: readonly T[],
  change: (item: T, index: number) => U,
): Promise<U[]> {
  const pause = slices();
  const changed: U[] = [];
  for (const [index, item] of items.entries()) {
    changed.push(change(item, index));
    // Waiting for nothing costs as much as a small piece of work.
    const wait = pause();
    if (wait !== undefined) await wait;
  }
  return changed;
}

/** Work that yields wherever it may be interrupted, and returns its result. */
export type Interruptible<T> = Generator<undefined, T>;

/** Does such work, in slices. */
export async function inSlices<T>(work: Interruptible<T>): Promise<T> {
  const pause = slices();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    const wait = pause();
    if (wait !== undefined) await wait;
  }
}

/** Does such work without interruption. */
export function atOnce<T>(work: Interruptible<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

const waiting: (() => void)[] = [];

/** Only one of those who wait goes on at each turn, so that their slices do not add up to a long one. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(next);
  });
}

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}
