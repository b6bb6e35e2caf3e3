/** Messages to a user's own Apprise API, which forwards them to a hundred other services. */
import type { Severity } from "../words/facts.ts";
import type { Channel } from "./channel.ts";
import { expectTaken, type PostToPerson } from "./person-address.ts";

const TYPES: Readonly<Record<Severity, string>> = {
  alert: "info",
  warn: "warning",
  alarm: "failure",
  emergency: "failure",
};

/** The recipient is the URL of a stored configuration (`…/notify/KEY`). */
export function appriseChannel(post: PostToPerson): Channel {
  return {
    async send({ address }, { subject, body, severity }) {
      const type = severity === null ? "info" : TYPES[severity];
      expectTaken(
        await post(address, {
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ title: subject, body: body.trim(), type, format: "text" }),
        }),
      );
    },
    close: () => {},
  };
}
