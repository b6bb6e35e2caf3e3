/** The argument that a refusal is about, for programs; the sentence is for people. */

/** Arguments that forms ask for. */
type RefusedArgument = "email" | "pass" | "new_pass" | "firstname" | "lastname" | "vessel_name";

/** Details of a refusal, by which a form finds the field. */
export function about(argument: RefusedArgument): { readonly argument: RefusedArgument } {
  return { argument };
}
