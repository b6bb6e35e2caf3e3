/** A way to reach a person. Each channel is one file with one function that makes a {@link Channel}. */

import type { Track } from "@wakelog/kit/pictures/projection.ts";
import type { Structured } from "../messages/message.ts";
import type { PersonalChannel } from "../wishes.ts";
import type { Severity } from "../words/facts.ts";

/** A message as it leaves. */
export interface Outgoing {
  /** The same each time the message is tried. */
  readonly id: string;
  readonly subject: string;
  readonly body: string;
  readonly severity: Severity | null;
  /** The same for programs; null for a message of an earlier release. */
  readonly structured: Structured | null;
  readonly track: Track | null;
}

/** Where a message goes. */
export interface Destination {
  /** An e-mail address, a key, a chat or a URL, as the channel has it. */
  readonly address: string;
  /** The person's preferences as they are now, for what belongs to the address, such as a secret. */
  readonly preferences: unknown;
}

export interface Channel {
  /**
   * Sends one message.
   * @throws Error with a message for the operator if it was not sent
   * @throws UndeliverableError if it is not worth trying again
   */
  send(to: Destination, message: Outgoing): Promise<void>;
  close(): void;
}

/** The message cannot reach this address, however often it is tried. */
export class UndeliverableError extends Error {
  /** Whether the address has ended, so that nothing more can be sent there. */
  readonly isGone: boolean;

  constructor(message: string, isGone = false) {
    super(message);
    this.name = "UndeliverableError";
    this.isGone = isGone;
  }
}

/** The channels by name; one that is not configured is absent, and its messages wait in the outbox. */
export type Channels = ReadonlyMap<PersonalChannel, Channel>;
