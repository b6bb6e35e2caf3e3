import { callForRow } from "../request.ts";
import { tokenIn } from "./token-answer.ts";

/** What an account is made from. */
export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Makes an account and resolves to its first token. */
export async function signUp({ email, password, firstName, lastName }: NewAccount): Promise<string> {
  const account = { email, pass: password, firstname: firstName, lastname: lastName };
  return tokenIn(await callForRow("signup", account, "anonymous"));
}
