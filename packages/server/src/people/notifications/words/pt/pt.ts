/** Portuguese. */
import type { Words } from "../words.ts";
import { PT_BOT } from "./bot.ts";
import { PT_MESSAGES } from "./messages.ts";
import { PT_RULES } from "./rules.ts";

export const PT: Words = {
  locale: "pt-PT",
  hello: (name) => (name === null ? "Olá," : `Olá ${name},`),
  durations: { minute: ["minuto", "minutos"], hour: ["hora", "horas"], day: ["dia", "dias"] },
  symbols: { nauticalMile: "mn", knot: "nós" },
  yourBoat: "o seu barco",
  rules: PT_RULES,
  channels: {
    push: "telefone",
    webpush: "navegador",
    messenger: "chat",
    webhook: "webhook",
    ntfy: "ntfy",
    apprise: "Apprise",
  },
  messages: PT_MESSAGES,
  bot: PT_BOT,
};
