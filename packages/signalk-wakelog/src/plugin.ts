/** The plugin as the Signal K server sees it. */
import { Aboard } from "./aboard.ts";
import type { PluginRouter, ServerApp } from "./server-api.ts";
import { addRoutes } from "./status/routes.ts";

/** The plugin's id: its folder of data, its routes and its notifications are named by it. */
const ID = "signalk-wakelog";

/** What the server gets. */
export interface Plugin {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly schema: object;
  start(options: unknown): void;
  stop(): Promise<void>;
  registerWithRouter(router: PluginRouter): void;
}

const SCHEMA = {
  type: "object",
  properties: {
    pairing: {
      type: "string",
      title: "Pairing",
      description:
        "The line that Wakelog's dashboard shows under “Connect the boat”, such as log.example.org/7K3M9QXP. Nothing else is needed.",
    },
  },
};

/** Makes the plugin. */
export function wakelog(app: ServerApp): Plugin {
  let aboard: Aboard | null = null;
  /** The end of the run before. */
  let ending: Promise<void> = Promise.resolve();
  let wanted = 0;

  return {
    id: ID,
    name: "Wakelog",
    description: "Keeps the boat's log aboard and ashore",
    schema: SCHEMA,
    start(options) {
      wanted += 1;
      const mine = wanted;
      if (aboard === null) aboard = begin(options);
      else {
        // Started again without a stop, or before it is done.
        ending = ending
          .then(() => end())
          .then(() => {
            if (wanted === mine) aboard = begin(options);
          });
      }
    },
    stop() {
      wanted += 1;
      ending = ending.then(() => end());
      return ending;
    },
    registerWithRouter(router) {
      addRoutes(router, () => aboard);
    },
  };

  function begin(options: unknown): Aboard {
    return new Aboard(app, ID, options);
  }

  async function end(): Promise<void> {
    const run = aboard;
    await run?.stop();
    if (aboard === run) aboard = null;
  }
}
