/** What a cell says about a request that it passes on: who asked, and who has passed it on. Signed, so that it can be trusted. */
import { z } from "zod";
import { type Signed, signed } from "./signed.ts";

/** The header, in lower case. */
export const PASSED_ON = "wakelog-passed-on";

const said = z.object({ address: z.string(), by: z.array(z.string()) });
/** Who asked, and the cells that passed the request on, the first one first. */
export type PassedOn = z.infer<typeof said>;

/** @param secret the fleet's */
export function passing(secret: string): Signed<PassedOn> {
  return signed(secret, "passed on", said);
}
