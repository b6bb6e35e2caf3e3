/** Messages to a topic of ntfy: the text is posted to the topic's URL, the rest is in headers. */
import type { Severity } from "../words/facts.ts";
import type { Channel } from "./channel.ts";
import { expectTaken, type PostToPerson } from "./person-address.ts";

/** Longer texts would arrive as a file. */
const TEXT_BYTES = 4000;

/** From 1 to 5, of which the last rings until it is seen. */
const PRIORITIES: Readonly<Record<Severity, string>> = { alert: "3", warn: "3", alarm: "4", emergency: "5" };

/** Messages whose recipient is the URL of a topic, with user and password if it needs them. */
export function ntfyChannel(post: PostToPerson): Channel {
  return {
    async send({ address }, { subject, body, severity }) {
      const headers = {
        "Content-Type": "text/plain; charset=utf-8",
        Title: headerText(subject),
        Priority: severity === null ? "3" : PRIORITIES[severity],
      };
      expectTaken(await post(address, { headers, body: shortened(body.trim()) }));
    },
    close: () => {},
  };
}

/** Text in a header: as it is if it is ASCII, otherwise as an encoded word (RFC 2047). */
function headerText(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString("base64")}?=`;
}

/** As much as fits, cut between characters. */
function shortened(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= TEXT_BYTES) return text;
  let end = TEXT_BYTES - 3;
  // The middle of a character begins with the bits 10.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return `${bytes.subarray(0, end).toString("utf8")}…`;
}
