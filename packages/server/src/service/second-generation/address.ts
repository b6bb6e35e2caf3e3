/** The address of the second generation: `/v2` before the paths of the first. */
import type { FindAddress } from "@wakelog/data-api/http/address.ts";

/** What stands before the paths of the second generation. */
export const SECOND = "/v2";

/** Finds the generation of a path. */
export const addressOf: FindAddress = (path) => {
  if (path !== SECOND && !path.startsWith(`${SECOND}/`)) return { path };
  return { prefix: SECOND, path: path.slice(SECOND.length) || "/" };
};
