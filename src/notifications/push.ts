/** Messages to a telephone through a push service that takes a form with token, user, title and message. */
import type { Channel } from "./channel.ts";
import { postMessage } from "./post.ts";

/** What the service's documentation allows; longer ones are refused as a whole. */
const TITLE_LENGTH = 250;
const MESSAGE_LENGTH = 1024;

/**
 * @param apiUrl where messages are posted
 * @param token of this service at the push service; the recipient is a person's user key
 */
export function pushChannel(apiUrl: string, token: string): Channel {
  const url = new URL(apiUrl);
  return {
    send: (user, { subject, body }) =>
      postMessage(
        "the push service",
        url,
        new URLSearchParams({
          token,
          user,
          title: [...subject].slice(0, TITLE_LENGTH).join(""),
          message: [...body.trim()].slice(0, MESSAGE_LENGTH).join(""),
        }),
      ),
    close: () => {},
  };
}
