/** Spanish. */
import type { Words } from "../words.ts";
import { ES_BOT } from "./bot.ts";
import { ES_MESSAGES } from "./messages.ts";
import { ES_RULES } from "./rules.ts";

export const ES: Words = {
  locale: "es-ES",
  hello: (name) => (name === null ? "Hola:" : `Hola, ${name}:`),
  durations: { minute: ["minuto", "minutos"], hour: ["hora", "horas"], day: ["día", "días"] },
  symbols: { nauticalMile: "MN", knot: "nudos" },
  yourBoat: "su barco",
  rules: ES_RULES,
  channels: {
    push: "teléfono",
    webpush: "navegador",
    messenger: "chat",
    webhook: "webhook",
    ntfy: "ntfy",
    apprise: "Apprise",
  },
  messages: ES_MESSAGES,
  bot: ES_BOT,
};
