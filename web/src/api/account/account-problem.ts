import type { ApiProblem } from "../problem.ts";
import { sentence } from "../sentence.ts";

/** A problem of a form about an account: the messages under its fields, and what is not about a single field. */
interface AccountProblem {
  readonly email: string | null;
  readonly password: string | null;
  readonly other: ApiProblem | null;
}

const NONE: AccountProblem = { email: null, password: null, other: null };

/** Sorts a problem by the words of its message. */
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
