/** How long work takes of the processor, which other programs on the machine do not lengthen. */

/** Milliseconds that this process computes while it does the work. */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
