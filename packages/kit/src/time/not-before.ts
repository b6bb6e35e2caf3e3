/** Hides how long an answer took. */
import { setTimeout as sleep } from "node:timers/promises";

/** The result of the work, after at least so many milliseconds; a failure is immediate. */
export async function notBefore<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, sleep(milliseconds)]);
  return result;
}
