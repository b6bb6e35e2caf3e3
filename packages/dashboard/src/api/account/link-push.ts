import { callForSuccess } from "../request.ts";

/** What the push service appends to its redirect. */
export interface PushSubscription {
  readonly code: string;
  readonly userKey: string;
}

/** Sends phone notifications to this push user; false if the code is used or expired. */
export function linkPush({ code, userKey }: PushSubscription): Promise<boolean> {
  return callForSuccess("push_fn", { token: code, push_user_key: userKey }, "anonymous");
}
