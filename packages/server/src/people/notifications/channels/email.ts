/** E-mail by SMTP (RFC 5321), with STARTTLS if the server offers it: text, HTML, and the map of a log. */
import { Readable } from "node:stream";
import type { Coast } from "@wakelog/kit/geo/map/coast.ts";
import { trackPicture } from "@wakelog/kit/pictures/track-picture.ts";
import { createTransport, type SendMailOptions } from "nodemailer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { Mailbox } from "../../../settings/mailbox.ts";
import { htmlOf } from "../messages/html.ts";
import type { Channel, Outgoing } from "./channel.ts";

/** Timeouts, milliseconds. */
const LIMITS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 } as const;

/** The mail server and the sender. */
export interface MailSettings {
  /** `smtp://user:password@host:587` or `smtps://…` */
  readonly url: string;
  readonly from: Mailbox;
  /** Whether the password may be sent unencrypted. */
  readonly mayBePlain: boolean;
}

/** Requires encryption if there is a password, otherwise uses it if the server offers it. */
function transportOptions({ url, mayBePlain }: MailSettings) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === "smtps:";
  const isSecret = password !== "";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: isSecret && !mayBePlain,
    ...(username === ""
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...LIMITS,
  };
}

/**
 * Checks that the mail server accepts mail from this sender.
 * @throws Error if it does not
 */
export async function verifyMail(settings: MailSettings): Promise<void> {
  const transport = createTransport(transportOptions(settings));
  await transport.verify().finally(() => transport.close());
  const { address } = settings.from;
  const options = transportOptions(settings);
  const connection = new SMTPConnection(options);
  await new Promise<void>((resolve, reject) => {
    connection.once("error", reject);
    connection.connect(() => {
      const begin = () =>
        // When the server asks for the body it has accepted sender and recipient. Closing before its end sends nothing.
        connection.send(
          { from: address, to: [address] },
          new Readable({ read: () => resolve() }),
          (error) => error === null || reject(error),
        );
      if (options.auth === undefined) begin();
      else connection.login({ credentials: options.auth }, (error) => (error ? reject(error) : begin()));
    });
  }).finally(() => connection.close());
}

/** @param coast background for the maps of logs */
export function emailChannel(settings: MailSettings, coast: Coast): Channel {
  const { from } = settings;
  const transport = createTransport({ ...transportOptions(settings), pool: true });
  const host = from.address.slice(from.address.lastIndexOf("@") + 1);
  return {
    async send({ address }, message) {
      await transport.sendMail({
        from: { name: from.name === "" ? "Wakelog" : from.name, address: from.address },
        // As an object, so that no character in the address can add a recipient.
        to: { name: "", address },
        subject: message.subject,
        // The same on each retry, so that a mailbox can recognise duplicates.
        messageId: `<wakelog.${message.id}@${host}>`,
        text: message.body,
        ...(await withHtml(message, coast)),
        ...(message.severity === "emergency" ? { priority: "high" as const } : {}),
      });
    },
    close: () => transport.close(),
  };
}

const MAP = "map@wakelog";

async function withHtml({ body, track }: Outgoing, coast: Coast): Promise<SendMailOptions> {
  const picture = track === null ? null : await trackPicture(track, coast);
  if (picture === null) return { html: htmlOf(body, null) };
  return {
    html: htmlOf(body, `cid:${MAP}`),
    attachments: [{ cid: MAP, filename: "track.png", contentType: "image/png", content: picture }],
  };
}
