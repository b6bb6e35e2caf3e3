import { callOpenProcedure } from "../request.ts";
import { tokenIn } from "./token-answer.ts";

/** Gives a person's token, valid for as long as the operator lets sessions last. */
export async function signIn(email: string, password: string): Promise<string> {
  return tokenIn(await callOpenProcedure("login", { email, pass: password }));
}
