/** The question that cells ask each other: in which cell is the account with this address of mail? */
import { z } from "zod";
import { ENTRIES } from "../accounts/entering/entry.ts";
import { type Signed, signed } from "./signed.ts";

/** Where it is asked, by GET; no relation can have this path. */
export const ASKED_AT = "/cells/account";
/** The header that has it, in lower case: addresses of mail do not belong into addresses of pages. */
export const QUESTION = "wakelog-question";

const question = z.object({ email: z.string(), asked: z.string(), entry: z.enum(ENTRIES).nullable() });
/** An address of mail, the name of the cell that is asked, and what it is to count; null if it has counted that already. */
export type Question = z.infer<typeof question>;

/** What a cell knows: its own name, that of the cell to which the account has moved, or null. */
export const answerForm = z.object({ cell: z.string().nullable() });

/** @param secret the fleet's */
export function questions(secret: string): Signed<Question> {
  return signed(secret, "asked for an account", question);
}
