/** Sends one request as bytes that no client library corrects. */
import { type Agent, request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

/** A request as it is sent. */
export interface Shot {
  /** A name of the cast. */
  readonly caller: string;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/** A response. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly milliseconds: number;
}

/** Longer than any statement and wait for a connection. */
const PATIENCE_MS = 60_000;

/** How long to listen to a stream. */
const STREAM_MS = 300;

/** The address is repeated in Content-Location, and may have 64 kB. */
const HEADER_BYTES = 131_072;

/** Sends a request. @throws Error if the connection ends without a response */
export function send(apiUrl: string, agent: Agent, shot: Shot): Promise<Reply> {
  const { hostname, port } = new URL(apiUrl);
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const { method, target: path, headers, body } = shot;
    const length = body === null ? {} : { "Content-Length": String(body.length) };
    const sent = request(
      {
        hostname,
        port,
        method,
        path,
        agent,
        headers: { ...headers, ...length },
        timeout: PATIENCE_MS,
        maxHeaderSize: HEADER_BYTES,
      },
      (answer) => {
        const parts: Buffer[] = [];
        const answered = () => {
          const received = Object.fromEntries(
            Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
          );
          resolve({
            status: answer.statusCode ?? 0,
            headers: received,
            body: decoded(Buffer.concat(parts), received["content-encoding"]),
            milliseconds: performance.now() - began,
          });
        };
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("error", reject);
        answer.on("end", answered);
        // A stream has no end: check its beginning.
        if (answer.headers["content-type"]?.startsWith("text/event-stream") === true) {
          const enough = setTimeout(() => {
            answer.off("error", reject).on("error", () => undefined);
            answered();
            sent.destroy();
          }, STREAM_MS);
          // If the service ends it first, the connection may already serve another request.
          answer.on("end", () => clearTimeout(enough));
        }
      },
    );
    sent.on("timeout", () => sent.destroy(new Error(`no answer within ${PATIENCE_MS} ms`)));
    sent.on("error", reject);
    sent.end(body ?? undefined);
  });
}

function decoded(body: Buffer, coding: string | undefined): Buffer {
  if (coding === undefined || body.length === 0) return body;
  return coding === "br" ? brotliDecompressSync(body) : gunzipSync(body);
}

/** The request as a shell command; bodies that are not plain text are in base64. */
export function asCommand(apiUrl: string, { caller, method, target, headers, body }: Shot): string {
  const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const lines = Object.entries(headers).map(([name, value]) =>
    name === "Authorization" ? `-H "Authorization: Bearer $${caller}"` : `-H ${quote(`${name}: ${value}`)}`,
  );
  const text = body?.toString("utf8") ?? "";
  const isPlain = body !== null && Buffer.from(text).equals(body) && !/[^\x20-\x7e\n\r\t]/.test(text);
  const data = body === null ? "" : isPlain ? ` --data-binary ${quote(text)}` : " --data-binary @-";
  const pipe = body === null || isPlain ? "" : `base64 -d <<<${body.toString("base64")} | `;
  return `${pipe}curl -i --path-as-is -X ${quote(method)} ${lines.join(" ")} ${quote(apiUrl + target)}${data}`;
}
