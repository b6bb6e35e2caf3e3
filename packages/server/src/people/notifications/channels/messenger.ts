/** Messages to a chat by a messenger's bot API: `POST <api>/bot<token>/sendMessage` with chat_id and text. */
import type { Channel } from "./channel.ts";
import { postMessage } from "./post.ts";

/** The bot API's limit. */
const TEXT_LENGTH = 4096;

/**
 * The recipient is a chat id.
 * @param apiUrl the address of the bot API
 * @param token the bot's token
 */
export function messengerChannel(apiUrl: string, token: string): Channel {
  const url = new URL(`${apiUrl}/bot${encodeURIComponent(token).replace("%3A", ":")}/sendMessage`);
  return {
    // No parse mode, so that boat names are text, never markup.
    send: ({ address: chat }, { subject, body }) =>
      postMessage("the messenger", url, {
        chat_id: chat,
        text: [...`${subject}\n\n${body.trim()}`].slice(0, TEXT_LENGTH).join(""),
        disable_notification: false,
      }),
    close: () => {},
  };
}
