/** The question that cells ask each other: in which cell is the account with this e-mail address? */
import { z } from "zod";
import { ENTRIES } from "../accounts/entering/entry.ts";
import { type Signed, signed } from "./signed.ts";

/** Where it is asked, by GET; no relation can have this path. */
export const ASKED_AT = "/cells/account";
/** The header that carries it, in lower case: e-mail addresses do not belong in URLs. */
export const QUESTION = "wakelog-question";

const question = z.object({ email: z.string(), asked: z.string(), entry: z.enum(ENTRIES).nullable() });
/** An e-mail address, the name of the cell that is asked, and what it is to count; null if it has counted that already. */
export type Question = z.infer<typeof question>;

/** What a cell knows: its own name, that of the cell to which the account has moved, or null. */
export const answerForm = z.object({ cell: z.string().nullable() });

/** @param secret the fleet's */
export function questions(secret: string): Signed<Question> {
  return signed(secret, "asked for an account", question);
}
