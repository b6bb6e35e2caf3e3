/** French. */
import type { Words } from "../words.ts";
import { FR_BOT } from "./bot.ts";
import { FR_MESSAGES } from "./messages.ts";
import { FR_RULES } from "./rules.ts";

export const FR: Words = {
  locale: "fr-FR",
  hello: (name) => (name === null ? "Bonjour," : `Bonjour ${name},`),
  durations: { minute: ["minute", "minutes"], hour: ["heure", "heures"], day: ["jour", "jours"] },
  symbols: { nauticalMile: "M", knot: "nd" },
  yourBoat: "votre bateau",
  rules: FR_RULES,
  channels: {
    push: "téléphone",
    webpush: "navigateur",
    messenger: "chat",
    webhook: "webhook",
    ntfy: "ntfy",
    apprise: "Apprise",
  },
  messages: FR_MESSAGES,
  bot: FR_BOT,
};
