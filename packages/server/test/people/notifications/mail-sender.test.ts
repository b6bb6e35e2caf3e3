/** The sender of mail, and what a mail server learns of the password. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { openCoast } from "@wakelog/kit/geo/map/coast.ts";
import { ignoreAll } from "@wakelog/kit/observe.ts";
import fc from "fast-check";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, it } from "vitest";
import {
  emailChannel,
  type MailSettings,
  verifyMail,
} from "../../../src/people/notifications/channels/email.ts";
import { readConfig } from "../../../src/settings/config.ts";

const coast = openCoast("no such folder", ignoreAll);
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A real mail server that logs its commands. */
async function mailServer(options: SMTPServerOptions = {}) {
  const seen = { passwords: [] as string[], senders: [] as string[], mails: [] as string[] };
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    closeTimeout: 50,
    onAuth: ({ password }, _session, done) => {
      seen.passwords.push(password ?? "");
      done(null, { user: "log" });
    },
    onMailFrom: ({ address }, _session, done) => {
      seen.senders.push(address);
      done();
    },
    onData: (stream, _session, done) => {
      let text = "";
      stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
      stream.once("end", () => {
        seen.mails.push(text);
        done();
      });
    },
    ...options,
  });
  server.on("error", () => {});
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  closing.push(() => server.close());
  return { ...seen, port: (listening.address() as AddressInfo).port };
}

const mailFrom = (text: string) => readConfig({ WAKELOG_MAIL_FROM: text }).mailFrom;
const settingsFor = (port: number, more: Partial<MailSettings> = {}): MailSettings => ({
  url: `smtp://log:secret@127.0.0.1:${port}`,
  from: mailFrom("Log of Aava <log@example.org>"),
  mayBePlain: false,
  ...more,
});
const plain = { disabledCommands: ["STARTTLS"] };

async function send(settings: MailSettings): Promise<void> {
  const channel = emailChannel(settings, coast);
  closing.push(() => channel.close());
  const message = { id: "1", subject: "Hello", body: "Ahoy", track: null, severity: null, structured: null };
  await channel.send({ address: "aino@example.org", preferences: {} }, message);
}

describe("the sender of mail", () => {
  it("may have a name", async () => {
    const server = await mailServer(plain);
    await send(settingsFor(server.port, { url: `smtp://127.0.0.1:${server.port}` }));
    expect(server.senders).toEqual(["log@example.org"]);
    expect(server.mails[0]).toMatch(/^From: Log of Aava <log@example\.org>\r?$/m);
  });

  it("keeps its name and address, whatever they are", () => {
    const word = fc.stringMatching(/^[A-Za-zÅäöéß0-9]{1,12}$/);
    fc.assert(
      fc.property(fc.array(word, { maxLength: 4 }), word, (words, host) => {
        const name = words.join(" ");
        const address = `log@${host}.example`;
        expect(mailFrom(name === "" ? address : `${name} <${address}>`)).toEqual({ name, address });
      }),
    );
  });

  it.each([
    ...["", "Aava", "Log <log@>", "log@a, log@b", "@example.org", "a b@"],
    ...["a@b@c.d", "Log <a@b@c.d>", "a@@b", "a@b@", "a@b c@d", '"a@b"@c.d'],
  ])("cannot be %j", (text) => {
    const read = () => mailFrom(text);
    if (text === "") expect(read().address).toBe("wakelog@localhost");
    else expect(read).toThrow(/WAKELOG_MAIL_FROM must be an address like/);
  });
});

describe("the check of mail", () => {
  it("asks whether this sender may send, and sends nothing", async () => {
    const server = await mailServer(plain);
    await verifyMail(settingsFor(server.port, { mayBePlain: true }));
    expect(server.senders).toEqual(["log@example.org"]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.mails).toEqual([]);
  });

  it("says when the server refuses this sender", async () => {
    const server = await mailServer({
      ...plain,
      onMailFrom: (_address, _session, done) => done(new Error("not yours")),
    });
    await expect(verifyMail(settingsFor(server.port, { mayBePlain: true }))).rejects.toThrow("not yours");
  });
});

describe("the password of the mail server", () => {
  it("never leaves unencrypted", async () => {
    const server = await mailServer(plain);
    await expect(send(settingsFor(server.port))).rejects.toThrow();
    await expect(verifyMail(settingsFor(server.port))).rejects.toThrow();
    expect(server.passwords).toEqual([]);
  });

  it("does if a setting says so", async () => {
    const server = await mailServer(plain);
    await send(settingsFor(server.port, { mayBePlain: true }));
    expect(server.passwords).toEqual(["secret"]);
  });
});
