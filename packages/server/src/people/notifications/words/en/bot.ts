/** What the bot says in English. */
import type { BotWords } from "../bot-words.ts";

const DOING = {
  moored: "moored",
  anchored: "at anchor",
  sailing: "sailing",
  motoring: "under engine",
} as const;

export const EN_BOT: BotWords = {
  help: "Ask me /status, /where, /log, /battery or /tanks. /silence 60 silences alerts for 60 minutes, and /ack acknowledges them.",
  stranger:
    "I do not know you yet. Open the settings of your account, ask for a code for the messenger, and send it to me.",
  linked: "This chat is linked to your account now. Ask me /status to begin with.",
  wrongCode: "This code is not valid, or no longer valid. Ask for a new one in the settings of your account.",
  taken: "This chat is linked to another account. Unlink it there first.",
  tooMany: "Those were too many codes. Try again in an hour.",
  noBoat: "There is no boat in your account yet.",
  noData: (boat) => `${boat} has not sent anything yet.`,
  status: ({ boat, online, ago, status, speed, raised }) =>
    [
      `${boat} is ${online ? "online" : "offline"}, last heard from ${ago} ago`,
      ...(status === null ? [] : [DOING[status]]),
      ...(speed === null ? [] : [`speed ${speed}`]),
    ].join(", ") + (raised.length === 0 ? ". No alert is raised." : `. Alerts raised: ${raised.join("; ")}.`),
  where: ({ boat, position, ago, moorage, map }) =>
    `${boat} was at ${position}${moorage === null ? "" : ` (${moorage})`} ${ago} ago: ${map}`,
  log: ({ boat, log, active, distance, duration, link }) =>
    `${active ? `${boat} is under way` : `The last log of ${boat}`}: ${log}, ${distance} in ${duration}. ${link}`,
  noLog: (boat) => `${boat} has no log yet.`,
  battery: ({ boat, voltage, charge, ago }) =>
    `The house battery of ${boat}: ${[voltage, charge].filter((one) => one !== null).join(", ")}, ${ago} ago.`,
  noBattery: (boat) => `${boat} does not report its house battery.`,
  tank: { fuel: "fuel", fresh_water: "fresh water", waste_water: "waste water" },
  tanks: ({ boat, tanks, ago }) =>
    `The tanks of ${boat}: ${tanks.map(({ name, value }) => `${name} ${value}`).join(", ")}, ${ago} ago.`,
  noTanks: (boat) => `${boat} does not report its tanks.`,
  silenced: ({ count, duration }) =>
    `${count === 1 ? "One alert is" : `${count} alerts are`} silenced for ${duration}.`,
  acknowledged: (count) => (count === 1 ? "One alert is acknowledged." : `${count} alerts are acknowledged.`),
  nothingRaised: "No alert is raised.",
  guest: "A guest can read the logbook but cannot change it. Ask the owner of the boat.",
};
