/** The settings of mail, the push service, the messenger and MQTT; `config.ts` has them with the others. */
import { boolean, checked, choice, httpUrl, text } from "./kinds.ts";
import { mailboxOf } from "./mailbox.ts";
import { setting } from "./setting.ts";

export const MESSAGE_SETTINGS = {
  smtpUrl: checked(
    "WAKELOG_SMTP_URL",
    null,
    (given) =>
      /^smtps?:\/\//.test(given) && URL.canParse(given)
        ? null
        : "must be a URL like smtp://user:password@host:587",
    {
      sentence: "Mail server, smtp://user:password@host:587; without it mail waits in the outbox",
      secret: true,
    },
  ),
  smtpPlainPassword: boolean(
    "WAKELOG_SMTP_PLAIN_PASSWORD",
    false,
    "Whether the mail server gets the password without encryption if it offers none",
  ),
  pushUrl: text(
    "WAKELOG_PUSH_URL",
    "https://pushover.net/subscribe/wakelog",
    "Subscription page of the push service",
  ),
  mailFrom: setting(
    "WAKELOG_MAIL_FROM",
    "wakelog@localhost",
    (given) => {
      const value = mailboxOf(given);
      return value === null
        ? { problem: `must be an address like Wakelog <log@example.org>, not "${given}"` }
        : { value };
    },
    "Sender of mail, with a name or without",
  ),
  pushToken: text("WAKELOG_PUSH_TOKEN", null, {
    sentence: "This service's token at the push service; without it no push messages are sent",
    secret: true,
  }),
  pushApiUrl: httpUrl(
    "WAKELOG_PUSH_API_URL",
    "https://api.pushover.net/1/messages.json",
    "Where push messages are posted",
  ),
  messengerToken: text("WAKELOG_MESSENGER_TOKEN", null, {
    sentence: "The chat bot's token; without it no chat messages are sent",
    secret: true,
  }),
  messengerApiUrl: httpUrl(
    "WAKELOG_MESSENGER_API_URL",
    "https://api.telegram.org",
    "Where the chat bot's messages are posted",
  ),
  messengerBot: choice(
    "WAKELOG_MESSENGER_BOT",
    "on",
    ["on", "off"],
    "Whether the chat bot listens and answers; off where another program asks the messenger for the bot's messages",
  ),
  mqttUrl: checked(
    "WAKELOG_MQTT_URL",
    null,
    (given) =>
      /^(mqtts?|wss?):\/\//.test(given) && URL.canParse(given)
        ? null
        : "must be a URL like mqtt://user:password@host:1883",
    {
      sentence:
        "MQTT broker that gets the state and the alerts of every boat, also for Home Assistant; nothing is published without it",
      secret: true,
    },
  ),
} as const;
