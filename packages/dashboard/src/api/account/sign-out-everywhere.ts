import { callForSuccess } from "../request.ts";

/** Ends every session of the person who is signed in, this one too. The boat's token stays valid. */
export async function signOutEverywhere(): Promise<void> {
  await callForSuccess("sign_out_everywhere_fn", {});
}
