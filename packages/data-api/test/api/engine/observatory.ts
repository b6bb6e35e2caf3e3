/** The engine over the fixture schema, on a database of the test file's own. */

import type { Observation } from "@wakelog/kit/observe.ts";
import { afterAll, beforeAll } from "vitest";
import { connectPostgres, type Postgres } from "../../../src/db/postgres.ts";
import {
  createEngine,
  type Engine,
  type EngineConfig,
  type EngineOptions,
  type HttpOutput,
} from "../../../src/engine/engine.ts";
import type { Caller, Handlers } from "../../../src/engine/handlers.ts";
import { openSchema } from "../../../src/engine/open-schema.ts";
import {
  FIXTURE_AUTHENTICATOR,
  FIXTURE_SCHEMAS,
  FIXTURE_SEARCH_PATH,
  fixtureDatabase,
} from "../../cases/fixture.ts";

export interface Asked {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** E-mail of a signed-in user; anonymous without. */
  readonly as?: string;
}

/** An answer as tests look at it. */
export interface Answered {
  readonly status: number;
  readonly reason: string | undefined;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: HttpOutput["body"];
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape and fail loudly where one differs
  readonly json: any;
}

/** Requests to an engine. */
export interface Asking {
  readonly engine: Engine;
  ask(method: string, target: string, asked?: Asked): Promise<Answered>;
  get(target: string, asked?: Asked): Promise<Answered>;
  post(target: string, body: unknown, asked?: Asked): Promise<Answered>;
  patch(target: string, body: unknown, asked?: Asked): Promise<Answered>;
  put(target: string, body: unknown, asked?: Asked): Promise<Answered>;
  delete(target: string, asked?: Asked): Promise<Answered>;
}

export interface Observatory extends Asking {
  readonly owner: Postgres;
  readonly observed: readonly Observation[];
  /** Another engine with other settings over the same loaded schema. */
  beside(config: Partial<EngineConfig>): Promise<Asking>;
  close(): Promise<void>;
}

const NO_HANDLERS: Handlers = { procedures: new Map(), inserts: new Map() };
const TOKEN = /^Bearer (.+)$/;

async function authenticate(headers: Readonly<Record<string, string>>): Promise<Caller> {
  const email = TOKEN.exec(headers.authorization ?? "")?.[1];
  return email === undefined
    ? { role: "fixture_anonymous", claims: {} }
    : { role: "fixture_user", claims: { role: "fixture_user", email } };
}

/** Opens it; `config` overrides settings, `extra` is SQL run after the fixture, as the owner. */
export async function openObservatory(
  options: { config?: Partial<EngineConfig>; handlers?: Handlers; extra?: string } = {},
): Promise<Observatory> {
  const database = await fixtureDatabase();
  const { extra } = options;
  if (extra !== undefined) await database.owner.transaction((tx) => tx.script(extra));
  const pool = connectPostgres({ url: database.url, ...FIXTURE_AUTHENTICATOR, max: 2 });
  const observed: Observation[] = [];
  const optionsWith = (more: Partial<EngineConfig>): EngineOptions => ({
    database: pool,
    authenticate,
    handlers: options.handlers ?? NO_HANDLERS,
    config: {
      schemas: FIXTURE_SCHEMAS,
      anonymousRole: "fixture_anonymous",
      extraSearchPath: FIXTURE_SEARCH_PATH,
      openApi: { mode: "follow-privileges", version: "11.2.1" },
      ...options.config,
      ...more,
    },
    observe: (observation) => void observed.push(observation),
  });
  const schema = await openSchema(optionsWith({}));
  const beside = async (config: Partial<EngineConfig>): Promise<Asking> =>
    asking(await createEngine({ ...optionsWith(config), schema }));
  return {
    ...(await beside({})),
    owner: database.owner,
    observed,
    beside,
    async close() {
      await schema.close();
      await pool.close();
      await database.drop();
    },
  };
}

/** Requests to this engine, without a socket. */
function asking(engine: Engine): Asking {
  const ask = async (method: string, target: string, asked: Asked = {}): Promise<Answered> => {
    const mark = target.indexOf("?");
    const { body, as } = asked;
    const headers: Record<string, string> = {};
    if (as !== undefined) headers.authorization = `Bearer ${as}`;
    if (body !== undefined) headers["content-type"] = "application/json";
    for (const [name, value] of Object.entries(asked.headers ?? {})) headers[name.toLowerCase()] = value;
    const output = await engine.handle({
      method,
      path: mark < 0 ? target : target.slice(0, mark),
      query: mark < 0 ? "" : target.slice(mark + 1),
      headers,
      body: bytes(body),
    });
    return answered(output);
  };
  return {
    engine,
    ask,
    get: (target, asked) => ask("GET", target, asked),
    post: (target, body, asked = {}) => ask("POST", target, { ...asked, body }),
    patch: (target, body, asked = {}) => ask("PATCH", target, { ...asked, body }),
    put: (target, body, asked = {}) => ask("PUT", target, { ...asked, body }),
    delete: (target, asked) => ask("DELETE", target, asked),
  };
}

/** Closed automatically after its tests. */
export type ObservatoryForTests = Omit<Observatory, "close">;

/** Opens one for the tests of the file or block that calls this; it is there from their first hook on. */
export function observatoryForTests(...how: Parameters<typeof openObservatory>): ObservatoryForTests {
  let opened: Observatory | null = null;
  beforeAll(async () => {
    opened = await openObservatory(...how);
  });
  afterAll(() => opened?.close());
  const open = (): Observatory => {
    if (opened === null) throw new Error("the observatory is opened by the first hook, and not yet open");
    return opened;
  };
  return {
    get engine() {
      return open().engine;
    },
    get owner() {
      return open().owner;
    },
    get observed() {
      return open().observed;
    },
    beside: (config) => open().beside(config),
    ask: (...request) => open().ask(...request),
    get: (...request) => open().get(...request),
    post: (...request) => open().post(...request),
    patch: (...request) => open().patch(...request),
    put: (...request) => open().put(...request),
    delete: (...request) => open().delete(...request),
  };
}

function bytes(body: unknown): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (body instanceof Buffer) return body;
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

function answered(output: HttpOutput): Answered {
  const text = output.body === null ? "" : output.body.toString();
  const headers: Record<string, string> = {};
  for (const [name, value] of output.headers) {
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  return {
    status: output.status,
    reason: output.reason,
    headers,
    body: output.body,
    text,
    json: parsed(text),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
