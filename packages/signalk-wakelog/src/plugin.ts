/** The plugin as the Signal K server sees it. */
import { Aboard } from "./aboard.ts";
import { selfTrack } from "./providers/trips.ts";
import type { PluginRouter, Routes, ServerApp } from "./server-api.ts";
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
  signalKApiRoutes<R extends Routes>(router: R): R;
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
    signalKApiRoutes(router) {
      for (const vessel of ["self", "vessels/self"]) {
        router.get(`/${vessel}/track`, (request, response) => {
          if (aboard === null) return response.status(503).json({ message: "The plugin is not running." });
          const { recorder, tracks } = aboard;
          return selfTrack(tracks, () => recorder.time.now())(request, response);
        });
      }
      return router;
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
