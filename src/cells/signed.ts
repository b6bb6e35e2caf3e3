/** What cells tell each other about people, signed with a key that only cells have. */
import { createHmac } from "node:crypto";
import { type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { z } from "zod";

/** Something of one kind that cells tell each other, as a header's value. */
export interface Signed<T> {
  write(said: T): Promise<string>;
  /** What the value says; null if it is missing, too old or not a cell's. */
  read(value: string | undefined): Promise<T | null>;
}

/**
 * Signs with a key that is derived from the fleet's secret, so that a token cannot be mistaken for it, nor one kind for another.
 * @param kind what is signed, in words
 */
export function signed<T extends JWTPayload>(secret: string, kind: string, form: z.ZodType<T>): Signed<T> {
  const key = createHmac("sha256", secret).update(kind).digest();
  return {
    write: (said) =>
      new SignJWT(said)
        .setProtectedHeader({ alg: "HS256" })
        .setIssuedAt()
        .setExpirationTime("60 s")
        .sign(key),
    async read(value) {
      if (value === undefined) return null;
      const verified = await jwtVerify(value, key, { algorithms: ["HS256"] }).catch(() => null);
      return verified === null ? null : (form.safeParse(verified.payload).data ?? null);
    },
  };
}
