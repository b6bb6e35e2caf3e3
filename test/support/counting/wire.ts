/** A proxy between browser and service that counts every byte, including headers, preflights and service workers. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** The traffic through a proxy. */
export interface Wire {
  readonly port: number;
  /** Bytes that the browser received so far. */
  received(): number;
  /** Bytes that it sent. */
  sent(): number;
  /** The paths of its requests so far, in order. */
  requested(): readonly string[];
  close(): Promise<void>;
}

/** First lines of requests. */
const LINES = /^[A-Z]+ (\S+) HTTP\/1\.1\r\n/gm;

/** Proxies a free port of this machine to another of its ports. */
export async function layWire(to: () => number): Promise<Wire> {
  let [received, sent] = [0, 0];
  const requested: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(to(), "127.0.0.1");
    let line = "";
    near.on("data", (bytes) => {
      sent += bytes.length;
      line += bytes.toString("latin1");
      for (const [, path = ""] of line.matchAll(LINES)) requested.push(path);
      // The rest may be the start of a request.
      line = line.slice(line.lastIndexOf("\n") + 1);
    });
    far.on("data", (bytes) => {
      received += bytes.length;
    });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.setNoDelay(true).pipe(other);
      socket.on("error", () => other.destroy());
      socket.on("close", () => open.delete(socket));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    received: () => received,
    sent: () => sent,
    requested: () => requested,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
