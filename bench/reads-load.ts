/**
 * A load generator in its own process: keeps a number of connections busy with one request for some time, and prints
 * the results as a line of JSON. Reads and writes raw HTTP, so that it costs less than the server. Bounded in time;
 * loopback only.
 */
import { connect, type Socket } from "node:net";

/** The request, duration and number of connections. */
export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly milliseconds: number;
  readonly method: string;
  /** `{n}` stands for a different number each time. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface LoadResult {
  readonly requests: number;
  readonly failures: number;
  readonly perSecond: number;
  /** Milliseconds from a request to the end of its response. */
  readonly p50: number;
  readonly p99: number;
  readonly bytes: number;
}

const HEADER_END = Buffer.from("\r\n\r\n");
const CHUNKS_END = Buffer.from("0\r\n\r\n");

function bytesOf({ method, target, headers, body }: Load): Buffer {
  const lines = Object.entries({ Host: "127.0.0.1", ...headers }).map(([name, value]) => `${name}: ${value}`);
  if (body !== "") lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

/** The requests, sent in turn. */
function requestsOf(load: Load): readonly Buffer[] {
  if (!load.target.includes("{n}")) return [bytesOf(load)];
  return Array.from({ length: VARIANTS }, () => {
    const n = 1 + Math.floor(Math.random() * NUMBERS);
    return bytesOf({ ...load, target: load.target.replaceAll("{n}", String(n)) });
  });
}

/** `{n}` is a number from 1 to this. */
const NUMBERS = 50_000;
/** Number of prepared requests, so that generating them is not measured. */
const VARIANTS = 8_192;

/** Detects the end of a response, by length or last chunk. */
class Answer {
  #parts: Buffer[] = [];
  #left = -1;
  #chunked = false;
  #tail = Buffer.alloc(0);
  isOk = false;

  /** Takes received bytes; returns true once the response is complete. */
  take(data: Buffer): boolean {
    if (this.#left < 0 && !this.#chunked) {
      this.#parts.push(data);
      const all = this.#parts.length === 1 ? data : Buffer.concat(this.#parts);
      const end = all.indexOf(HEADER_END);
      if (end < 0) return false;
      const head = all.toString("latin1", 0, end);
      this.isOk = /^HTTP\/1\.1 2/.test(head);
      this.#parts = [];
      const rest = all.subarray(end + HEADER_END.length);
      const length = /^content-length: *(\d+)/im.exec(head)?.[1];
      if (length === undefined && /^transfer-encoding: *chunked/im.test(head)) {
        this.#chunked = true;
        return this.take(rest);
      }
      this.#left = Number(length ?? 0) - rest.length;
      return this.#finish(this.#left <= 0);
    }
    if (this.#chunked) {
      this.#tail = Buffer.concat([this.#tail, data]).subarray(-5);
      return this.#finish(this.#tail.equals(CHUNKS_END));
    }
    this.#left -= data.length;
    return this.#finish(this.#left <= 0);
  }

  #finish(isWhole: boolean): boolean {
    if (isWhole) {
      this.#left = -1;
      this.#chunked = false;
      this.#tail = Buffer.alloc(0);
    }
    return isWhole;
  }
}

/** Repeats the requests until the time is up. */
async function run(load: Load): Promise<LoadResult> {
  const requests = requestsOf(load);
  let next = 0;
  const times: number[] = [];
  let failures = 0;
  let received = 0;
  const sockets: Socket[] = [];
  const start = performance.now();
  const end = start + load.milliseconds;
  await Promise.all(
    Array.from(
      { length: load.connections },
      () =>
        new Promise<void>((resolve) => {
          const socket = connect({ port: load.port, host: "127.0.0.1", noDelay: true });
          sockets.push(socket);
          const answer = new Answer();
          let sentAt = 0;
          const send = (): void => {
            sentAt = performance.now();
            socket.write(requests[next++ % requests.length] ?? "");
          };
          socket.on("connect", send);
          socket.on("error", () => resolve());
          socket.on("close", () => resolve());
          socket.on("data", (data: Buffer) => {
            received += data.length;
            if (!answer.take(data)) return;
            const now = performance.now();
            times.push(now - sentAt);
            if (!answer.isOk) failures++;
            if (now >= end) socket.destroy();
            else send();
          });
        }),
    ),
  );
  const seconds = (performance.now() - start) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    requests: times.length,
    failures,
    perSecond: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    bytes: received,
  };
}

const load = process.argv[2];
if (load !== undefined) process.stdout.write(`${JSON.stringify(await run(JSON.parse(load)))}\n`);
