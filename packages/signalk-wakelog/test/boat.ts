/** The real plugin in a stub of the server. */
import { onTestFinished } from "vitest";
import { isRecord } from "../src/buffer/row.ts";
import { type Plugin, wakelog } from "../src/plugin.ts";
import { StubServer } from "./stub-server.ts";

/** A boat. */
export class Boat {
  readonly server: StubServer;
  readonly plugin: Plugin;

  constructor(folder: string) {
    this.server = new StubServer(folder);
    this.plugin = wakelog(this.server);
    this.plugin.registerWithRouter(this.server.router());
    onTestFinished(() => this.plugin.stop());
  }

  /** Starts the plugin. */
  start(options: object = {}): void {
    this.plugin.start(options);
  }

  /** The plugin's status. */
  async status(): Promise<Record<string, unknown>> {
    const { body } = await this.server.ask("GET /status");
    return isRecord(body) ? body : {};
  }
}
