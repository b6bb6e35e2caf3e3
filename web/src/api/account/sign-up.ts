import { callOpenProcedure } from "../request.ts";
import { tokenIn } from "./token-answer.ts";

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Makes an account and gives its first token. */
export async function signUp(account: NewAccount): Promise<string> {
  const { email, password: pass, firstName: firstname, lastName: lastname } = account;
  return tokenIn(await callOpenProcedure("signup", { email, pass, firstname, lastname }));
}
