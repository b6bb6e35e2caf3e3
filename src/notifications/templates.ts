/** The texts of messages to people: one per kind, the same on every channel. */

/** What a message may mention. */
export interface Facts {
  /** First name; null in mail to an unproven address, which may be a stranger's. */
  readonly recipient: string | null;
  readonly boat: string;
  /** The dashboard's address. */
  readonly webUrl: string;
  readonly code: string;
  /** Whether this is the first mail to the account, which welcomes the person. */
  readonly isFirst: boolean;
  readonly accountId: string;
  readonly logName: string;
  readonly logId: string;
  /** Distance and duration of a log, with units. */
  readonly logStats: string;
  readonly badge: string;
  /** Minutes that a mailed code is valid. */
  readonly codeMinutes: number;
  /** Minutes of silence after which a boat counts as offline. */
  readonly silenceMinutes: number;
  /** How long a returning boat was silent, in words; null if it has never been in contact before. */
  readonly silentFor: string | null;
}

/** A rendered message. */
export interface Message {
  readonly subject: string;
  readonly body: string;
}

const TEMPLATES = {
  new_vessel: (f: Facts): Message => ({
    subject: `${f.boat} is registered`,
    body: `${hello(f)}\n\n${f.boat} is linked to your account. Paste its token into the plugin on board, and its logbook starts by itself.\n`,
  }),
  email_otp: (f: Facts): Message => ({
    subject: f.isFirst ? "Welcome to Wakelog" : "Confirm your e-mail address",
    body: `${hello(f)}\n\n${
      f.isFirst ? "Welcome to Wakelog. Please confirm that this address is yours: your" : "Your"
    } code is ${f.code}. Enter it within ${f.codeMinutes} minutes: ${f.webUrl}/verify\n\n${
      f.isFirst ? `Next, register your boat: ${f.webUrl}/boat\n\n` : ""
    }If you did not ask for this, you can ignore this message.\n`,
  }),
  email_reset: (f: Facts): Message => ({
    subject: "Choose a new password",
    body: `${hello(f)}\n\nThis link lets you choose a new password within ${f.codeMinutes} minutes:\n${f.webUrl}/reset-password?uuid=${encodeURIComponent(f.accountId)}&token=${encodeURIComponent(f.code)}\n\nIf you did not ask for this, you can ignore this message.\n`,
  }),
  messenger_otp: (f: Facts): Message => ({
    subject: "Link your messenger",
    body: `${hello(f)}\n\nSend the code ${f.code} to the bot within ${f.codeMinutes} minutes.\n`,
  }),
  logbook: (f: Facts): Message => ({
    subject: `New log: ${f.logName}`,
    body: `${hello(f)}\n\n${f.boat} has a new log: ${f.logName}, ${f.logStats}.\n${f.webUrl}/log/${f.logId}\n`,
  }),
  monitor_offline: (f: Facts): Message => ({
    subject: `${f.boat} is offline`,
    body: `${hello(f)}\n\n${f.boat} has not been heard from for more than ${f.silenceMinutes} minutes.\n${f.webUrl}/\n`,
  }),
  monitor_online: (f: Facts): Message => ({
    subject: `${f.boat} is online`,
    body: `${hello(f)}\n\n${f.boat} is in contact ${
      f.silentFor === null ? "for the first time" : `again, after ${f.silentFor} of silence`
    }.\n${f.webUrl}/\n`,
  }),
  new_badge: (f: Facts): Message => ({
    subject: `New badge: ${f.badge}`,
    body: `${hello(f)}\n\nYou have earned the badge ${f.badge}.\n${f.webUrl}/\n`,
  }),
} as const;

function hello({ recipient }: Facts): string {
  return recipient === null ? "Hello," : `Hello ${recipient},`;
}

export type MessageKind = keyof typeof TEMPLATES;

/** Kinds that answer what the person just did: they are sent whatever the preferences are, by e-mail only. */
export const WITH_CODE: ReadonlySet<MessageKind> = new Set(["email_otp", "email_reset", "messenger_otp"]);

/** Renders a message. */
export function render(kind: MessageKind, facts: Facts): Message {
  return TEMPLATES[kind](facts);
}
