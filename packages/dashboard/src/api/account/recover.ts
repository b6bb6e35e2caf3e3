import { callForSuccess } from "../request.ts";

/** Requests a recovery mail. Succeeds whether or not the address has an account. */
export async function recover(email: string): Promise<void> {
  await callForSuccess("recover", { email }, "anonymous");
}
