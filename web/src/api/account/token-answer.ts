import { AnswerShapeError, rowOf, textOf } from "../row.ts";

/** The token in a procedure's answer `{ "token": "…" }`. */
export function tokenIn(body: unknown): string {
  const token = textOf(rowOf(body)?.token);
  if (token === null) throw new AnswerShapeError("a token");
  return token;
}
