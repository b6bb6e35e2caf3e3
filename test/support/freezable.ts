/** A proxy to a server that can be frozen, like a network that drops everything. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface Freezable {
  /** Use this address instead of the server's. */
  readonly url: string;
  /** From now on nothing passes, on old and new connections. */
  freeze(): void;
  /** Data in transit is lost, as after a long outage; new data passes. */
  thaw(): void;
  close(): void;
}

/** Opens one on the loopback interface. */
export async function freezable(url: string): Promise<Freezable> {
  const address = new URL(url);
  const { hostname, port } = address;
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => sockets.delete(socket));
    }
    // Closing one side closes the other, but not while frozen.
    near.on("close", () => isFrozen || far.destroy());
    far.on("close", () => isFrozen || near.destroy());
    if (isFrozen) return;
    near.pipe(far);
    far.pipe(near);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const found = server.address();
  if (found === null || typeof found === "string") throw new Error("no port");
  address.hostname = "127.0.0.1";
  address.port = String(found.port);
  return {
    url: address.href,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.destroy();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
