/** Requests as data, sent byte for byte: a convenient client would repair intended faults. */
import { Agent, request as httpRequest } from "node:http";

export interface PeerRequest {
  readonly method: string;
  /** Path and query, as they go over the wire. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whose token it carries, by name. */
  readonly as?: string;
}

export interface PeerAnswer {
  readonly status: number;
  /** By lower-case name; repeated ones joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Reads requests, one a line: `METHOD target | Header: value | as whom | > body`; `#` starts a comment. */
export function parseRequests(text: string): readonly PeerRequest[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map(parseRequest);
}

function parseRequest(line: string): PeerRequest {
  const [start = "", ...parts] = line.split(" | ");
  const space = start.indexOf(" ");
  const headers: Record<string, string> = {};
  let body: string | undefined;
  let as: string | undefined;
  for (const part of parts) {
    if (part.startsWith(">")) body = unescaped(part.replace(/^> ?/, ""));
    else if (part.startsWith("as ")) as = part.slice(3);
    else {
      const colon = part.indexOf(":");
      headers[part.slice(0, colon)] = part.slice(colon + 1).trim();
    }
  }
  return {
    method: start.slice(0, space),
    target: wire(start.slice(space + 1)),
    headers,
    ...(body === undefined ? {} : { body }),
    ...(as === undefined ? {} : { as }),
  };
}

/** Line breaks of bodies are written `\n`; JSON's own escapes stay. */
function unescaped(body: string): string {
  return body.startsWith("{") || body.startsWith("[") || body.startsWith('"')
    ? body
    : body.replaceAll("\\r", "\r").replaceAll("\\n", "\n");
}

/** Encodes what a request line cannot contain; percent signs are kept. */
export function wire(target: string): string {
  return target.replace(/[^\x21-\x7e]/gu, (char) => encodeURIComponent(char)).replaceAll("#", "%23");
}

/** A request as written in the files, for messages. */
export function shown({ method, target, headers, body, as }: PeerRequest): string {
  return [
    `${method} ${target}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(as === undefined ? [] : [`as ${as}`]),
    ...(body === undefined ? [] : [`> ${body.replaceAll("\n", "\\n")}`]),
  ].join(" | ");
}

/** Writes leave nothing behind, so that both see the same rows. */
export function undone(request: PeerRequest): PeerRequest {
  if (["GET", "HEAD", "OPTIONS"].includes(request.method)) return request;
  const prefer = [request.headers.Prefer, "tx=rollback"].filter((one) => one !== undefined);
  return { ...request, headers: { ...request.headers, Prefer: prefer.join(", ") } };
}

const PATIENCE_MS = 30_000;

/** A client of one server, on kept connections. */
export interface PeerClient {
  send(request: PeerRequest): Promise<PeerAnswer>;
  close(): void;
}

/** @param tokens bearer tokens by the names that requests use */
export function peerClient(port: number, tokens: ReadonlyMap<string, string>): PeerClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const send = ({ method, target, headers, body, as }: PeerRequest): Promise<PeerAnswer> =>
    new Promise((resolve, reject) => {
      const token = as === undefined ? undefined : tokens.get(as);
      if (as !== undefined && token === undefined) throw new Error(`no token is named ${as}`);
      const sent: Record<string, string> = { ...headers };
      if (token !== undefined) sent.Authorization = `Bearer ${token}`;
      if (body !== undefined) sent["Content-Length"] = String(Buffer.byteLength(body));
      const out = httpRequest(
        { host: "127.0.0.1", port, method, path: target, headers: sent, agent, timeout: PATIENCE_MS },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on("data", (chunk: Buffer) => chunks.push(chunk));
          answer.on("error", reject);
          answer.on("end", () => {
            const found: Record<string, string> = {};
            for (const [name, value] of Object.entries(answer.headers)) {
              if (value !== undefined) found[name] = Array.isArray(value) ? value.join(", ") : value;
            }
            resolve({
              status: answer.statusCode ?? 0,
              headers: found,
              body: Buffer.concat(chunks).toString("utf8"),
            });
          });
        },
      );
      out.on("error", reject);
      out.on("timeout", () => out.destroy(new Error(`no answer within ${PATIENCE_MS} ms`)));
      out.end(body);
    });
  return { send, close: () => agent.destroy() };
}
