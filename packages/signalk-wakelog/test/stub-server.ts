/** The Signal K server as far as the plugin uses it. */
import type { Delta, Handler, OwnDelta, ServerApp } from "../src/server-api.ts";

/** What a route answered. */
export interface Answered {
  readonly code: number;
  readonly body: unknown;
}

/** A server with one plugin. */
export class StubServer implements ServerApp {
  readonly published: OwnDelta[] = [];
  readonly said: string[] = [];
  saved: object | null = null;
  readonly values = new Map<string, unknown>();
  readonly routes = new Map<string, Handler>();
  readonly config = { version: "2.32.0" };
  readonly #listeners: ((delta: Delta) => void)[] = [];
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  readonly subscriptionmanager: ServerApp["subscriptionmanager"] = {
    subscribe: (command, unsubscribes, _, onDelta) => {
      if (command.subscribe[0]?.path !== "*") return;
      this.#listeners.push(onDelta);
      unsubscribes.push(() => this.#listeners.splice(this.#listeners.indexOf(onDelta), 1));
    },
  };

  getSelfPath(path: string): unknown {
    return this.values.get(path);
  }

  handleMessage(_: string, delta: OwnDelta): void {
    this.published.push(delta);
    for (const { values } of delta.updates)
      for (const { path, value } of values) this.values.set(path, { value });
    this.#send({ updates: [{ $source: "signalk-wakelog", values: delta.updates[0]?.values ?? [] }] });
  }

  setPluginStatus(message: string): void {
    this.said.push(message);
  }

  setPluginError(message: string): void {
    this.said.push(message);
  }

  getDataDirPath(): string {
    return this.#folder;
  }

  savePluginOptions(options: object, done: (error: unknown) => void): void {
    this.saved = options;
    done(null);
  }

  /** A router that keeps the routes. */
  router() {
    const add = (method: string) => (path: string, handler: Handler) =>
      this.routes.set(`${method} ${path}`, handler);
    const routes = { get: add("GET"), post: add("POST") };
    return { ...routes, access: () => routes };
  }

  /** Asks a route. */
  async ask(
    route: string,
    query: Record<string, unknown> = {},
    body: unknown = undefined,
  ): Promise<Answered> {
    let answered: Answered = { code: 200, body: null };
    const response = {
      status(code: number) {
        answered = { ...answered, code };
        return response;
      },
      json(json: unknown) {
        answered = { ...answered, body: JSON.parse(JSON.stringify(json)) };
      },
    };
    await this.routes.get(route)?.({ query, params: {}, body }, response);
    return answered;
  }

  /** An instrument says a value. */
  say(path: string, value: unknown, $source = "gps"): void {
    this.#send({
      context: "vessels.self",
      updates: [{ $source, timestamp: new Date().toISOString(), values: [{ path, value }] }],
    });
  }

  #send(delta: Delta): void {
    for (const listener of [...this.#listeners]) listener(delta);
  }
}
