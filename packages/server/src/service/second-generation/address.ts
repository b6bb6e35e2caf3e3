/** The address of the second generation: `/v2` before the paths of the first, and one for a chat bot. */
import type { FindAddress } from "@wakelog/data-api/http/address.ts";
import type { Callers } from "../limits/admit-callers.ts";
import { unknownResource } from "./visitors.ts";

/** What stands before the paths of the second generation. */
export const SECOND = "/v2";

/** `/v2/bot/TOKEN/…`: for a bot that can be given an address, but no token. */
const BOT = /^\/v2\/bot\/([^/]+)(\/.*)?$/;

/**
 * Finds the generation of a path. Below the bot's token, requests without a token of their own are the bot's; the token
 * is in no answer, log or measurement.
 */
export function addresses(authenticate: Callers["authenticate"]): FindAddress {
  const isBot = async (authorization: string): Promise<boolean> => {
    const caller = await authenticate({ authorization }).catch(() => null);
    return caller?.role === "messenger_role";
  };
  return (path) => {
    if (path !== SECOND && !path.startsWith(`${SECOND}/`)) return { path };
    const [, token, rest = "/"] = BOT.exec(path) ?? [];
    if (token === undefined) return { prefix: SECOND, path: path.slice(SECOND.length) || "/" };
    const authorization = `Bearer ${token}`;
    const address = { prefix: SECOND, path: rest };
    return isBot(authorization).then((found) =>
      found ? { ...address, authorization } : { ...address, refusal: unknownResource() },
    );
  };
}
