import { callForSuccess } from "../request.ts";

/** Asks for a mail with a way back in. Succeeds whether or not the address has an account. */
export async function recover(email: string): Promise<void> {
  await callForSuccess("recover", { email }, "anonymous");
}
