import { membersOf } from "./json.ts";

/** Code with which the API says that it wants the person's password, or got a wrong one. */
export const PASSWORD_WANTED = "28P01";

/** The fields of forms about an account or its boat, by the arguments that they fill in. */
const FIELD_OF = {
  firstname: "firstName",
  lastname: "lastName",
  vessel_name: "boatName",
  email: "email",
  pass: "password",
  new_pass: "password",
} as const;

/** A field that a refusal can be about; "ownPassword" is that of the password that a person has now. */
export type Field = (typeof FIELD_OF)[keyof typeof FIELD_OF] | "ownPassword";

function isKnown(argument: string): argument is keyof typeof FIELD_OF {
  return Object.hasOwn(FIELD_OF, argument);
}

/** The argument that a refusal is about, as its details name it; null if it is not about a single one. */
export function argumentIn(details: unknown): string | null {
  const { argument } = membersOf(details);
  return typeof argument === "string" ? argument : null;
}

/** The field that a refusal is about; null if it is not about a single one. */
export function refusedField(refusal: {
  readonly code: string | null;
  readonly argument: string | null;
}): Field | null {
  if (refusal.code === PASSWORD_WANTED) return "ownPassword";
  const { argument } = refusal;
  return argument !== null && isKnown(argument) ? FIELD_OF[argument] : null;
}
