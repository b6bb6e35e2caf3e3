import { callForRow, callForSuccess } from "../request.ts";
import { tokenIn } from "./token-answer.ts";

/** Changes the name of the person who is signed in. */
export async function changeName(firstName: string, lastName: string): Promise<void> {
  await callForSuccess("change_name_fn", { firstname: firstName, lastname: lastName });
}

/** Sets another password, which ends every session. Resolves to the token of a new one. */
export async function changePassword(old: string, chosen: string): Promise<string> {
  return tokenIn(await callForRow("change_password_fn", { pass: old, new_pass: chosen }));
}
