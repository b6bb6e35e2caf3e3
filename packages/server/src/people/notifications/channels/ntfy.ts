/** Messages to an ntfy topic: the body is the text, headers hold the rest. */
import type { Severity } from "../words/facts.ts";
import type { Channel } from "./channel.ts";
import { expectTaken, type PostToPerson } from "./person-address.ts";

/** Longer texts would arrive as a file. */
const TEXT_BYTES = 4000;

/** From 1 to 5; 5 rings until seen. */
const PRIORITIES: Readonly<Record<Severity, string>> = { alert: "3", warn: "3", alarm: "4", emergency: "5" };

/** The recipient is a topic URL, with user and password if needed. */
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

/** Header text: plain if ASCII, otherwise an encoded word (RFC 2047). */
function headerText(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString("base64")}?=`;
}

/** Cut to the limit, between characters. */
function shortened(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= TEXT_BYTES) return text;
  let end = TEXT_BYTES - 3;
  // Continuation bytes of UTF-8 begin with the bits 10.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return `${bytes.subarray(0, end).toString("utf8")}…`;
}
