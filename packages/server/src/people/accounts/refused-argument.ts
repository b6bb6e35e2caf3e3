/** The argument that a refusal is about, for programs: its sentence is for people. */

/** The arguments that forms ask people for. */
type RefusedArgument = "email" | "pass" | "new_pass" | "firstname" | "lastname" | "vessel_name";

/** Details of a refusal by which a form knows the field that it is about. */
export function about(argument: RefusedArgument): { readonly argument: RefusedArgument } {
  return { argument };
}
