import type { ApiProblem } from "../problem.ts";
import { sentence } from "../sentence.ts";

/** What people type to say who they are. */
export type AccountField = "email" | "password";

/** The field that a refusal is about; null if it is about neither or both. */
export function refusedField({ status, message }: ApiProblem): AccountField | null {
  if (status < 400 || status >= 500) return null;
  const [email, password] = [/e-mail|\buser\b/i.test(message), /password/i.test(message)];
  if (email === password) return null;
  return email ? "email" : "password";
}

/** The refusal as it stands under its field: what is wrong and what to do. */
export function refusal({ message, hint }: ApiProblem): string {
  return hint === null ? sentence(message) : `${sentence(message)}. ${hint}`;
}
