import { tokenIn } from "../account/token-answer.ts";
import type { ApiProblem } from "../problem.ts";
import { PASSWORD_WANTED } from "../refused-field.ts";
import { callForRow } from "../request.ts";

interface NewVessel {
  readonly ownerEmail: string;
  readonly name: string;
  /** Nine digits, or empty if the boat has none. */
  readonly mmsi: string;
}

/** The password as an argument; it may be absent for ten minutes after the sign-in. */
function passwordArgument(password: string | null): { readonly pass?: string } {
  return password === null ? {} : { pass: password };
}

/**
 * Registers a boat and resolves to its token. If the account has a boat already, it resolves to the token of that one,
 * for which the server may ask for the password.
 */
export async function registerVessel(
  { ownerEmail, name, mmsi }: NewVessel,
  password: string | null = null,
): Promise<string> {
  const vessel = { vessel_email: ownerEmail, vessel_mmsi: mmsi, vessel_name: name };
  return tokenIn(await callForRow("register_vessel", { ...vessel, ...passwordArgument(password) }));
}

/** Resolves to a new token of the boat; the old one is refused from now on. The server may ask for the password. */
export async function replaceVesselToken(password: string | null = null): Promise<string> {
  return tokenIn(await callForRow("rotate_vessel_token_fn", passwordArgument(password)));
}

/** Whether the server wants the password before it hands out the boat's token, or did not accept the one it got. */
export function needsPassword(problem: ApiProblem | null): boolean {
  return problem?.code === PASSWORD_WANTED;
}
