import { callOpenProcedure } from "../request.ts";

/** What the push service sends people back with. */
export interface PushAnswer {
  readonly code: string;
  readonly userKey: string;
}

/** Lets phone notifications go to this push user; false where the code is used or too old. */
export async function linkPush({ code, userKey }: PushAnswer): Promise<boolean> {
  return (await callOpenProcedure("push_fn", { token: code, push_user_key: userKey })) === true;
}
