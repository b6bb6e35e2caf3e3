/** E-mail by SMTP (RFC 5321), with STARTTLS if the server offers it. */
import { createTransport } from "nodemailer";
import type { Channel } from "./channel.ts";

/** @param url `smtp://user:password@host:587` or `smtps://…` */
export function emailChannel(url: string, from: string): Channel {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
  });
  return {
    async send(recipient, { subject, body }) {
      await transport.sendMail({
        from: { name: "Wakelog", address: from },
        // As an object, so that no character in the address can add a recipient.
        to: { name: "", address: recipient },
        subject,
        text: body,
      });
    },
    close: () => transport.close(),
  };
}
