/** Web push messages (RFC 8030), encrypted for the browser (RFC 8291). */
import { type Subscription, subscriptionsIn } from "../wishes.ts";
import { type Channel, type Outgoing, UndeliverableError } from "./channel.ts";
import { expectTaken, type PostToPerson } from "./person-address.ts";
import { encryptedFor, PLAIN_BYTES } from "./push-encryption.ts";
import type { VapidKeys } from "./vapid.ts";

/** How long the push service keeps a message for an offline browser. */
const KEPT_SECONDS = 24 * 3600;

/**
 * The recipient is the endpoint of one of the user's browsers.
 * @param operator the operator's contact for push services, https or mailto
 */
export function webpushChannel(post: PostToPerson, keys: VapidKeys, operator: string): Channel {
  return {
    async send({ address, preferences }, message) {
      const browser = subscriptionsIn(preferences).find(({ endpoint }) => endpoint === address);
      if (browser === undefined) throw new UndeliverableError("This browser is no longer subscribed.");
      const status = await post(address, {
        headers: {
          "Content-Type": "application/octet-stream",
          "Content-Encoding": "aes128gcm",
          TTL: String(KEPT_SECONDS),
          Urgency: message.severity === "emergency" || message.severity === "alarm" ? "high" : "normal",
          Authorization: await keys.authorization(new URL(address).origin, operator),
        },
        body: sealed(browser, message),
      });
      if (status === 404) throw new UndeliverableError("This browser is no longer subscribed.", true);
      expectTaken(status);
    },
    close: () => {},
  };
}

function sealed(browser: Subscription, message: Outgoing): Buffer {
  try {
    return encryptedFor(browser, plainText(message));
  } catch (cause) {
    throw new UndeliverableError(`The keys of this browser cannot be used: ${String(cause)}`);
  }
}

/** What the dashboard's service worker shows: title, body, and the figures if they fit. */
function plainText({ id, subject, body, severity, structured }: Outgoing): Buffer {
  const words = { id, title: subject, body: body.trim(), severity };
  const whole = Buffer.from(JSON.stringify({ ...words, event: structured }));
  if (whole.length <= PLAIN_BYTES) return whole;
  for (let length = 1200; ; length = Math.floor(length / 2)) {
    const short = { ...words, title: cut(subject, 200), body: cut(words.body, length) };
    const bytes = Buffer.from(JSON.stringify({ ...short, type: structured?.type ?? null }));
    if (bytes.length <= PLAIN_BYTES) return bytes;
  }
}

function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length).join("")}…`;
}
