import { callForRow } from "../request.ts";
import { tokenIn } from "./token-answer.ts";

/** Resolves to a user token, valid for the configured session length. */
export async function signIn(email: string, password: string): Promise<string> {
  return tokenIn(await callForRow("login", { email, pass: password }, "anonymous"));
}
