import type { Speech } from "../../languages/speech.ts";
import type { ApiProblem } from "../problem.ts";
import { type Field, refusedField } from "../refused-field.ts";
import { problemWords } from "../sentence.ts";

/** A problem of such a form: a message under the field that it is about, or one that is not about a single field. */
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

/** The problem of a form about an account or its boat, at the field that it is about. */
export function accountProblem(problem: ApiProblem | null, speech: Speech): AccountProblem {
  if (problem === null) return NONE;
  const field = refusedField(problem);
  return field === null ? { ...NONE, other: problem } : { ...NONE, [field]: problemWords(problem, speech) };
}
