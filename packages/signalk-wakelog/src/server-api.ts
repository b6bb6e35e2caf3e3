/** What the plugin uses of the Signal K server, as its documentation says. All that older servers lack is optional. */

/** A value of a path in a delta. */
export interface PathValue {
  readonly path: string;
  readonly value: unknown;
}

/** An update of a delta. */
export interface Update {
  readonly $source?: string;
  readonly source?: { readonly label?: string };
  readonly timestamp?: string;
  readonly values?: readonly PathValue[];
}

/** What the server hands to subscribers. */
export interface Delta {
  readonly context?: string;
  readonly updates?: readonly Update[];
}

/** A delta that the plugin publishes. */
export interface OwnDelta {
  readonly updates: readonly { readonly values: readonly PathValue[] }[];
}

/** A notification in Notifications v2. */
export interface AlarmOptions {
  readonly state: string;
  readonly message: string;
  readonly path?: string;
}

/** Notifications v2. */
export interface NotificationsApi {
  raise(options: AlarmOptions): string;
  update(id: string, options: { readonly state?: string; readonly message?: string }): void;
  clear(id: string): void;
  acknowledge(id: string): void;
  silence(id: string): void;
  getPath(path: string): unknown;
}

/** A request to one of the plugin's routes. */
export interface RouteRequest {
  readonly query: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The answer of a route. */
export interface RouteResponse {
  status(code: number): RouteResponse;
  json(body: unknown): unknown;
}

/** A function that answers a route. */
export type Handler = (request: RouteRequest, response: RouteResponse) => unknown;

/** Takes routes. */
export interface Routes {
  get(path: string, handler: Handler): unknown;
  post(path: string, handler: Handler): unknown;
}

/** The router of the plugin; routes are the administrator's where `access` is missing. */
export interface PluginRouter extends Routes {
  access?(level: "readonly" | "readwrite"): Routes;
}

/** A provider of a kind of resources. */
export interface ResourceProvider {
  readonly type: string;
  readonly methods: {
    listResources(query: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
    getResource(id: string, property?: string): Promise<unknown>;
    setResource(id: string, value: unknown): Promise<void>;
    deleteResource(id: string): Promise<void>;
  };
}

/** The server as a plugin sees it. */
export interface ServerApp {
  readonly subscriptionmanager: {
    subscribe(
      command: {
        readonly context: string;
        readonly sourcePolicy?: "preferred" | "all";
        readonly subscribe: readonly { readonly path: string; readonly policy?: "instant" }[];
      },
      unsubscribes: (() => void)[],
      onError: (error: unknown) => void,
      onDelta: (delta: Delta) => void,
    ): void;
  };
  readonly config?: { readonly version?: unknown };
  getSelfPath(path: string): unknown;
  getMetadata?(path: string): unknown;
  handleMessage(id: string, delta: OwnDelta): void;
  setPluginStatus(message: string): void;
  setPluginError(message: string): void;
  getDataDirPath(): string;
  savePluginOptions(options: object, done: (error: unknown) => void): void;
  putSelfPath?(path: string, value: unknown, done: () => void): Promise<unknown>;
  reportOutputMessages?(count: number): void;
  readonly notifications?: NotificationsApi;
  registerHistoryApiProvider?(provider: object): void;
  registerTrackApiProvider?(provider: object): void;
  registerResourceProvider?(provider: ResourceProvider): void;
}
