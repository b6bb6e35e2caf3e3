/** Account dependencies of this installation, for the API and the bot, in one process or in two. */

import { attemptLimits } from "../people/accounts/attempts.ts";
import type { AccountDependencies } from "../people/accounts/dependencies.ts";
import { oneTimeCodes } from "../people/accounts/one-time-codes.ts";
import type { PasswordCost } from "../people/accounts/passwords.ts";
import { tokenIssuer } from "../people/accounts/tokens.ts";
import type { Config } from "../settings/config.ts";
import type { Installation } from "./installation.ts";

/** The API's configuration, with the cost of hashing a password, which is not a setting. */
export type ApiConfig = Config & { readonly passwordCost: PasswordCost };

export function accountDependencies(config: ApiConfig, installation: Installation): AccountDependencies {
  return {
    service: installation.service,
    lengthy: installation.lengthy,
    tokens: tokenIssuer(installation.secret, config.sessionHours),
    codes: oneTimeCodes(installation.secret),
    limits: attemptLimits(config.rateLimits === "on"),
    signUp: config.signUp,
    passwordMinLength: config.passwordMinLength,
    passwordCost: config.passwordCost,
    messengerOpen: config.messengerOpen === "true",
    webUrl: config.webUrl,
    apiUrl: config.apiUrl,
    pushUrl: config.pushUrl,
  };
}
