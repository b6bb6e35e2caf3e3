/** An HTTP server with a messenger's bot API: users write, the bot polls and replies. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface BotApi {
  readonly url: string;
  /** The bot's messages, oldest first. */
  readonly sent: readonly { readonly chat: string; readonly text: string }[];
  /** Sends a message to the bot. */
  write(from: number, text: string, language?: string): void;
  /** Writes and waits for the answer. */
  ask(from: number, text: string, language?: string): Promise<string>;
  /** Gives the bot a raw update. */
  push(update: object): void;
  /** Fails the bot's next polls with this status. */
  fail(times: number, status: number): void;
  stop(): Promise<void>;
}

/** @param token the bot's */
export async function startBotApi(token: string): Promise<BotApi> {
  const sent: { chat: string; text: string }[] = [];
  let waiting: { chat: string; tell: (message: { text: string }) => void }[] = [];
  let queue: { update_id: number }[] = [];
  let next = 1000;
  let failing: { times: number; status: number } = { times: 0, status: 500 };
  let asking: ServerResponse | null = null;

  const deliver = () => {
    if (asking === null || queue.length === 0) return;
    asking.writeHead(200, { "Content-Type": "application/json" });
    asking.end(JSON.stringify({ ok: true, result: queue }));
    asking = null;
  };
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    const body = JSON.parse(text);
    if (request.url === `/bot${token}/sendMessage`) {
      const message = { chat: String(body.chat_id), text: String(body.text) };
      sent.push(message);
      const told = waiting.filter(({ chat }) => chat === message.chat);
      waiting = waiting.filter(({ chat }) => chat !== message.chat);
      for (const { tell } of told) tell(message);
      response.writeHead(200).end('{"ok":true}');
    } else if (request.url !== `/bot${token}/getUpdates`) {
      response.writeHead(404).end('{"ok":false}');
    } else if (failing.times > 0) {
      failing.times--;
      response.writeHead(failing.status).end('{"ok":false}');
    } else {
      // A poll with a higher offset confirms everything before it.
      queue = queue.filter(({ update_id: id }) => id >= body.offset);
      asking = response;
      deliver();
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");

  const push = (update: object) => {
    queue.push({ update_id: next++, ...update });
    deliver();
  };
  const write: BotApi["write"] = (from, text, language) => {
    const person = {
      id: from,
      is_bot: false,
      first_name: "Aino",
      ...(language === undefined ? {} : { language_code: language }),
    };
    push({ message: { message_id: 1, from: person, chat: { id: from, type: "private" }, date: 0, text } });
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    write,
    async ask(from, text, language) {
      const answered = new Promise<{ text: string }>((done) => {
        waiting = [...waiting, { chat: String(from), tell: done }];
      });
      write(from, text, language);
      return (await answered).text;
    },
    push,
    fail: (times, status) => {
      failing = { times, status };
    },
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
