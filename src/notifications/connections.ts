/** One short message on a channel that was connected just now, so that people see it arrive. */
import type { Tx } from "../db/database.ts";
import type { Event } from "../jobs/queue.ts";
import { notify, type Teller } from "./notify.ts";
import type { PersonalChannel } from "./wishes.ts";
import type { CONNECTIONS } from "./words/facts.ts";

type Connection = (typeof CONNECTIONS)[number];

/** The channel that each of them is about; events about it are called the same. */
const CHANNELS: Readonly<Record<Connection, PersonalChannel>> = {
  email_valid: "email",
  push_valid: "push",
  messenger_valid: "messenger",
};

/** Tells the owner of an account that a channel works, on that channel only. */
export function tellOfConnection(teller: Teller, event: Event, tx: Tx, kind: Connection): Promise<void> {
  const channel = CHANNELS[kind];
  return notify(
    tx,
    teller,
    event,
    { account: event.refId },
    { kind, tell: () => ({ facts: {}, type: "channel.connected", data: { channel }, only: [channel] }) },
  );
}
