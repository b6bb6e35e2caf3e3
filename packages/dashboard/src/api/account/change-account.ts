import { callForRow, callForSuccess } from "../request.ts";
import { tokenIn } from "./token-answer.ts";

/** Changes the name of the signed-in user. */
export async function changeName(firstName: string, lastName: string): Promise<void> {
  await callForSuccess("change_name_fn", { firstname: firstName, lastname: lastName });
}

/** Sets a new password and ends every session. Resolves to the token of a new session. */
export async function changePassword(old: string, chosen: string): Promise<string> {
  return tokenIn(await callForRow("change_password_fn", { pass: old, new_pass: chosen }));
}
