import { callForSuccess } from "../request.ts";

/** Proves the address of the person who is signed in; false if the code is wrong, used or too old. */
export function verifyEmail(code: string): Promise<boolean> {
  return callForSuccess("email_fn", { token: code });
}
