import { callOpenProcedure } from "../request.ts";

/** What the mailed link carries. */
export interface ResetLink {
  readonly accountId: string;
  readonly code: string;
}

/** Sets a new password; false where the link is used or too old. */
export async function resetPassword(link: ResetLink, password: string): Promise<boolean> {
  const { accountId: uuid, code: token } = link;
  return (await callOpenProcedure("reset", { pass: password, token, uuid })) === true;
}
