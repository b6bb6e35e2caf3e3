/**
 * The second generation of the API, at `/v2`: an engine beside the first one's, over the same schema. All that it
 * answers otherwise stands in this folder and in `packages/server/sql/code/92_second_generation`.
 */
import type { Engine, EngineConfig } from "@wakelog/data-api/engine/engine.ts";
import { releaseFor } from "@wakelog/data-api/engine/engine-config.ts";
import type { Handlers } from "@wakelog/data-api/engine/handlers.ts";
import { SECOND_TRIP_PROCEDURES } from "../../boat/exports/trips.ts";
import type { AccountDependencies } from "../../people/accounts/dependencies.ts";
import { secondAccountProcedures } from "../../people/accounts/procedures.ts";
import { SECOND } from "./address.ts";

/** The first generation's settings, with what differs. */
export function secondGeneration(first: EngineConfig): EngineConfig {
  const release = releaseFor(first);
  return {
    ...first,
    release: {
      ...release,
      rules: { ...release.rules, tellsInserted: true },
      answers: { ...release.answers, mark: "second" },
    },
    standIns: { anonymous: ["second_pages", "public_pages"], others: ["second"] },
    preRequest: "app.check_second_request",
  };
}

/** The first generation's handlers, with those that differ. */
export function secondHandlers(first: Handlers, accounts: AccountDependencies): Handlers {
  return {
    ...first,
    procedures: new Map([...(first.procedures ?? []), ...SECOND_TRIP_PROCEDURES]),
    detached: new Map([...(first.detached ?? []), ...secondAccountProcedures(accounts)]),
  };
}

/** One engine that answers each request in the generation of its address. */
export function byAddress(first: Engine, second: Engine): Engine {
  return { ...first, handle: (input) => (input.prefix === SECOND ? second : first).handle(input) };
}
