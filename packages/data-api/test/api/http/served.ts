/** The data API as a server over the fixture schema: real sockets, real tokens. */
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestDatabase } from "../../../../../test/support/database.ts";
import { type DataApi, startDataApi } from "../../../src/command/server.ts";
import { readSettings } from "../../../src/command/settings.ts";
import { connectionUrl } from "../../../src/db/connection-settings.ts";
import {
  FIXTURE_AUTHENTICATOR,
  FIXTURE_SCHEMAS,
  FIXTURE_SEARCH_PATH,
  fixtureDatabase,
} from "../../cases/fixture.ts";
import { type PeerAnswer, type PeerClient, peerClient } from "../../peer/request.ts";

export const SECRET = "a secret of the observatory, long enough";

/** A running server. */
export interface Server {
  readonly api: DataApi;
  readonly port: number;
  send(
    method: string,
    target: string,
    headers?: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<PeerAnswer>;
}

/** A database with the fixture, and servers over it. */
export interface Served {
  readonly database: TestDatabase;
  /** Starts a server; settings by PostgREST's names, an empty one is left out. */
  start(settings?: Readonly<Record<string, string>>): Promise<Server>;
  close(): Promise<void>;
}

/** Settings of a server over the database, by PostgREST's names. */
export function settingsOver({ url }: TestDatabase): Readonly<Record<string, string>> {
  return {
    "db-uri": connectionUrl(url, FIXTURE_AUTHENTICATOR),
    "db-schemas": FIXTURE_SCHEMAS.join(","),
    "db-anon-role": "fixture_anonymous",
    "db-extra-search-path": FIXTURE_SEARCH_PATH.join(","),
    "db-pool": "2",
    "jwt-secret": SECRET,
    "server-host": "127.0.0.1",
    "server-port": "0",
    "log-level": "crit",
  };
}

/** Opens the database; `extra` is SQL run after the fixture, as the owner. */
export async function serveFixture(extra = ""): Promise<Served> {
  const database = await fixtureDatabase();
  if (extra !== "") await database.owner.transaction((tx) => tx.script(extra));
  const closing: (() => Promise<void> | void)[] = [];
  return {
    database,
    async start(settings = {}) {
      const all = { ...settingsOver(database), ...settings };
      const file = new Map(Object.entries(all).filter(([, value]) => value !== ""));
      const api = await startDataApi(
        (said) => readSettings({ file, ...(said === undefined ? {} : { database: said }) }),
        (line) => void process.stderr.write(`${line}\n`),
      );
      const port = Number(new URL(api.where).port);
      const client: PeerClient = peerClient(port, new Map());
      closing.push(() => client.close(), api.stop);
      for (let tries = 0; !(await api.ready()); tries++) {
        if (tries > 400) throw new Error("the data API did not become ready");
        await sleep(10);
      }
      const send: Server["send"] = (method, target, headers = {}, body) =>
        client.send({ method, target, headers, ...(body === undefined ? {} : { body }) });
      return { api, port, send };
    },
    async close() {
      for (const close of closing) await close();
      await database.drop();
    },
  };
}

/** A server's exact response to raw text on a new connection. */
export function spoken(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    const heard: Buffer[] = [];
    socket.on("data", (chunk) => heard.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(Buffer.concat(heard).toString("latin1")));
  });
}
