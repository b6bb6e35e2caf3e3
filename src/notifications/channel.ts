/** A way to reach a person. Each channel is one file with one function that makes a {@link Channel}. */
import type { Message } from "./templates.ts";

export interface Channel {
  /** Sends one message. @throws Error with a message for the operator if it was not sent */
  send(recipient: string, message: Message): Promise<void>;
  close(): void;
}

/** The channels by name; one that is not configured is absent, and its messages wait in the outbox. */
export type Channels = ReadonlyMap<string, Channel>;
