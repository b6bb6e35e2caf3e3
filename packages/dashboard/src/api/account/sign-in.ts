import { callForRow } from "../request.ts";
import { tokenIn } from "./token-answer.ts";

/** Resolves to a person's token, valid for as long as the operator lets sessions last. */
export async function signIn(email: string, password: string): Promise<string> {
  return tokenIn(await callForRow("login", { email, pass: password }, "anonymous"));
}
