/** English. */
import type { Words } from "../words.ts";
import { EN_BOT } from "./bot.ts";
import { EN_MESSAGES } from "./messages.ts";
import { EN_RULES } from "./rules.ts";

export const EN: Words = {
  locale: "en-GB",
  hello: (name) => (name === null ? "Hello," : `Hello ${name},`),
  durations: { minute: ["minute", "minutes"], hour: ["hour", "hours"], day: ["day", "days"] },
  symbols: { nauticalMile: "NM", knot: "kn" },
  yourBoat: "your boat",
  rules: EN_RULES,
  channels: {
    push: "telephone",
    webpush: "browser",
    messenger: "messenger",
    webhook: "webhook",
    ntfy: "ntfy",
    apprise: "Apprise",
  },
  messages: EN_MESSAGES,
  bot: EN_BOT,
};
