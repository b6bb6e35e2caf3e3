import { callProcedure } from "../request.ts";
import { tokenIn } from "./token-answer.ts";

export interface NewVessel {
  readonly ownerEmail: string;
  readonly name: string;
  /** Nine digits, or empty where the boat has none. */
  readonly mmsi: string;
}

/** Registers a boat and gives its token. Called again, it gives the token of the boat that is there. */
export async function registerVessel({ ownerEmail, name, mmsi }: NewVessel): Promise<string> {
  return tokenIn(
    await callProcedure("register_vessel", {
      vessel_email: ownerEmail,
      vessel_mmsi: mmsi,
      vessel_name: name,
    }),
  );
}
