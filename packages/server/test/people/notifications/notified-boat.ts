/** A service with a real receiver and mail server, and boats whose users get messages. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import type { Sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, expect } from "vitest";
import { client } from "../../../../../test/support/client.ts";
import { prove } from "../../../../../test/support/proven.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { type WatchedBoat, watchedBoat } from "../../boat/monitoring/watched-boat.ts";
import { type MailServer, type ReceivedMail, startMailServer } from "./servers/mail-server.ts";
import { type Receiver, startReceiver } from "./servers/receiver.ts";

/** Messages received by a webhook. */
export interface Hook {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface NotifiedBoat {
  readonly boat: WatchedBoat;
  readonly name: string;
  prefer(key: string, value: unknown): Promise<void>;
  /** Messages received by its webhook, except contact and registration. */
  hooks(): readonly Hook[];
  types(): readonly string[];
  mails(subject: RegExp): readonly ReceivedMail[];
}

export interface NotifiedService {
  drainJobs(): Promise<void>;
  run(statement: Sql): ReturnType<typeof rowsOf>;
  /** Runs work in a transaction of the worker. */
  worker<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A boat whose owner has a webhook, mail, and a rule about the battery. */
  boatWithWebhook(preferences?: Readonly<Record<string, unknown>>): Promise<NotifiedBoat>;
}

const rowsOf = (service: TestService, statement: Sql) =>
  service.database.owner.transaction((tx) => tx.query(statement));

/** Starts one for the tests of a file. */
export function notifiedService(): NotifiedService {
  let parts: { receiver: Receiver; mail: MailServer; service: TestService } | null = null;
  let boats = 0;
  beforeAll(async () => {
    const [receiver, mail] = await Promise.all([startReceiver(), startMailServer()]);
    const service = await startService({
      WAKELOG_PRIVATE_WEBHOOKS: "true",
      WAKELOG_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      WAKELOG_WEB_URL: "https://log.example",
    });
    parts = { receiver, mail, service };
  });
  afterAll(async () => {
    await parts?.service.stop();
    await parts?.receiver.stop();
    await parts?.mail.stop();
  });
  const running = () => {
    if (parts === null) throw new Error("the service is started by the first hook, and not yet there");
    return parts;
  };
  return {
    drainJobs: () => running().service.drainJobs(),
    run: (statement) => rowsOf(running().service, statement),
    worker: (work) => running().service.database.owner.transaction(work, { role: "wakelog_worker" }),
    async boatWithWebhook(preferences = {}) {
      const { service, receiver, mail } = running();
      const name = `Boat ${++boats}`;
      const boat = await watchedBoat(client(service.apiUrl), name);
      await prove(service, boat.sailor.email);
      const path = `/hook/${boats}`;
      const prefer = async (key: string, value: unknown) => {
        const answer = await boat.call("update_user_preferences_fn", { key: `{${key}}`, value });
        expect(answer.json, answer.text).toBe(true);
      };
      await prefer("webhook_url", receiver.url + path);
      await service.drainJobs();
      for (const [key, value] of Object.entries(preferences)) await prefer(key, value);
      const rule = { name: "House bank low", kind: "below", key: "voltage", low: 12, after: "PT0S" };
      expect((await boat.rule(rule)).status).toBe(201);
      const hooks = (): readonly Hook[] =>
        receiver
          .at(path)
          .map(({ body }): Hook => JSON.parse(body.toString()))
          .filter(({ type }) => type !== "vessel.online" && type !== "vessel.registered");
      return {
        boat,
        name,
        prefer,
        hooks,
        types: () => hooks().map(({ type }) => type),
        mails: (subject) =>
          mail.to(boat.sailor.email).filter(({ headers }) => subject.test(headers.get("subject")?.[0] ?? "")),
      };
    },
  };
}

/** An hour and minute of the UTC day, minutes from now. */
export const clock = (minutes: number): string =>
  new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);
