import type { ApiProblem } from "../problem.ts";
import { sentence } from "../sentence.ts";

/** A problem of a form about an account, taken apart: what is said under a field, and what concerns no single field. */
export interface AccountProblem {
  readonly email: string | null;
  readonly password: string | null;
  readonly other: ApiProblem | null;
}

const NONE: AccountProblem = { email: null, password: null, other: null };

/** Finds the field that a refusal is about by the words of its message. */
export function accountProblem(problem: ApiProblem | null): AccountProblem {
  if (problem === null) return NONE;
  const refused = problem.status >= 400 && problem.status < 500;
  const email = refused && /e-mail|\buser\b/i.test(problem.message);
  const password = refused && /password/i.test(problem.message);
  if (email === password) return { ...NONE, other: problem };
  const words =
    problem.hint === null ? sentence(problem.message) : `${sentence(problem.message)}. ${problem.hint}`;
  return email ? { ...NONE, email: words } : { ...NONE, password: words };
}
