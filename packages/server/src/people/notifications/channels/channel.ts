/** A delivery channel. Each is one file with one function that makes a {@link Channel}. */

import type { Track } from "@wakelog/kit/pictures/projection.ts";
import type { Structured } from "../messages/message.ts";
import type { PersonalChannel } from "../wishes.ts";
import type { Severity } from "../words/facts.ts";

/** A message to send. */
export interface Outgoing {
  /** The same on each retry. */
  readonly id: string;
  readonly subject: string;
  readonly body: string;
  readonly severity: Severity | null;
  /** The same for programs; null for messages of earlier releases. */
  readonly structured: Structured | null;
  readonly track: Track | null;
}

export interface Destination {
  /** An e-mail address, key, chat or URL, depending on the channel. */
  readonly address: string;
  /** The user's current preferences, for what belongs to the address, such as a secret. */
  readonly preferences: unknown;
}

export interface Channel {
  /**
   * Sends one message.
   * @throws Error with a message for the operator if it was not sent
   * @throws UndeliverableError if a retry is pointless
   */
  send(to: Destination, message: Outgoing): Promise<void>;
  close(): void;
}

/** The message cannot reach this address, however often it is retried. */
export class UndeliverableError extends Error {
  /** Whether the address no longer exists. */
  readonly isGone: boolean;

  constructor(message: string, isGone = false) {
    super(message);
    this.name = "UndeliverableError";
    this.isGone = isGone;
  }
}

/** Channels by name. Those not configured are absent, and their messages wait in the outbox. */
export type Channels = ReadonlyMap<PersonalChannel, Channel>;
