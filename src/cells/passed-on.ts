/** What a cell says about a request that it passes on: who asked, and who has passed it on. Signed, so that it is true. */
import { createHmac } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";

/** The header, in lower case. */
export const PASSED_ON = "wakelog-passed-on";

const said = z.object({ address: z.string(), by: z.array(z.string()) });
/** Who asked, and the cells that passed the request on, the first one first. */
export type PassedOn = z.infer<typeof said>;

export interface Passing {
  /** The header's value. */
  write(passed: PassedOn): Promise<string>;
  /** What the header says; null if it is missing, too old or not a cell's. */
  read(value: string | undefined): Promise<PassedOn | null>;
}

/** @param secret the fleet's; the key is derived from it */
export function passing(secret: string): Passing {
  const key = createHmac("sha256", secret).update("passed on").digest();
  return {
    write: (passed) =>
      new SignJWT(passed)
        .setProtectedHeader({ alg: "HS256" })
        .setIssuedAt()
        .setExpirationTime("60 s")
        .sign(key),
    async read(value) {
      if (value === undefined) return null;
      const verified = await jwtVerify(value, key, { algorithms: ["HS256"] }).catch(() => null);
      return verified === null ? null : (said.safeParse(verified.payload).data ?? null);
    },
  };
}
