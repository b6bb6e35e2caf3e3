import { membersOf } from "./json.ts";

/** Code for a missing or wrong password. */
export const PASSWORD_WANTED = "28P01";

/** Form fields by the argument they fill in. */
const FIELD_OF = {
  firstname: "firstName",
  lastname: "lastName",
  vessel_name: "boatName",
  email: "email",
  pass: "password",
  new_pass: "password",
} as const;

/** A field that a refusal can be about; "ownPassword" is the current password. */
export type Field = (typeof FIELD_OF)[keyof typeof FIELD_OF] | "ownPassword";

function isKnown(argument: string): argument is keyof typeof FIELD_OF {
  return Object.hasOwn(FIELD_OF, argument);
}

/** The argument named in a refusal's details; null if it is not about a single one. */
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
