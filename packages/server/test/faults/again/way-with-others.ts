/**
 * A proxy to PostgreSQL that simulates conflicts with other transactions: before a chosen Execute the server is made
 * to fail, and the error gets a conflict's code.
 */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface WayWithOthers {
  /** The server's address with this way in between. */
  readonly url: string;
  /**
   * Counts statements from connections with this `application_name`, from 1, and fails those that `fails` selects.
   */
  watch(applicationName: string, fails: (statement: number) => boolean, code?: string): void;
  /** How many statements failed since then. */
  failed(): number;
  close(): Promise<void>;
}

/** Cannot be parsed, so that the server fails with 42601 and skips everything up to Sync. */
const UNREADABLE = message("P", Buffer.concat([Buffer.from("\0!\0"), Buffer.alloc(2)]));

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Splits a stream into messages; a client's first has no type. */
function cutter(isClient: boolean, each: (type: string, whole: Buffer) => void): (bytes: Buffer) => void {
  let kept: Buffer = Buffer.alloc(0);
  let isFirst = isClient;
  return (bytes) => {
    kept = Buffer.concat([kept, bytes]);
    for (;;) {
      const at = isFirst ? 0 : 1;
      if (kept.length < at + 4) return;
      const end = at + kept.readInt32BE(at);
      if (kept.length < end) return;
      const whole = kept.subarray(0, end);
      kept = kept.subarray(end);
      each(isFirst ? "" : whole.toString("latin1", 0, 1), whole);
      isFirst = false;
    }
  };
}

/** Opens one to the server of a URL. */
export async function openWay(serverUrl: string): Promise<WayWithOthers> {
  const server = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let watched = "";
  let fails = (_: number): boolean => false;
  let asCode = "40001";
  let count = 0;
  let failed = 0;

  const listener = createServer((near) => {
    const far = connect(Number(server.port), server.hostname);
    let isWatched = false;
    let isFailing = false;
    let name = "";
    const fromClient = cutter(true, (type, whole) => {
      if (type === "") name = /application_name\0([^\0]*)\0/.exec(whole.toString("latin1"))?.[1] ?? "";
      isWatched = name === watched;
      if (type === "E" && isWatched && !isFailing && fails(++count)) {
        isFailing = true;
        failed++;
        far.write(UNREADABLE);
      }
      far.write(whole);
    });
    const fromServer = cutter(false, (type, whole) => {
      if (type === "E" && isFailing) {
        isFailing = false;
        const changed = Buffer.from(whole);
        const at = changed.indexOf("C42601\0");
        if (at >= 0) changed.write(asCode, at + 1);
        near.write(changed);
      } else near.write(whole);
    });
    near.on("data", fromClient);
    far.on("data", fromServer);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const at = listener.address();
  const url = new URL(serverUrl);
  url.hostname = "127.0.0.1";
  url.port = String(at !== null && typeof at === "object" ? at.port : 0);
  return {
    url: url.href,
    watch(applicationName, which, code = "40001") {
      watched = applicationName;
      fails = which;
      asCode = code;
      count = 0;
      failed = 0;
    },
    failed: () => failed,
    async close() {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, "close");
    },
  };
}
