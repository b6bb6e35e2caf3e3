/** Which argument a refusal is about, for programs: its sentence is for people. */

/** The arguments that forms ask people for, and whose values are judged. */
type JudgedArgument = "email" | "pass" | "new_pass" | "firstname" | "lastname" | "vessel_name";

/** Details of a refusal by which a form knows the field that it is about. */
export function about(argument: JudgedArgument): { readonly argument: JudgedArgument } {
  return { argument };
}
