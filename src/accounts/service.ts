/** What the accounts domain is given by the composition root. */
import type { Tx } from "../db/database.ts";
import type { HandlerContext, JsonObject } from "../engine/handlers.ts";
import { ApiError, raise } from "../errors.ts";
import type { CountAttempt } from "./attempts.ts";
import type { OneTimeCodes } from "./one-time-codes.ts";
import type { TokenIssuer } from "./tokens.ts";

export interface AccountsService {
  /** Runs work in a transaction of its own as the service, which may read and write accounts. */
  readonly service: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly tokens: TokenIssuer;
  readonly codes: OneTimeCodes;
  readonly countAttempt: CountAttempt;
  readonly passwordMinLength: number;
  /** Whether `messenger` may be called without the bot's own token. */
  readonly messengerOpen: boolean;
  /** The dashboard's address, for links. */
  readonly webUrl: string;
  /** The push service's subscription page. */
  readonly pushUrl: string;
}

/** A text argument that must be there. */
export function requiredText(args: JsonObject, name: string): string {
  const value = args[name];
  if (typeof value === "string" && value.trim() !== "") return value;
  return raise("P0001", "Invalid input", { details: `${name} is empty`, hint: "Check your parameter" });
}

/** The account of a signed-in caller. */
export function callersAccount(context: HandlerContext): string {
  const { uid } = context.caller.claims;
  if (context.caller.role === "user_role" && typeof uid === "string") return uid;
  throw notAllowed(context, "this needs a person's token", "Sign in first.");
}

/** A refusal as the database's own: 401 for an anonymous caller, who may yet sign in, 403 for all others. */
export function notAllowed(context: HandlerContext, message: string, hint: string): ApiError {
  const anonymous = context.caller.role === "anonymous";
  return new ApiError({
    code: "42501",
    status: anonymous ? 401 : 403,
    message,
    hint,
    headers: anonymous ? [["WWW-Authenticate", "Bearer"]] : [],
  });
}
