/** Processor time of work, unaffected by other programs. */

/** This process's processor time for the work, milliseconds. */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
