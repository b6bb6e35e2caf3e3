/** HTTP to the shore. It counts the bytes, keeps connections, and trusts only good certificates or the one pinned. */
import * as http from "node:http";
import * as https from "node:https";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import * as tls from "node:tls";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

const LONGEST_ANSWER = 4_000_000;
const STOPS = "the plugin stops";
/** However slow the link is. */
const LONGEST_MS = 900_000;

/** A request. */
export interface Ask {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** How long the connection may say nothing. */
  readonly silenceMs: number;
}

/** An answer, whatever it is. */
export interface Reply {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
  readonly cost: Cost;
}

/** What a request cost. */
export interface Cost {
  readonly sent: number;
  readonly received: number;
  readonly ms: number;
}

/** Why a server cannot be trusted. */
export class CertificateError extends Error {}

/** The client. */
export class Client {
  readonly #plain = new http.Agent({ keepAlive: true, maxSockets: 2 });
  #secure = new https.Agent({ keepAlive: true, maxSockets: 2 });
  #pinned: string | null = null;
  readonly #open = new Set<http.ClientRequest>();
  readonly #longestMs: number;
  #isClosed = false;

  /** @param longestMs how long a request may take, even if the connection goes on saying something */
  constructor(longestMs = LONGEST_MS) {
    this.#longestMs = longestMs;
  }

  /** Trusts one certificate only; null for those of good authorities. */
  pin(fingerprint: string | null): void {
    const wanted = fingerprint?.replaceAll(/[^0-9a-f]/gi, "").toUpperCase() ?? null;
    if (wanted === this.#pinned) return;
    this.#pinned = wanted;
    this.#secure.destroy();
    this.#secure =
      wanted === null ? new https.Agent({ keepAlive: true, maxSockets: 2 }) : new PinnedAgent(wanted);
  }

  /** Asks. @param spend takes what it cost, also if it fails; @throws if there is no whole answer */
  async ask(ask: Ask, spend: (cost: Cost) => void): Promise<Reply> {
    try {
      return await this.#once(ask, spend);
    } catch (error) {
      // The server closed a kept connection at the same moment.
      if (error instanceof StaleConnection) return this.#once(ask, spend);
      throw error;
    }
  }

  /** Ends everything that is open, and opens nothing any more. */
  close(): void {
    this.#isClosed = true;
    for (const request of this.#open) request.destroy(new Error(STOPS));
    this.#plain.destroy();
    this.#secure.destroy();
  }

  async #once({ method, url, headers, body, silenceMs }: Ask, spend: (cost: Cost) => void): Promise<Reply> {
    if (this.#isClosed) throw new Error(STOPS);
    const isSecure = url.startsWith("https:");
    const started = performance.now();
    let socket: Socket | null = null;
    let before = { sent: 0, received: 0 };
    const request = (isSecure ? https : http).request(url, {
      method,
      headers: { ...headers, ...(body === null ? {} : { "Content-Length": String(body.length) }) },
      agent: isSecure ? this.#secure : this.#plain,
    });
    // Connections are kept without saying so.
    request.removeHeader("Connection");
    this.#open.add(request);
    const costs = (): Cost => ({
      sent: (socket?.bytesWritten ?? before.sent) - before.sent,
      received: (socket?.bytesRead ?? before.received) - before.received,
      ms: performance.now() - started,
    });
    return new Promise<Reply>((resolve, reject) => {
      request.on("socket", (used) => {
        socket = used;
        before = request.reusedSocket
          ? { sent: used.bytesWritten, received: used.bytesRead }
          : { sent: 0, received: 0 };
      });
      let late: TimeoutError | null = null;
      const end = (): void => {
        late = new TimeoutError("no answer in time");
        request.destroy(late);
      };
      request.setTimeout(silenceMs, end);
      const timer = setTimeout(end, this.#longestMs);
      request.on("close", () => clearTimeout(timer));
      request.on("error", (error) => reject(reasonOf(error, request)));
      request.on("response", (response) => {
        collect(response).then(
          (answer) =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: answer,
              cost: costs(),
            }),
          (error) => {
            request.destroy();
            reject(late ?? error);
          },
        );
      });
      request.end(body ?? undefined);
    }).finally(() => {
      this.#open.delete(request);
      spend(costs());
    });
  }
}

/** The answer took too long. */
export class TimeoutError extends Error {}

class StaleConnection extends Error {}

/** Connects with one certificate only, and hands nothing to any other. */
class PinnedAgent extends https.Agent {
  readonly #fingerprint: string;

  constructor(fingerprint: string) {
    super({ keepAlive: true, maxSockets: 2, maxCachedSessions: 0 });
    this.#fingerprint = fingerprint;
  }

  override createConnection(
    options: https.RequestOptions,
    done?: (error: Error | null, stream: Duplex) => void,
  ): null {
    const socket = tls.connect({
      host: options.host ?? "localhost",
      port: Number(options.port ?? 443),
      servername: options.servername ?? "",
      rejectUnauthorized: false,
    });
    const fail = (error: Error): void => {
      socket.destroy();
      done?.(error, socket);
    };
    socket.once("error", fail);
    socket.once("secureConnect", () => {
      socket.off("error", fail);
      const found = socket.getPeerCertificate().fingerprint256.replaceAll(":", "");
      if (found === this.#fingerprint) done?.(null, socket);
      else fail(new CertificateError("it is not the pinned certificate"));
    });
    return null;
  }
}

async function collect(response: http.IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response) {
    const bytes = Buffer.from(part);
    length += bytes.length;
    if (length > LONGEST_ANSWER) throw new Error("the answer is too long");
    parts.push(bytes);
  }
  if (!response.complete) throw new Error("the answer broke off");
  const bytes = Buffer.concat(parts);
  const encoding = response.headers["content-encoding"];
  if (encoding === "br") return brotliDecompressSync(bytes, { maxOutputLength: LONGEST_ANSWER });
  if (encoding === "gzip") return gunzipSync(bytes, { maxOutputLength: LONGEST_ANSWER });
  return bytes;
}

const CERTIFICATE_CODES =
  /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER|VERIFY)|HOSTNAME_MISMATCH)/;

function reasonOf(error: Error, request: http.ClientRequest): Error {
  const code: unknown = Reflect.get(error, "code");
  if (typeof code === "string" && CERTIFICATE_CODES.test(code)) return new CertificateError(error.message);
  const isCut = code === "ECONNRESET" || code === "EPIPE";
  return isCut && request.reusedSocket ? new StaleConnection(error.message) : error;
}
