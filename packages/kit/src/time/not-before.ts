/** Answers whose timing tells nothing. */
import { setTimeout as sleep } from "node:timers/promises";

/** The result of the work, but not before so much time has passed; a failure comes at once. */
export async function notBefore<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, sleep(milliseconds)]);
  return result;
}
