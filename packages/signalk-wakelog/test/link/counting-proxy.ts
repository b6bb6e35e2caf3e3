/** A proxy that counts the bytes that boat and shore exchange. */
import { connect, createServer, type Socket } from "node:net";

/** The proxy. */
export class CountingProxy {
  /** Bytes from the boat. */
  sent = 0;
  /** Bytes to the boat. */
  received = 0;
  port = 0;
  /** Ends it, and all connections. */
  close = (): void => undefined;

  /**
   * Starts a proxy to a port.
   * @param hold changes bytes from the boat, and says when they go on; null for those that go on at once
   */
  static async start(
    target: number,
    hold: (bytes: Buffer) => Promise<Buffer> | null = () => null,
  ): Promise<CountingProxy> {
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
        const held = hold(bytes);
        if (held === null) shore.write(bytes);
        else held.then((later) => shore.write(later));
      });
      boat.on("end", () => shore.end());
      shore.on("data", (bytes) => {
        proxy.received += bytes.length;
      });
      shore.pipe(boat);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    proxy.close = () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    };
    const address = server.address();
    proxy.port = typeof address === "object" && address !== null ? address.port : 0;
    return proxy;
  }

  /** Bytes both ways. */
  get bytes(): number {
    return this.sent + this.received;
  }
}
