/** German. */
import type { Words } from "../words.ts";
import { DE_BOT } from "./bot.ts";
import { DE_MESSAGES } from "./messages.ts";
import { DE_RULES } from "./rules.ts";

export const DE: Words = {
  locale: "de-DE",
  hello: (name) => (name === null ? "Hallo," : `Hallo ${name},`),
  durations: { minute: ["Minute", "Minuten"], hour: ["Stunde", "Stunden"], day: ["Tag", "Tagen"] },
  symbols: { nauticalMile: "sm", knot: "kn" },
  yourBoat: "Ihr Boot",
  rules: DE_RULES,
  channels: {
    push: "Telefon",
    webpush: "Browser",
    messenger: "Chat",
    webhook: "Webhook",
    ntfy: "ntfy",
    apprise: "Apprise",
  },
  messages: DE_MESSAGES,
  bot: DE_BOT,
};
