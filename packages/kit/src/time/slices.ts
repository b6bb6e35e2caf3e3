/** Runs long work in slices, so that it does not block the event loop. */

/** How long a slice lasts, in milliseconds. */
const SLICE_MS = 10;

/** Called between two pieces of work: what to wait for if the slice is used up. */
export type Pause = () => Promise<void> | undefined;

/** Starts a slice. */
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
    // Skip the await if there is nothing to wait for: it costs as much as a small piece of work.
    const wait = pause();
    if (wait !== undefined) await wait;
  }
  return changed;
}

/** Work that yields wherever it may pause, and returns its result. */
export type Interruptible<T> = Generator<undefined, T>;

/** Runs such work in slices. */
export async function inSlices<T>(work: Interruptible<T>): Promise<T> {
  const pause = slices();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    const wait = pause();
    if (wait !== undefined) await wait;
  }
}

/** Runs such work without pausing. */
export function atOnce<T>(work: Interruptible<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

const waiting: (() => void)[] = [];

/** Resumes one waiting task per turn of the event loop, so that slices do not add up to a long block. */
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
