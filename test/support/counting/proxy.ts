/** A proxy to PostgreSQL that counts round trips. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";

export interface CountingProxy {
  /** Use this address instead of the server's. */
  readonly url: string;
  /** Round trips since the last call: each ends with a Sync. */
  taken(): number;
  close(): void;
}

const SYNC = "S".charCodeAt(0);

/**
 * Opens a proxy on the loopback interface.
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
 */
export async function countingProxy(url: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(url);
  let syncs = 0;
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    // The first message has no type.
    let head = 0;
    let waiting = Buffer.alloc(0);
    client.on("data", (chunk) => {
      database.write(chunk);
      waiting = Buffer.concat([waiting, chunk]);
      while (waiting.length >= head + 4) {
        const end = head + waiting.readUInt32BE(head);
        if (waiting.length < end) break;
        if (head === 1 && waiting[0] === SYNC) syncs++;
        waiting = waiting.subarray(end);
        head = 1;
      }
    });
    database.pipe(client);
    client.on("close", () => database.destroy());
    for (const end of [client, database]) end.on("error", () => client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = new URL(url);
  address.hostname = "127.0.0.1";
  address.port = String((server.address() as AddressInfo).port);
  return {
    url: address.href,
    taken() {
      const count = syncs;
      syncs = 0;
      return count;
    },
    close: () => server.close(),
  };
}
