/** Dependencies of the accounts, and how their procedures identify the caller. */
import type { AsService } from "@wakelog/data-api/db/database.ts";
import type { CallContext, JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { ApiError, raise } from "@wakelog/kit/errors.ts";
import type { Limits } from "./attempts.ts";
import type { OneTimeCodes } from "./one-time-codes.ts";
import type { PasswordCost } from "./passwords.ts";
import type { TokenIssuer } from "./tokens.ts";

export interface AccountDependencies {
  /** Runs work in its own transaction as the service, which may read and write accounts. */
  readonly service: AsService;
  /** The same for slow work; only a few of these run at a time. @throws PoolTimeoutError */
  readonly lengthy: AsService;
  readonly tokens: TokenIssuer;
  readonly codes: OneTimeCodes;
  readonly limits: Limits;
  /** Who may sign up: everyone, only the first user, or no one. */
  readonly signUp: "on" | "first" | "off";
  readonly passwordMinLength: number;
  /** The cost of hashing a new password. */
  readonly passwordCost: PasswordCost;
  /** Whether `messenger` and `messenger_fn` may be called without the bot's own token. */
  readonly messengerOpen: boolean;
  /** The dashboard's address, for links. */
  readonly webUrl: string;
  /** The API's public address; empty to use the one that the caller used. */
  readonly apiUrl: string;
  /** The push service's subscription page. */
  readonly pushUrl: string;
}

/** A required text argument. */
export function requiredText(args: JsonObject, name: string): string {
  const value = args[name];
  if (typeof value === "string" && value.trim() !== "") return value;
  return raise("P0001", "Invalid input", { details: `${name} is empty`, hint: "Check your parameter" });
}

/** The account of a signed-in caller, otherwise null. */
export function signedInAccount(context: CallContext): string | null {
  const { uid } = context.caller.claims;
  return context.caller.role === "user_role" && typeof uid === "string" ? uid : null;
}

/** The account of the caller, who must be signed in. */
export function callersAccount(context: CallContext): string {
  const accountId = signedInAccount(context);
  if (accountId !== null) return accountId;
  throw notAllowed(context, "This request needs a user token", "Sign in first.");
}

/** A refusal with the database's own codes: 401 for anonymous callers, 403 for others. */
export function notAllowed(context: CallContext, message: string, hint: string): ApiError {
  const anonymous = context.caller.role === "anonymous";
  return new ApiError({
    code: "42501",
    status: anonymous ? 401 : 403,
    message,
    hint,
    headers: anonymous ? [["WWW-Authenticate", "Bearer"]] : [],
  });
}
