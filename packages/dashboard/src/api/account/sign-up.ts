import { callForRow } from "../request.ts";
import { tokenIn } from "./token-answer.ts";

/** The details of a new account. */
export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Creates an account and resolves to its first token. */
export async function signUp({ email, password, firstName, lastName }: NewAccount): Promise<string> {
  const account = { email, pass: password, firstname: firstName, lastname: lastName };
  return tokenIn(await callForRow("signup", account, "anonymous"));
}
