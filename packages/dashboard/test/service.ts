/** A loopback server in place of the service: records requests, and responds as a test wants. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as received. */
export interface Sent {
  readonly method: string;
  /** With its query, relative to the API's root. */
  readonly path: string;
  readonly body: unknown;
  readonly key: string | undefined;
  readonly version: string | undefined;
}

interface Answered {
  readonly status?: number;
  readonly body?: unknown;
  /** The total number of rows. */
  readonly total?: number;
}

/** A response; null drops the connection. */
type Answerer = (sent: Sent) => Answered | null | Promise<Answered | null>;

const API = "/api";
let answerer: Answerer = () => ({ status: 404, body: { message: "unexpected request" } });
let requests: Sent[] = [];

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString();
  const respond = (status: number, body: unknown, total?: number) =>
    response
      .writeHead(status, {
        "Content-Type": "application/json",
        ...(total === undefined ? {} : { "Content-Range": `0-0/${total}` }),
      })
      .end(status === 204 ? undefined : JSON.stringify(body ?? null));
  if (request.url === "/config.json") return respond(200, { apiPath: API, mail: true });
  const sent: Sent = {
    method: request.method ?? "",
    path: (request.url ?? "").slice(API.length),
    body: text === "" ? null : JSON.parse(text),
    key: request.headers["idempotency-key"]?.toString(),
    version: request.headers["if-match"],
  };
  if (sent.method !== "HEAD") requests.push(sent);
  const answered = await answerer(sent);
  if (answered === null) return request.socket.destroy();
  return respond(answered.status ?? 200, answered.body, answered.total);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
server.unref();

/** Origin of the page and its API. */
export const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Sets the response and clears recorded requests. */
export function answerWith(next: Answerer): void {
  answerer = next;
  requests = [];
}

/** All requests since `answerWith`, without reachability checks. */
export function requestsSent(): readonly Sent[] {
  return requests;
}
