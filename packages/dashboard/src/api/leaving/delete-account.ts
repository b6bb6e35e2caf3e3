import { callForNothing } from "../request.ts";

/** Deletes the signed-in user's account with everything that belongs to it. */
export async function deleteAccount(email: string, password: string): Promise<void> {
  await callForNothing("delete_account_fn", { email, pass: password });
}
