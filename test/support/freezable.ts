/** A way to a server that can be held up, as a network that swallows everything holds it up. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface Freezable {
  /** The address to use in place of the server's. */
  readonly url: string;
  /** From now on nothing comes through, on old connections and on new ones. */
  freeze(): void;
  /** What was under way is lost, as after a network that was away for long; what comes now comes through. */
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
    // What is closed on one side is so on the other, but not while nothing comes through.
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
