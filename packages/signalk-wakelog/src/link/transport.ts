/** Requests of the link: addressed, with the key, compressed where it pays, told apart by what went wrong. */
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { sentenceOf } from "./answers.ts";
import { CertificateError, type Client, type Cost, type Reply, TimeoutError } from "./client.ts";
import type { Failure } from "./pace.ts";

const compress = promisify(brotliCompress);
const LEAST_COMPRESSED = 512;
/** The header that says how a body is compressed. */
const ENCODING_BYTES = 22;
/** Single rows are compressed as well as possible; long bodies would take a small board too long. */
const QUALITY = { short: 11, long: 7 };
const LONG = 16_000;
const SILENCE_MS = 30_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** What went wrong, and what to say about it. */
export class LinkError extends Error {
  readonly failure: Failure;
  /** Seconds that the server asked for. */
  readonly retryAfter: number | null;
  /** The answer, if there was one. */
  readonly reply: Reply | null;

  constructor(message: string, failure: Failure, reply: Reply | null) {
    super(message);
    this.failure = failure;
    this.reply = reply;
    const seconds = Number(reply?.headers["retry-after"]);
    this.retryAfter = seconds > 0 ? seconds : null;
  }
}

/** One request. */
export interface LinkRequest {
  readonly method: "GET" | "POST";
  /** Below the server's address, such as `/link`. */
  readonly path: string;
  readonly token: string | null;
  readonly body: unknown;
  /** How long the connection may say nothing; 30 s unless said otherwise. */
  readonly silenceMs?: number;
  /** Without headers that the shore does not need. */
  readonly isShort?: boolean;
}

/** Sends the requests of the link. */
export class Transport {
  readonly #client: Client;
  readonly #spend: (cost: Cost) => void;

  constructor(client: Client, spend: (cost: Cost) => void) {
    this.#client = client;
    this.#spend = spend;
  }

  /**
   * Asks the server.
   *
   * @param moved takes the server's https address, if it redirects there
   * @throws a {@link LinkError} unless the answer is 200 or 204
   */
  async ask(server: string, request: LinkRequest, moved: (server: string) => void): Promise<Reply> {
    const json = request.body === null ? null : Buffer.from(JSON.stringify(request.body));
    const packed = json === null ? null : await packedOf(json, request.isShort === true);
    const body = packed ?? json;
    const headers = {
      ...(request.token === null ? {} : { Authorization: `Bearer ${request.token}` }),
      ...(body === null || request.isShort === true ? {} : { "Content-Type": "application/json" }),
      ...(packed === null ? {} : { "Content-Encoding": "br" }),
    };
    const ask = (base: string) =>
      this.#client.ask(
        {
          method: request.method,
          url: base + request.path,
          headers,
          body,
          silenceMs: request.silenceMs ?? SILENCE_MS,
        },
        this.#spend,
      );
    try {
      let reply = await ask(server);
      const secure = secureOf(server, reply, request.path);
      if (secure !== null) {
        reply = await ask(secure);
        if (isDone(reply)) moved(secure);
      }
      if (!isDone(reply)) throw failedBy(reply);
      return reply;
    } catch (error) {
      throw error instanceof LinkError ? error : failedWithout(error);
    }
  }
}

/** A compressed body; null where it would not be shorter. @param isShort each byte counts */
async function packedOf(json: Buffer, isShort: boolean): Promise<Buffer | null> {
  if (!isShort && json.length <= LEAST_COMPRESSED) return null;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: json.length > LONG ? QUALITY.long : QUALITY.short,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: json.length,
  };
  const packed = await compress(json, { params });
  return packed.length + ENCODING_BYTES < json.length ? packed : null;
}

function isDone({ status }: Reply): boolean {
  return status === 200 || status === 204;
}

/** The https address that a server redirects to: of the same name only. */
function secureOf(server: string, { status, headers }: Reply, path: string): string | null {
  if (!REDIRECTS.has(status) || headers.location === undefined) return null;
  const from = new URL(server);
  const to = new URL(headers.location, `${server}${path}`);
  if (from.protocol !== "http:" || to.protocol !== "https:" || from.hostname !== to.hostname) return null;
  const route = path.replace(/\?.*/, "");
  return to.pathname.endsWith(route) ? `${to.origin}${to.pathname.slice(0, -route.length)}` : to.origin;
}

function failedBy(reply: Reply): LinkError {
  const { status } = reply;
  const sentence = sentenceOf(reply.body) || `the server answered ${status}`;
  if (status === 401 || status === 403) return new LinkError(sentence, "refused", reply);
  if (status === 413) return new LinkError(sentence, "too large", reply);
  return new LinkError(sentence, "network", reply);
}

function failedWithout(error: unknown): LinkError {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof TimeoutError) return new LinkError(message, "timeout", null);
  if (error instanceof CertificateError) {
    return new LinkError(`the server's certificate is not good (${message})`, "certificate", null);
  }
  return new LinkError(message, "network", null);
}
