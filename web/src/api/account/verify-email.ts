import { callProcedure } from "../request.ts";

/** Proves the address of the person who is signed in; false where the code is wrong, used or too old. */
export async function verifyEmail(code: string): Promise<boolean> {
  return (await callProcedure("email_fn", { token: code })) === true;
}
