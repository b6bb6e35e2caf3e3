import { tokenIn } from "../account/token-answer.ts";
import type { ApiProblem } from "../problem.ts";
import { PASSWORD_WANTED } from "../refused-field.ts";
import { callForRow } from "../request.ts";

interface NewVessel {
  readonly ownerEmail: string;
  readonly name: string;
  /** Nine digits; empty if the boat has none. */
  readonly mmsi: string;
}

/** The password argument; optional for ten minutes after sign-in. */
export function passwordArgument(password: string | null): { readonly pass?: string } {
  return password === null ? {} : { pass: password };
}

/**
 * Registers a boat and resolves to its token. If the account already has a boat, resolves to that boat's token; the
 * server may then require the password.
 */
export async function registerVessel(
  { ownerEmail, name, mmsi }: NewVessel,
  password: string | null = null,
): Promise<string> {
  const vessel = { vessel_email: ownerEmail, vessel_mmsi: mmsi, vessel_name: name };
  return tokenIn(await callForRow("register_vessel", { ...vessel, ...passwordArgument(password) }));
}

/** Replaces the boat's token and resolves to the new one. The server may require the password. */
export async function replaceVesselToken(password: string | null = null): Promise<string> {
  return tokenIn(await callForRow("rotate_vessel_token_fn", passwordArgument(password)));
}

/** Whether the server requires the password for the boat's token, or rejected the one given. */
export function needsPassword(problem: ApiProblem | null): boolean {
  return problem?.code === PASSWORD_WANTED;
}
