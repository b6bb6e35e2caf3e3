/** The text of each kind of message. */
import { alertWords } from "./alert-words.ts";
import { acknowledgeAddress, type FactsByKind, type MessageKind, resetAddress } from "./facts.ts";
import type { I18n } from "./i18n.ts";

/** A message in one language. */
export interface MessageText {
  readonly subject: string;
  /** What happened, with the boat's name: must stand alone, because a digest repeats it. */
  readonly text: string;
  /** What to do about it, with links; empty if nothing. */
  readonly after: string;
}

/** Available to every message. */
export interface Common {
  readonly boat: string;
  /** The dashboard's address. */
  readonly webUrl: string;
}

export type Messages = { readonly [K in MessageKind]: (facts: FactsByKind[K] & Common) => MessageText };

/** The messages of each kind. */
export function messagesIn(i18n: I18n): Messages {
  const { headed, staged, sentenceOf } = alertWords(i18n);
  const ignore = i18n._("If you did not ask for this, you can ignore this message.");
  return {
    new_vessel: ({ boat }) => ({
      subject: i18n._("{boat} is registered", { boat }),
      text: i18n._(
        "{boat} is linked to your account. Paste its token into the plugin on board, and its logbook starts by itself.",
        { boat },
      ),
      after: "",
    }),
    email_otp: ({ isFirst, code, valid, webUrl }) => {
      const link = `${webUrl}/verify`;
      return isFirst
        ? {
            subject: i18n._("Welcome to Wakelog"),
            text: i18n._(
              "Welcome to Wakelog. Please confirm that this address is yours: your code is {code}. Enter it within {valid}: {link}",
              { code, valid, link },
            ),
            after: paragraphs(i18n._("Next, register your boat: {link}", { link: `${webUrl}/boat` }), ignore),
          }
        : {
            subject: i18n._("Confirm your e-mail address"),
            text: i18n._("Your code is {code}. Enter it within {valid}: {link}", { code, valid, link }),
            after: ignore,
          };
    },
    email_reset: ({ valid, webUrl, ...reset }) => ({
      subject: i18n._("mail: Choose a new password", {}, { message: "Choose a new password" }),
      text: i18n._("This link lets you choose a new password within {valid}:\n{link}", {
        valid,
        link: resetAddress(webUrl, reset),
      }),
      after: ignore,
    }),
    messenger_otp: ({ code, valid }) => ({
      subject: i18n._("Link your messenger"),
      text: i18n._("Send the code {code} to the bot within {valid}.", { code, valid }),
      after: "",
    }),
    logbook: ({ boat, log, logId, distance, duration, webUrl }) => ({
      subject: i18n._("New log: {log}", { log }),
      text: i18n._("{boat} has a new log: {log}, {distance} in {duration}.", {
        boat,
        log,
        distance,
        duration,
      }),
      after: `${webUrl}/log/${logId}`,
    }),
    monitor_offline: ({ boat, silence, webUrl }) => ({
      subject: i18n._("{boat} is offline", { boat }),
      text: i18n._("{boat} has not been heard from for more than {silence}.", { boat, silence }),
      after: `${webUrl}/`,
    }),
    monitor_online: ({ boat, silentFor, webUrl }) => ({
      subject: i18n._("{boat} is online", { boat }),
      text:
        silentFor === null
          ? i18n._("{boat} is in contact for the first time.", { boat })
          : i18n._("{boat} is in contact again, after {silentFor} of silence.", { boat, silentFor }),
      after: `${webUrl}/`,
    }),
    new_badge: ({ badge, webUrl }) => ({
      subject: i18n._("New badge: {badge}", { badge }),
      text: i18n._("You have earned the badge {badge}.", { badge }),
      after: `${webUrl}/`,
    }),
    alert: ({ boat, stage, alertId, webUrl, ...alert }) => ({
      subject: staged(stage, headed(boat, alert)),
      text: staged(stage, sentenceOf(boat, alert)),
      after:
        stage === "cleared"
          ? `${webUrl}/alerts`
          : i18n._("Acknowledge it, after signing in: {link}", { link: acknowledgeAddress(webUrl, alertId) }),
    }),
    alert_summary: ({ boat, alerts, webUrl }) => ({
      subject: i18n._("{boat}: what happened while it was not in contact", { boat }),
      text: listed(
        i18n._("{boat} sent what it had measured while it was not in contact. This is over now:", { boat }),
        alerts.map((alert) => sentenceOf(boat, alert)),
      ),
      after: `${webUrl}/alerts`,
    }),
    digest: ({ boat, reason, count, lines, webUrl }) => {
      const more = count - lines.length;
      const shown = lines.map(({ time, text }) => i18n._("{time}: {text}", { time, text }));
      if (more > 0) shown.push(i18n._("and {more} more", { more }));
      return {
        subject:
          reason === "quiet"
            ? i18n._(
                "{boat}: {count, plural, one {{count} message} other {{count} messages}} from your quiet hours",
                { boat, count },
              )
            : i18n._("{boat}: {count, plural, one {{count} message} other {{count} messages}} in one", {
                boat,
                count,
              }),
        text: listed(
          reason === "quiet"
            ? i18n._("This came during your quiet hours:")
            : i18n._("So much happened in a short time that it comes in one message:"),
          shown,
        ),
        after: `${webUrl}/alerts`,
      };
    },
    anchor_hint: ({ boat, isOver, webUrl }) => ({
      subject: isOver
        ? i18n._("The anchor watch of {boat} is over", { boat })
        : i18n._("{boat} is at anchor", { boat }),
      text: isOver
        ? i18n._("{boat} is under way, so its anchor watch is over.", { boat })
        : i18n._(
            "{boat} is at anchor and has no anchor watch. Wakelog can keep one and tell you if the boat drags.",
            { boat },
          ),
      after: `${webUrl}/alerts`,
    }),
    autodiscovery: ({ boat, keys, webUrl }) => ({
      subject: i18n._("Measurements of {boat}", { boat }),
      text: i18n._("Wakelog found where {boat} keeps its measurements, and reads them from now on: {keys}.", {
        boat,
        keys,
      }),
      after: i18n._("You can choose others in the settings of the boat: {link}", { link: `${webUrl}/boat` }),
    }),
    anchor_watch_off: ({ boat, webUrl }) => ({
      subject: i18n._("The anchor watch of {boat} is off", { boat }),
      text: i18n._("The anchor watch of {boat} was switched off. No alert is sent if the boat drags.", {
        boat,
      }),
      after: `${webUrl}/alerts`,
    }),
    new_24h_record: ({ boat, distance, before, log, logId, webUrl }) => ({
      subject: i18n._("A record for {boat}: {distance} in 24 hours", { boat, distance }),
      text: i18n._(
        "{boat} has never sailed farther in 24 hours: {distance} in the log {log}. The best until now was {before}.",
        { boat, distance, log, before },
      ),
      after: `${webUrl}/log/${logId}`,
    }),
    email_valid: ({ ended, webUrl }) => ({
      subject: i18n._("Your address is confirmed"),
      text: i18n._("This address is confirmed. Wakelog writes to you here."),
      after:
        ended.length === 0
          ? ""
          : i18n._(
              "Messages no longer go to these, which were set before: {channels}. Set up again what is yours: {link}",
              { channels: ended.join(", "), link: `${webUrl}/settings` },
            ),
    }),
    push_valid: () => ({
      subject: i18n._("Your telephone is connected"),
      text: i18n._("Your telephone is connected. Wakelog reaches you here."),
      after: "",
    }),
    messenger_valid: () => ({
      subject: i18n._("Your messenger is connected"),
      text: i18n._("Your messenger is connected. Wakelog reaches you here."),
      after: "",
    }),
    password_changed: ({ ended, going, boats, devices, webUrl }) => {
      const link = `${webUrl}/settings`;
      return {
        subject: i18n._("Your password was changed"),
        text: i18n._("The password of your account was changed, and every device must sign in again."),
        after: paragraphs(
          i18n._("If that was not you, choose another one at once: {link}", { link: `${webUrl}/recover` }),
          ended.length === 0
            ? ""
            : i18n._("Messages no longer go to: {channels}. Set up again what is yours: {link}", {
                channels: ended.join(", "),
                link,
              }),
          going.length === 0
            ? ""
            : i18n._("Messages still go to: {channels}. Remove what is not yours: {link}", {
                channels: going.join(", "),
                link,
              }),
          boats.length === 0
            ? ""
            : i18n._(
                "The token still works for: {boats}. If another person may have it, make a new one: {link}",
                { boats: boats.join(", "), link: `${webUrl}/boat` },
              ),
          devices.length === 0
            ? ""
            : i18n._(
                "Devices on board stay linked, the newest first: {devices}. Unlink what is not yours: {link}",
                {
                  devices: devices.join(", "),
                  link: `${webUrl}/boat`,
                },
              ),
        ),
      };
    },
    channel_added: ({ added, webUrl }) => ({
      subject: i18n._("A new address gets your messages"),
      text: i18n._("Messages of your account now go here, too: {channels}.", { channels: added.join(", ") }),
      after: i18n._("If that was not you, remove it and choose another password at once: {link}", {
        link: `${webUrl}/recover`,
      }),
    }),
    no_vessel: ({ webUrl }) => ({
      subject: i18n._("mail: Register your boat", {}, { message: "Register your boat" }),
      text: i18n._("Your account has no boat yet. Register one, and its logbook can begin."),
      after: `${webUrl}/boat`,
    }),
    no_metadata: ({ boat, webUrl }) => ({
      subject: i18n._("{boat} has not sent anything yet", { boat }),
      text: i18n._(
        "{boat} is registered, but nothing has come from it yet. Paste its token into the plugin on board.",
        { boat },
      ),
      after: `${webUrl}/boat`,
    }),
    no_activity: ({ boat, since, webUrl }) => ({
      subject: i18n._("{boat} has been silent for a month", { boat }),
      text: i18n._(
        "{boat} has sent nothing since {since}. If it is in use, look at the plugin and the connection on board.",
        { boat, since },
      ),
      after: `${webUrl}/`,
    }),
    test: ({ boat }) => ({
      subject: i18n._("Wakelog reaches you here"),
      text: i18n._("This is a test: messages about {boat} arrive here.", { boat }),
      after: "",
    }),
  };
}

/** Joins the non-empty paragraphs. */
function paragraphs(...some: readonly string[]): string {
  return some.filter((one) => one !== "").join("\n\n");
}

function listed(heading: string, lines: readonly string[]): string {
  return [heading, ...lines.map((line) => `- ${line}`)].join("\n");
}
