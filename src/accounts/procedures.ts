/** The accounts' procedures, by the names under which SQL declares them. */
import type { HandlerContext, JsonObject, JsonValue, ProcedureHandler } from "../engine/handlers.ts";
import { login, recover, reset, signup, validateEmail } from "./accounts.ts";
import {
  generateCode,
  linkMessenger,
  linkPush,
  mailMessengerCode,
  messengerToken,
  pushSubscribeLink,
} from "./linking.ts";
import type { AccountsService } from "./service.ts";
import { registerVessel, rotateVesselToken } from "./vessels.ts";

type Procedure = (own: AccountsService, args: JsonObject, context: HandlerContext) => Promise<JsonValue>;

const PROCEDURES: Readonly<Record<string, Procedure>> = {
  login,
  signup,
  recover,
  reset,
  email_fn: validateEmail,
  register_vessel: registerVessel,
  rotate_vessel_token_fn: rotateVesselToken,
  generate_otp_fn: generateCode,
  messenger_otp_fn: mailMessengerCode,
  messenger_fn: linkMessenger,
  messenger: messengerToken,
  push_fn: linkPush,
  push_subscribe_link_fn: pushSubscribeLink,
};

/** The handlers of everything about accounts, vessels' tokens and codes. */
export function accountProcedures(own: AccountsService): ReadonlyMap<string, ProcedureHandler> {
  return new Map(
    Object.entries(PROCEDURES).map(([name, procedure]) => [
      name,
      (args, context) => procedure(own, args, context),
    ]),
  );
}
