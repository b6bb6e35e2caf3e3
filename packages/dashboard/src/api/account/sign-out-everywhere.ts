import { callForSuccess } from "../request.ts";

/** Ends every session of the signed-in user, including this one. The boat's token stays valid. */
export async function signOutEverywhere(): Promise<void> {
  await callForSuccess("sign_out_everywhere_fn", {});
}
