import { callForRow } from "../request.ts";
import { tokenIn } from "./token-answer.ts";

interface NewVessel {
  readonly ownerEmail: string;
  readonly name: string;
  /** Nine digits, or empty if the boat has none. */
  readonly mmsi: string;
}

/** Registers a boat and resolves to its token. Called again, it resolves to the token of the boat that is there. */
export async function registerVessel({ ownerEmail, name, mmsi }: NewVessel): Promise<string> {
  const vessel = { vessel_email: ownerEmail, vessel_mmsi: mmsi, vessel_name: name };
  return tokenIn(await callForRow("register_vessel", vessel));
}
