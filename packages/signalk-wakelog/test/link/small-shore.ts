/** A shore that keeps rows in memory by the laws of the link, and can be made to fail. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync } from "node:zlib";
import { onTestFinished } from "vitest";
import { Ranges } from "../../src/buffer/ranges.ts";
import { isRecord } from "../../src/buffer/row.ts";

/** An exchange that came. */
export interface Came {
  readonly body: Record<string, unknown>;
  readonly rows: readonly unknown[][];
  readonly bytes: number;
  readonly encoding: string | undefined;
}

/** Answers instead of the shore; false for the usual answer. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => boolean;

const KEY = `wl_${"k".repeat(32)}`;

/** The shore. */
export class SmallShore {
  readonly exchanges: Came[] = [];
  readonly pairings: Record<string, unknown>[] = [];
  /** Who the boat is here. */
  vessel = { id: "12", name: "Aava" };
  /** By number, as JSON. */
  readonly stored = new Map<number, string>();
  readonly paths = new Map<string, unknown>();
  doubles = 0;
  /** Rows that came again with other values. */
  changed = 0;
  /** Streams in which rows came. */
  readonly streams = new Set<unknown>();
  /** Whether the answer to an exchange is lost after the rows are stored. */
  loses = (): boolean => false;
  /** How many polls came. */
  polls = 0;
  /** The code that pairs. */
  code = "7K3M9QXP";
  /** A vessel's token that pairs. */
  token: string | null = null;
  /** What the next answers carry. */
  news: Record<string, unknown> = {};
  fault: Fault = () => false;
  /** The stream of each number. */
  readonly #streamOf = new Map<number, unknown>();
  #polls: ServerResponse[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on("request", (request, response) => {
      this.#answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
    });
  }

  /** Starts a shore on a free port until the test ends. */
  static async start(port = 0): Promise<SmallShore> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    // As the service does: connections cost bytes, too.
    server.keepAliveTimeout = 75_000;
    return new SmallShore(server);
  }

  /** The port. */
  get port(): number {
    const address: AddressInfo | string | null = this.#server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  }

  /** The line that pairs. */
  get line(): string {
    return `http://127.0.0.1:${this.port}/${this.code}`;
  }

  /** Sends news to who polls. */
  tell(news: Record<string, unknown>): void {
    this.news = { ...this.news, ...news };
    for (const poll of this.#polls.splice(0)) json(poll, 200, this.news);
  }

  /** Refuses the key from now on, open polls too. */
  refuse(): void {
    const refuseOne = (response: ServerResponse) => json(response, 401, { message: "The key is not known." });
    this.fault = (_, response) => {
      refuseOne(response);
      return true;
    };
    for (const poll of this.#polls.splice(0)) refuseOne(poll);
  }

  /** Loses what it has but for the first rows, as an older copy. */
  restore(rows: number): void {
    for (const number of [...this.stored.keys()].toSorted((a, b) => a - b).slice(rows))
      this.stored.delete(number);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    if (this.fault(request, response)) return null;
    const raw = Buffer.concat(parts);
    const encoding = request.headers["content-encoding"];
    const text = (encoding === "br" ? brotliDecompressSync(raw) : raw).toString("utf8");
    const body: unknown = text === "" ? {} : JSON.parse(text);
    if (!isRecord(body)) return json(response, 400, { message: "no object" });
    const path = new URL(request.url ?? "", "http://shore").pathname;
    const token = request.headers.authorization?.replace(/^Bearer /, "") ?? null;
    if (path === "/link/pair") return this.#pair(body, token, response);
    if (request.headers.authorization !== `Bearer ${KEY}`)
      return json(response, 401, { message: "The key is not known." });
    if (path === "/link/has") {
      const stream = new URL(request.url ?? "", "http://shore").searchParams.get("stream");
      const has = new Ranges(this.#numbersIn(stream).map((number) => [number, number]));
      return json(response, 200, { has });
    }
    if (request.method === "GET") return this.#poll(request, response);
    return this.#exchange(body, raw.length, encoding, response);
  }

  #pair(body: Record<string, unknown>, token: string | null, response: ServerResponse): unknown {
    this.pairings.push(body);
    const isKnown = token === null ? body.code === this.code : token === this.token;
    if (!isKnown) return json(response, 401, { message: "The code is unknown or too old." });
    return json(response, 200, { key: KEY, vessel: this.vessel, time: Date.now() });
  }

  #numbersIn(stream: unknown): number[] {
    return [...this.stored.keys()].filter((number) => this.#streamOf.get(number) === stream);
  }

  #poll(request: IncomingMessage, response: ServerResponse): unknown {
    this.polls += 1;
    if (Object.keys(this.news).length > 0) return json(response, 200, this.news);
    const wait = Number(new URL(request.url ?? "", "http://shore").searchParams.get("wait"));
    const nothing = (): void => {
      response.removeHeader("Connection");
      response.writeHead(204, NO_SNIFFING).end();
    };
    const timer = setTimeout(nothing, wait * 1000);
    response.on("close", () => clearTimeout(timer));
    return this.#polls.push(response);
  }

  #exchange(
    body: Record<string, unknown>,
    bytes: number,
    encoding: string | undefined,
    response: ServerResponse,
  ): unknown {
    const rows = Array.isArray(body.rows) ? body.rows : [];
    this.exchanges.push({ body, rows, bytes, encoding });
    if (rows.length > 0) this.streams.add(body.stream);
    if (isRecord(body.paths))
      for (const [number, path] of Object.entries(body.paths)) this.paths.set(number, path);
    const ack = new Ranges();
    for (const row of rows) {
      const missing = Object.keys(row[4]).filter((number) => !this.paths.has(number));
      if (missing.length > 0) return json(response, 409, { code: "paths", numbers: missing.map(Number) });
      const before = this.stored.get(row[0]);
      if (before !== undefined) this.doubles += 1;
      if (before !== undefined && before !== JSON.stringify(row)) this.changed += 1;
      if (before === undefined) this.stored.set(row[0], JSON.stringify(row));
      this.#streamOf.set(row[0], body.stream);
      ack.add(row[0], row[0]);
    }
    if (this.loses()) return response.destroy();
    const { news } = this;
    this.news = {};
    const answer = { ack, stored: this.#numbersIn(body.stream).length };
    if (body.mode === "satellite") return short(response, { ...answer, ...news });
    return json(response, 200, { ...answer, time: Date.now(), ...news });
  }
}

const NO_SNIFFING = { "X-Content-Type-Options": "nosniff" };

/** What the service says with each answer that is not short. */
const HEADERS = {
  Server: "restserver/11.2.1 wakelog/1.0.0-rc.1",
  ...NO_SNIFFING,
  "X-RateLimit-Limit": "6000",
  "X-RateLimit-Remaining": "5999",
  "X-RateLimit-Reset": "61",
};

/** Answers JSON. */
export function json(response: ServerResponse, code: number, body: unknown): unknown {
  const headers = {
    ...HEADERS,
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
  };
  return answer(response, code, headers, body);
}

/** Answers with as few headers as HTTP allows. */
function short(response: ServerResponse, body: unknown): unknown {
  response.removeHeader("Connection");
  return answer(response, 200, { ...NO_SNIFFING, "Content-Type": "application/json" }, body);
}

function answer(
  response: ServerResponse,
  code: number,
  headers: Record<string, string>,
  body: unknown,
): unknown {
  const text = JSON.stringify(body);
  return response.writeHead(code, { ...headers, "Content-Length": Buffer.byteLength(text) }).end(text);
}
