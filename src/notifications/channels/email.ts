/** E-mail by SMTP (RFC 5321), with STARTTLS if the server offers it: text, the same as HTML, and the map of a log. */
import { createTransport, type SendMailOptions } from "nodemailer";
import type { Coast } from "../../geo/map/coast.ts";
import { htmlOf } from "../messages/html.ts";
import { trackPicture } from "../pictures/track-picture.ts";
import type { Channel, Outgoing } from "./channel.ts";

/** How long a server may take. */
const LIMITS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 } as const;

/** @throws Error if the server does not let us in */
export async function verifyMail(url: string): Promise<void> {
  const transport = createTransport({ url, ...LIMITS });
  await transport.verify().finally(() => transport.close());
}

/**
 * @param url `smtp://user:password@host:587` or `smtps://…`
 * @param coast what the maps of logs show besides the track
 */
export function emailChannel(url: string, from: string, coast: Coast): Channel {
  const transport = createTransport({ url, pool: true, ...LIMITS });
  const host = from.slice(from.lastIndexOf("@") + 1);
  return {
    async send({ address }, message) {
      await transport.sendMail({
        from: { name: "Wakelog", address: from },
        // As an object, so that no character in the address can add a recipient.
        to: { name: "", address },
        subject: message.subject,
        // The same each time it is tried, so that a mailbox can recognise a repetition.
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
