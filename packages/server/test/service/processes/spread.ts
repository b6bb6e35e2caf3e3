/** Requests on separate connections, so that the processes behind a port get them in turn. */
import { Agent, type IncomingHttpHeaders, request } from "node:http";

export interface Spread {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Ask {
  readonly token?: string;
  readonly body?: unknown;
  readonly agent?: Agent;
  readonly headers?: Readonly<Record<string, string>>;
}

const ALONE = new Agent({ keepAlive: false });

/** Sends a request. Rejects if there is no whole answer. */
export function ask(url: string, method: string, path: string, how: Ask = {}): Promise<Spread> {
  const body = how.body === undefined ? null : JSON.stringify(how.body);
  const headers = {
    ...(how.token === undefined ? {} : { Authorization: `Bearer ${how.token}` }),
    ...(body === null
      ? {}
      : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) }),
    ...how.headers,
  };
  return new Promise((done, failed) => {
    const sent = request(new URL(path, url), { method, headers, agent: how.agent ?? ALONE }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => {
        text += part;
      });
      answer.once("end", () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      answer.once("error", failed);
    });
    sent.once("error", failed);
    sent.end(body ?? undefined);
  });
}
