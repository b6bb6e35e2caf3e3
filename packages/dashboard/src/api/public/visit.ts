import type { Question } from "../question.ts";

/** What an owner can publish, by the server's names. */
export type PublicType =
  | "public_logs"
  | "public_logs_list"
  | "public_timelapse"
  | "public_stats"
  | "public_monitoring";

/** A question asked by a visitor of a public page. */
export function asVisitor<T>(question: Question<T>, boat: string, type: PublicType, log = 0): Question<T> {
  const bytes = new TextEncoder().encode(`${boat},${type},${log}`);
  return { ...question, visit: btoa(String.fromCharCode(...bytes)) };
}
