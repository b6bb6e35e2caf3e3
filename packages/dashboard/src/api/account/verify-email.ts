import { callForSuccess } from "../request.ts";

/** Confirms the address of the signed-in user; false if the code is wrong, used or expired. */
export function verifyEmail(code: string): Promise<boolean> {
  return callForSuccess("email_fn", { token: code });
}
