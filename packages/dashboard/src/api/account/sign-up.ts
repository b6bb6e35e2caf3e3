import { jsonQuestion } from "../question.ts";
import { callForRow } from "../request.ts";
import { requiredRow } from "../row.ts";
import { tokenIn } from "./token-answer.ts";

/** The details of a new account. */
export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Who may sign up. */
export interface SignUpState {
  /** False if the operator has closed sign-up. */
  readonly isOpen: boolean;
  /** Whether no account exists yet. */
  readonly isFirst: boolean;
}

export const signUpStateQuestion = jsonQuestion("sign_up_state_fn", {}, (body): SignUpState => {
  const state = requiredRow<{ readonly open: boolean; readonly first: boolean }>(body, "state of sign-up");
  return { isOpen: state.boolean("open") !== false, isFirst: state.boolean("first") === true };
});

/** Creates an account and resolves to its first token. */
export async function signUp({ email, password, firstName, lastName }: NewAccount): Promise<string> {
  const account = { email, pass: password, firstname: firstName, lastname: lastName };
  return tokenIn(await callForRow("signup", account, "anonymous"));
}
