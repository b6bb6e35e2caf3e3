import type { Speech } from "../../languages/speech.ts";
import { translated } from "../../server-messages/translated.ts";
import { callForJson } from "../request.ts";
import { requiredRow } from "../row.ts";
import type { Channel } from "./channels.ts";

/** The result of a test message. */
export interface Tested {
  readonly state: "sent" | "waiting" | "failed";
  readonly failure: string | null;
}

/** Sends a message now and resolves to the result. */
export async function testChannel(channel: Channel, speech: Speech): Promise<Tested> {
  const delivery = requiredRow<{ state: string; failure: string | null }>(
    await callForJson("test_notification_fn", { channel }),
    "a delivery",
  );
  await speech.sentences?.fetch();
  const [state, failure] = [delivery.text("state"), delivery.text("failure")];
  return {
    state: state === "sent" || state === "failed" ? state : "waiting",
    failure: failure === null ? null : translated(failure, speech),
  };
}
