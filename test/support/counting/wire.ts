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
  close(): Promise<void>;
}

/** Proxies a free port of this machine to another of its ports. */
export async function layWire(to: () => number): Promise<Wire> {
  let [received, sent] = [0, 0];
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(to(), "127.0.0.1");
    near.on("data", (bytes) => {
      sent += bytes.length;
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
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
