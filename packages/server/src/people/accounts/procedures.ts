/** The account procedures, by their SQL names. */
import type {
  CallContext,
  DetachedProcedure,
  JsonObject,
  JsonValue,
} from "@wakelog/data-api/engine/handlers.ts";
import { assistantToken } from "./assistants.ts";
import { pairBoat } from "./boat-tokens/pairing.ts";
import { registerVessel, rotateVesselToken } from "./boat-tokens/vessels.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { allowExport, deleteOwnAccount, ownBelongings } from "./leaving/leave.ts";
import {
  botToken,
  generateCode,
  linkMessenger,
  linkPush,
  mailMessengerCode,
  messengerToken,
  pushSubscribeLink,
} from "./linking.ts";
import { changeName, changePassword } from "./own-account/changes.ts";
import { recover, reset, validateEmail } from "./recovery.ts";
import { login, signUpState, signup } from "./sign-in.ts";

type Procedure = (deps: AccountDependencies, args: JsonObject, context: CallContext) => Promise<JsonValue>;

const PROCEDURES: Readonly<Record<string, Procedure>> = {
  login,
  signup,
  sign_up_state_fn: signUpState,
  recover,
  reset,
  email_fn: validateEmail,
  change_name_fn: changeName,
  change_password_fn: changePassword,
  belongings_fn: ownBelongings,
  export_account_fn: allowExport,
  delete_account_fn: deleteOwnAccount,
  register_vessel: registerVessel,
  rotate_vessel_token_fn: rotateVesselToken,
  pair_boat_fn: pairBoat,
  generate_otp_fn: generateCode,
  messenger_otp_fn: mailMessengerCode,
  messenger_fn: linkMessenger,
  messenger: messengerToken,
  register_mcp: assistantToken,
  push_fn: linkPush,
  push_subscribe_link_fn: pushSubscribeLink,
};

/** Those that the API's second generation does otherwise. */
const SECOND_PROCEDURES: Readonly<Record<string, Procedure>> = { ...PROCEDURES, messenger: botToken };

/**
 * Handlers for accounts, vessel tokens and codes. They use their own transactions, so that counters survive a failed
 * request and no connection is held while a password is hashed.
 */
export function accountProcedures(deps: AccountDependencies): ReadonlyMap<string, DetachedProcedure> {
  return handlersOf(PROCEDURES, deps);
}

/** The same for the API's second generation. */
export function secondAccountProcedures(deps: AccountDependencies): ReadonlyMap<string, DetachedProcedure> {
  return handlersOf(SECOND_PROCEDURES, deps);
}

function handlersOf(
  procedures: Readonly<Record<string, Procedure>>,
  deps: AccountDependencies,
): ReadonlyMap<string, DetachedProcedure> {
  return new Map(
    Object.entries(procedures).map(([name, procedure]) => [
      name,
      (args, context) => procedure(deps, args, context),
    ]),
  );
}
