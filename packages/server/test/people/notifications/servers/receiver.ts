/** A real HTTP server on loopback that records what is posted to it. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as received. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
  /** Requests posted to a path. */
  at(path: string): readonly Received[];
  /** Answers requests to a path differently from now on; null: takes them and never answers. */
  answer(
    path: string,
    how: { readonly status: number; readonly headers?: object; readonly body?: string } | null,
  ): void;
  stop(): Promise<void>;
}

/** Starts one that answers 200 to everything. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answers = new Map<
    string,
    { readonly status: number; readonly headers?: object; readonly body?: string } | null
  >();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const { method = "", url: path = "", headers } = request;
    received.push({ method, path, headers, body: Buffer.concat(chunks) });
    const how = answers.has(path) ? answers.get(path) : { status: 200 };
    if (how == null) return;
    response.writeHead(how.status, { ...how.headers }).end(how.body ?? "taken");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    at: (path) => received.filter((one) => one.path === path),
    answer: (path, how) => {
      answers.set(path, how);
    },
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
