import type { Speech } from "../../languages/speech.ts";
import type { ApiProblem } from "../problem.ts";
import { type Field, refusedField } from "../refused-field.ts";
import { problemWords } from "../sentence.ts";

/** A form's problem: one message per field, or one for the form as a whole. */
export interface AccountProblem extends Readonly<Record<Field, string | null>> {
  readonly other: ApiProblem | null;
}

const NONE: AccountProblem = {
  firstName: null,
  lastName: null,
  boatName: null,
  email: null,
  password: null,
  ownPassword: null,
  other: null,
};

/** Assigns a problem of an account or boat form to its field. */
export function accountProblem(problem: ApiProblem | null, speech: Speech): AccountProblem {
  if (problem === null) return NONE;
  const field = refusedField(problem);
  return field === null ? { ...NONE, other: problem } : { ...NONE, [field]: problemWords(problem, speech) };
}
