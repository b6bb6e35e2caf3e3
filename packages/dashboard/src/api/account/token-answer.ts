import type { Procedures } from "../generated/api-types.ts";
import { AnswerShapeError, type Row } from "../row.ts";

/** The procedures that issue a token. */
type Issuing = "login" | "signup" | "register_vessel" | "rotate_vessel_token_fn" | "change_password_fn";

/** The token in their response. */
export function tokenIn(answer: Row<Procedures[Issuing]["result"]>): string {
  const token = answer.text("token");
  if (token === null) throw new AnswerShapeError("a token");
  return token;
}
