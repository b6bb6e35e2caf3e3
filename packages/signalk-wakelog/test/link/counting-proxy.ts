/** A proxy that counts the bytes that boat and shore exchange. */
import { connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** The proxy. */
export class CountingProxy {
  /** Bytes from the boat. */
  sent = 0;
  /** Bytes to the boat. */
  received = 0;
  port = 0;

  /** Starts a proxy to a port, for the present test. */
  static async start(target: number): Promise<CountingProxy> {
    const proxy = new CountingProxy();
    const sockets = new Set<Socket>();
    const server = createServer((boat) => {
      const shore = connect(target, "127.0.0.1");
      for (const socket of [boat, shore]) {
        sockets.add(socket);
        socket.setNoDelay(true);
        socket.on("error", () => undefined);
        socket.on("close", () => sockets.delete(socket));
      }
      boat.on("data", (bytes) => {
        proxy.sent += bytes.length;
      });
      shore.on("data", (bytes) => {
        proxy.received += bytes.length;
      });
      boat.pipe(shore).pipe(boat);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const address = server.address();
    proxy.port = typeof address === "object" && address !== null ? address.port : 0;
    return proxy;
  }

  /** Bytes both ways. */
  get bytes(): number {
    return this.sent + this.received;
  }
}
