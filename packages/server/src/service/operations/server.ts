/** The operations server, if configured. */

import { createAdminServer } from "@wakelog/data-api/http/admin-server.ts";
import { closerOf } from "@wakelog/data-api/http/closing.ts";
import { listen, urlOf } from "@wakelog/data-api/http/listen.ts";
import type { Config } from "../../settings/config.ts";
import type { Started } from "../started-parts.ts";
import { placesOf } from "./ports.ts";

/** @returns its address for people */
export async function openOperations(
  config: Config,
  options: Parameters<typeof createAdminServer>[0],
  started: Started,
): Promise<string> {
  const server = createAdminServer(options);
  started.server(closerOf(server));
  const port = await listen(server, placesOf(config).operations);
  return urlOf(config.adminHost, port);
}
