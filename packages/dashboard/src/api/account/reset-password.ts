import { callForSuccess } from "../request.ts";

/** The contents of the mailed link. */
export interface ResetLink {
  readonly accountId: string;
  readonly code: string;
}

/** Sets a new password; false if the link is used or expired. */
export function resetPassword({ accountId, code }: ResetLink, password: string): Promise<boolean> {
  return callForSuccess("reset", { pass: password, token: code, uuid: accountId }, "anonymous");
}
