import type { ApiProblem } from "../problem.ts";
import { problemWords } from "../sentence.ts";

/** The fields of forms about an account or its boat, and the words that tell which of them a message is about. */
const FIELDS = {
  firstName: /\bfirst name\b/i,
  lastName: /\blast name\b/i,
  boatName: /\bname of a boat\b/i,
  email: /e-mail|\buser\b/i,
  password: /password/i,
} as const;

type Field = keyof typeof FIELDS;

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
  other: null,
};

function isField(name: string): name is Field {
  return name in FIELDS;
}

/** Finds the field of a problem by the words of its message. */
export function accountProblem(problem: ApiProblem | null): AccountProblem {
  if (problem === null) return NONE;
  const refused = problem.status >= 400 && problem.status < 500;
  const fields = Object.keys(FIELDS)
    .filter(isField)
    .filter((name) => refused && FIELDS[name].test(problem.message));
  const [field] = fields;
  if (field === undefined || fields.length > 1) return { ...NONE, other: problem };
  return { ...NONE, [field]: problemWords(problem) };
}
