/** Messages in English. */
import { type AlertFacts, acknowledgeAddress, resetAddress } from "../facts.ts";
import { paragraphs, type Words } from "../words.ts";

const IGNORE = "If you did not ask for this, you can ignore this message.";

export const EN_MESSAGES: Words["messages"] = {
  new_vessel: ({ boat }) => ({
    subject: `${boat} is registered`,
    text: `${boat} is linked to your account. Paste its token into the plugin on board, and its logbook starts by itself.`,
    after: "",
  }),
  email_otp: ({ isFirst, code, valid, webUrl }) => ({
    subject: isFirst ? "Welcome to Wakelog" : "Confirm your e-mail address",
    text: `${
      isFirst ? "Welcome to Wakelog. Please confirm that this address is yours: your" : "Your"
    } code is ${code}. Enter it within ${valid}: ${webUrl}/verify`,
    after: `${isFirst ? `Next, register your boat: ${webUrl}/boat\n\n` : ""}${IGNORE}`,
  }),
  email_reset: (facts) => ({
    subject: "Choose a new password",
    text: `This link lets you choose a new password within ${facts.valid}:\n${resetAddress(facts.webUrl, facts)}`,
    after: IGNORE,
  }),
  messenger_otp: ({ code, valid }) => ({
    subject: "Link your messenger",
    text: `Send the code ${code} to the bot within ${valid}.`,
    after: "",
  }),
  logbook: ({ boat, log, logId, distance, duration, webUrl }) => ({
    subject: `New log: ${log}`,
    text: `${boat} has a new log: ${log}, ${distance} in ${duration}.`,
    after: `${webUrl}/log/${logId}`,
  }),
  monitor_offline: ({ boat, silence, webUrl }) => ({
    subject: `${boat} is offline`,
    text: `${boat} has not been heard from for more than ${silence}.`,
    after: `${webUrl}/`,
  }),
  monitor_online: ({ boat, silentFor, webUrl }) => ({
    subject: `${boat} is online`,
    text: `${boat} is in contact ${
      silentFor === null ? "for the first time" : `again, after ${silentFor} of silence`
    }.`,
    after: `${webUrl}/`,
  }),
  new_badge: ({ badge, webUrl }) => ({
    subject: `New badge: ${badge}`,
    text: `You have earned the badge ${badge}.`,
    after: `${webUrl}/`,
  }),
  alert: ({ boat, stage, alertId, webUrl, ...alert }) => ({
    subject: `${SUBJECTS[stage]}${boat}: ${alert.rule}${alert.value === null ? "" : ` (${alert.value})`}`,
    text: `${SUBJECTS[stage]}${told(boat, alert)}`,
    after:
      stage === "cleared"
        ? `${webUrl}/alerts`
        : `Acknowledge it, after signing in: ${acknowledgeAddress(webUrl, alertId)}`,
  }),
  alert_summary: ({ boat, alerts, webUrl }) => ({
    subject: `${boat}: what happened while it was not in contact`,
    text: `${boat} sent what it had measured while it was not in contact. This is over now:\n${alerts
      .map((alert) => `- ${told(boat, alert)}`)
      .join("\n")}`,
    after: `${webUrl}/alerts`,
  }),
  digest: ({ boat, reason, count, lines, webUrl }) => ({
    subject: `${boat}: ${count} ${count === 1 ? "message" : "messages"} ${
      reason === "quiet" ? "from your quiet hours" : "in one"
    }`,
    text: `${
      reason === "quiet"
        ? "This came during your quiet hours"
        : "So much happened in a short time that it comes in one message"
    }:\n${lines.map(({ time, text }) => `- ${time}: ${text}`).join("\n")}${
      count > lines.length ? `\n- and ${count - lines.length} more` : ""
    }`,
    after: `${webUrl}/alerts`,
  }),
  anchor_hint: ({ boat, isOver, webUrl }) => ({
    subject: isOver ? `The anchor watch of ${boat} is over` : `${boat} is at anchor`,
    text: isOver
      ? `${boat} is under way, so its anchor watch is over.`
      : `${boat} is at anchor and has no anchor watch. Wakelog can keep one and tell you if the boat drags.`,
    after: `${webUrl}/alerts`,
  }),
  autodiscovery: ({ boat, keys, webUrl }) => ({
    subject: `Measurements of ${boat}`,
    text: `Wakelog found where ${boat} keeps its measurements, and reads them from now on: ${keys}.`,
    after: `You can choose others in the settings of the boat: ${webUrl}/boat`,
  }),
  anchor_watch_off: ({ boat, webUrl }) => ({
    subject: `The anchor watch of ${boat} is off`,
    text: `The anchor watch of ${boat} was switched off. No alert is sent if the boat drags.`,
    after: `${webUrl}/alerts`,
  }),
  new_24h_record: ({ boat, distance, before, log, logId, webUrl }) => ({
    subject: `A record for ${boat}: ${distance} in 24 hours`,
    text: `${boat} has never sailed farther in 24 hours: ${distance} in the log ${log}. The best until now was ${before}.`,
    after: `${webUrl}/log/${logId}`,
  }),
  email_valid: ({ ended, webUrl }) => ({
    subject: "Your address is confirmed",
    text: "This address is confirmed. Wakelog writes to you here.",
    after:
      ended.length === 0
        ? ""
        : `Messages no longer go to these, which were set before: ${ended.join(", ")}. Set up again what is yours: ${webUrl}/settings`,
  }),
  push_valid: () => ({
    subject: "Your telephone is connected",
    text: "Your telephone is connected. Wakelog reaches you here.",
    after: "",
  }),
  messenger_valid: () => ({
    subject: "Your messenger is connected",
    text: "Your messenger is connected. Wakelog reaches you here.",
    after: "",
  }),
  password_changed: ({ ended, going, boats, webUrl }) => ({
    subject: "Your password was changed",
    text: "The password of your account was changed, and every device must sign in again.",
    after: paragraphs(
      `If that was not you, choose another one at once: ${webUrl}/recover`,
      ended.length === 0
        ? ""
        : `Messages no longer go to: ${ended.join(", ")}. Set up again what is yours: ${webUrl}/settings`,
      going.length === 0
        ? ""
        : `Messages still go to: ${going.join(", ")}. Remove what is not yours: ${webUrl}/settings`,
      boats.length === 0
        ? ""
        : `The token still works for: ${boats.join(", ")}. If another person may have it, make a new one: ${webUrl}/boat`,
    ),
  }),
  channel_added: ({ added, webUrl }) => ({
    subject: "A new address gets your messages",
    text: `Messages of your account now go here, too: ${added.join(", ")}.`,
    after: `If that was not you, remove it and choose another password at once: ${webUrl}/recover`,
  }),
  no_vessel: ({ webUrl }) => ({
    subject: "Register your boat",
    text: "Your account has no boat yet. Register one, and its logbook can begin.",
    after: `${webUrl}/boat`,
  }),
  no_metadata: ({ boat, webUrl }) => ({
    subject: `${boat} has not sent anything yet`,
    text: `${boat} is registered, but nothing has come from it yet. Paste its token into the plugin on board.`,
    after: `${webUrl}/boat`,
  }),
  no_activity: ({ boat, since, webUrl }) => ({
    subject: `${boat} has been silent for a month`,
    text: `${boat} has sent nothing since ${since}. If it is in use, look at the plugin and the connection on board.`,
    after: `${webUrl}/`,
  }),
  test: ({ boat }) => ({
    subject: "Wakelog reaches you here",
    text: `This is a test: messages about ${boat} arrive here.`,
    after: "",
  }),
};

const SUBJECTS = {
  raised: "",
  repeated: "Still: ",
  escalated: "Not acknowledged: ",
  cleared: "Over: ",
} as const;

function told(boat: string, alert: AlertFacts): string {
  const where = alert.place === null ? "" : `, at ${alert.place}`;
  const when = alert.until === null ? `since ${alert.since}` : `from ${alert.since} to ${alert.until}`;
  return `${alert.rule} on ${boat}: ${observed(alert)}, ${when}${where}.`;
}

function observed({ condition, value, threshold }: AlertFacts): string {
  const measured = value === null ? "" : `${value}, `;
  switch (condition) {
    case "below":
      return `${measured}below ${threshold ?? "its limit"}`;
    case "above":
      return `${measured}above ${threshold ?? "its limit"}`;
    case "outside":
      return `${measured}beyond ${threshold ?? "its limits"}`;
    case "silent":
      return value === null ? "no new value" : `no new value for ${value}`;
    case "offline":
      return value === null ? "not heard from" : `not heard from for ${value}`;
    case "drag":
      return `${value === null ? "outside" : `${value} from the anchor, outside`} the circle${
        threshold === null ? "" : ` of ${threshold}`
      }`;
    case "leave":
      return "it has left its area";
    case "enter":
      return "it has entered the area";
  }
}
