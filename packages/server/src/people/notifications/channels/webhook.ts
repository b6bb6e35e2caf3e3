/** Messages to a program by Standard Webhooks (https://www.standardwebhooks.com). */
import { createHmac } from "node:crypto";
import { webhookSecretIn } from "../wishes.ts";
import { type Channel, UndeliverableError } from "./channel.ts";
import { expectTaken, type PostToPerson } from "./person-address.ts";

const PREFIX = "whsec_";

/** The recipient is a URL. Signs with the user's secret if there is one. */
export function webhookChannel(post: PostToPerson): Channel {
  return {
    async send({ address, preferences }, { id, structured }) {
      if (structured === null) throw new UndeliverableError("This message has no form for programs.");
      const body = JSON.stringify(structured);
      const headers = signedHeaders(
        `msg_${id}`,
        Math.floor(Date.now() / 1000),
        body,
        webhookSecretIn(preferences),
      );
      expectTaken(await post(address, { headers: { ...headers, "Content-Type": "application/json" }, body }));
    },
    close: () => {},
  };
}

/** @param timestamp time of sending, seconds since 1970 */
function signedHeaders(
  id: string,
  timestamp: number,
  body: string,
  secret: string | null,
): Readonly<Record<string, string>> {
  const unsigned = { "webhook-id": id, "webhook-timestamp": String(timestamp) };
  if (secret === null) return unsigned;
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { ...unsigned, "webhook-signature": `v1,${signature}` };
}
