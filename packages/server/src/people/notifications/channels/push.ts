/** Messages to a phone by a push service that accepts a form with token, user, title and message. */
import type { Severity } from "../words/facts.ts";
import type { Channel } from "./channel.ts";
import { postMessage } from "./post.ts";

/** The service's documented limits. */
const TITLE_LENGTH = 250;
const MESSAGE_LENGTH = 1024;

/** Urgency by severity: an emergency rings every minute, for an hour, until acknowledged. */
const URGENCY: Readonly<Record<Severity, Readonly<Record<string, string>>>> = {
  alert: {},
  warn: {},
  alarm: { priority: "1" },
  emergency: { priority: "2", retry: "60", expire: "3600" },
};

/**
 * The recipient is a user key.
 * @param apiUrl the address to post to
 * @param token this service's token at the push service
 */
export function pushChannel(apiUrl: string, token: string): Channel {
  const url = new URL(apiUrl);
  return {
    send: ({ address: user }, { subject, body, severity }) =>
      postMessage(
        "the push service",
        url,
        new URLSearchParams({
          token,
          user,
          title: [...subject].slice(0, TITLE_LENGTH).join(""),
          message: [...body.trim()].slice(0, MESSAGE_LENGTH).join(""),
          ...(severity === null ? {} : URGENCY[severity]),
        }),
      ),
    close: () => {},
  };
}
