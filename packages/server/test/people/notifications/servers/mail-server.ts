/** A real mail server on loopback that records its mail. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A message as received. */
export interface ReceivedMail {
  /** The envelope's recipients. */
  readonly recipients: readonly string[];
  /** Header fields by lower-case name; every value that came, unfolded and decoded. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly text: string;
  /** The same as HTML; empty if there is none. */
  readonly html: string;
  /** Pictures, decoded, by their content id. */
  readonly pictures: ReadonlyMap<string, Buffer>;
}

export interface MailServer {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** Mails for one address, oldest first; `subject` may narrow them. */
  to(address: string, subject?: string): readonly ReceivedMail[];
  stop(): Promise<void>;
}

/**
 * Starts a server that accepts mail, except for recipients that `refuses` names.
 * @param port a fixed one, to come back on after an outage; any if 0
 */
export async function startMailServer(
  options: { readonly port?: number; readonly refuses?: readonly string[] } = {},
): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    // An outage does not wait for the client's idle connections.
    closeTimeout: 50,
    onRcptTo(address, _session, done) {
      if (options.refuses?.includes(address.address) === true) done(new Error("no such mailbox"));
      else done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        mails.push(
          parse(
            Buffer.concat(chunks).toString("utf8"),
            session.envelope.rcptTo.map((one) => one.address),
          ),
        );
        done();
      });
    },
  });
  // A client that goes away in the middle of a sentence is not this server's failure.
  server.on("error", () => {});
  const listening = server.listen(options.port ?? 0, "127.0.0.1");
  await once(listening, "listening");
  return {
    port: (listening.address() as AddressInfo).port,
    mails,
    to: (address, subject) =>
      mails.filter(
        (mail) =>
          mail.recipients.includes(address) &&
          (subject === undefined || mail.headers.get("subject")?.[0] === subject),
      ),
    stop: () => new Promise((done) => server.close(() => done())),
  };
}

function parse(raw: string, recipients: readonly string[]): ReceivedMail {
  const parts = partsOf(raw);
  const text = (type: string) => {
    const found = parts.find(({ headers }) => first(headers, "content-type").startsWith(type));
    return (found?.content.toString("utf8") ?? "").replaceAll("\r\n", "\n");
  };
  const pictures = parts.filter(({ headers }) => first(headers, "content-type").startsWith("image/"));
  return {
    recipients,
    headers: splitEntity(raw).headers,
    text: text("text/plain"),
    html: text("text/html"),
    pictures: new Map(
      pictures.map(({ headers, content }) => [first(headers, "content-id").replace(/[<>]/g, ""), content]),
    ),
  };
}

type Headers = ReadonlyMap<string, readonly string[]>;

function first(headers: Headers, name: string): string {
  return headers.get(name)?.[0] ?? "";
}

/** Headers and body of a message or of a part of one. */
function splitEntity(raw: string): { readonly headers: Headers; readonly body: string } {
  const end = raw.indexOf("\r\n\r\n");
  const headers = new Map<string, string[]>();
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n")) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), decodeWords(line.slice(colon + 1).trim())]);
  }
  return { headers, body: raw.slice(end + 4) };
}

/** The parts that hold something, decoded (RFC 2046). */
function partsOf(raw: string): readonly { readonly headers: Headers; readonly content: Buffer }[] {
  const { headers, body } = splitEntity(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(first(headers, "content-type"))?.[1];
  if (boundary === undefined) {
    return [{ headers, content: decodeBody(body, first(headers, "content-transfer-encoding")) }];
  }
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => partsOf(part.replace(/^\r\n/, "").replace(/\r\n$/, "")));
}

/** Encoded words of a header (RFC 2047); white space between two of them is none. */
function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_all, how: string, text: string) =>
      how.toUpperCase() === "B"
        ? Buffer.from(text, "base64").toString("utf8")
        : quotedPrintable(text.replaceAll("_", " ")),
    );
}

function decodeBody(body: string, encoding: string): Buffer {
  if (encoding === "base64") return Buffer.from(body, "base64");
  return encoding === "quoted-printable"
    ? Buffer.from(quotedPrintable(body.replace(/=\r\n/g, "")))
    : Buffer.from(body);
}

function quotedPrintable(text: string): string {
  return Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString("utf8");
}
