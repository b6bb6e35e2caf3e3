/** The plugin as the Signal K server sees it. */
import type { PluginRouter, ServerApp } from "./server-api.ts";

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
  registerWithRouter?(router: PluginRouter): void;
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
  return {
    id: ID,
    name: "Wakelog",
    description: "Keeps the boat's log aboard and ashore",
    schema: SCHEMA,
    start: () => app.setPluginStatus("Not paired."),
    stop: async () => undefined,
  };
}
