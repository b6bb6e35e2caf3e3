import { callForSuccess } from "../request.ts";

/** What the push service sends people back with. */
export interface PushSubscription {
  readonly code: string;
  readonly userKey: string;
}

/** Sends phone notifications to this push user from now on; false if the code is used or too old. */
export function linkPush({ code, userKey }: PushSubscription): Promise<boolean> {
  return callForSuccess("push_fn", { token: code, push_user_key: userKey }, "anonymous");
}
