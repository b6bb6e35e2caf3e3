/**
 * The service's texts. English is written here in ICU format, and is the message id in the catalogs of
 * `packages/dashboard/src/languages`, which hold the other languages.
 */
import { botIn } from "./bot.ts";
import { type ChannelBeside, SERVICE_RULES, WATCHED } from "./facts.ts";
import type { I18n } from "./i18n.ts";
import { messagesIn } from "./messages.ts";

const RULES: ReadonlySet<string> = new Set(SERVICE_RULES);
const WATCHED_WORDS: ReadonlyMap<string, string> = new Map(Object.entries(WATCHED));

/**
 * All texts of a language.
 * @param locale for numbers, dates and times, as `Intl` takes it
 */
export function wordsWith(i18n: I18n, locale: string) {
  const channels: Readonly<Record<ChannelBeside, string>> = {
    push: i18n._("telephone"),
    webpush: i18n._("browser"),
    messenger: i18n._("messenger"),
    webhook: i18n._("webhook"),
    ntfy: "ntfy",
    apprise: "Apprise",
  };
  return {
    locale,
    /** A greeting; the name is null if the recipient may be a stranger. */
    hello: (name: string | null) => (name === null ? i18n._("Hello,") : i18n._("Hello {name},", { name })),
    durations: {
      minute: (count: number) =>
        i18n._("{count, plural, one {{count} minute} other {{count} minutes}}", { count }),
      hour: (count: number) => i18n._("{count, plural, one {{count} hour} other {{count} hours}}", { count }),
      day: (count: number) => i18n._("{count, plural, one {{count} day} other {{count} days}}", { count }),
    },
    symbols: { nauticalMile: i18n._("NM"), knot: i18n._("kn") },
    /** A boat without a name. */
    yourBoat: i18n._("your boat"),
    /** The translated name of a built-in rule; a user's own name is kept. */
    rule: (name: string) => {
      if (name === "Anchor watch: no position") return i18n._("No position at anchor");
      const watched = WATCHED_WORDS.get(name);
      if (watched !== undefined) return i18n._(watched);
      return RULES.has(name) ? i18n._(name) : name;
    },
    channels,
    messages: messagesIn(i18n),
    bot: botIn(i18n),
  };
}

export type Words = ReturnType<typeof wordsWith>;
