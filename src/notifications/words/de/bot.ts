/** What the bot says in German. */
import type { BotWords } from "../bot-words.ts";

const DOING = {
  moored: "festgemacht",
  anchored: "vor Anker",
  sailing: "unter Segeln",
  motoring: "unter Motor",
} as const;

export const DE_BOT: BotWords = {
  help: "Frag mich /status, /where, /log, /battery oder /tanks. /silence 60 hält Alarme 60 Minuten lang still, und /ack bestätigt sie.",
  stranger:
    "Ich kenne dich noch nicht. Öffne die Einstellungen deines Kontos, fordere einen Code für den Messenger an und schicke ihn mir.",
  linked: "Dieser Chat gehört jetzt zu deinem Konto. Frag mich zum Anfang /status.",
  wrongCode:
    "Dieser Code gilt nicht oder nicht mehr. Fordere in den Einstellungen deines Kontos einen neuen an.",
  taken: "Dieser Chat gehört zu einem anderen Konto. Löse ihn zuerst dort.",
  tooMany: "Das waren zu viele Codes. Versuche es in einer Stunde wieder.",
  noBoat: "In deinem Konto gibt es noch kein Boot.",
  noData: (boat) => `${boat} hat noch nichts gesendet.`,
  status: ({ boat, online, ago, status, speed, raised }) =>
    [
      `${boat} ist ${online ? "online" : "offline"}, letzte Meldung vor ${ago}`,
      ...(status === null ? [] : [DOING[status]]),
      ...(speed === null ? [] : [`Fahrt ${speed}`]),
    ].join(", ") +
    (raised.length === 0 ? ". Kein Alarm steht an." : `. Anstehende Alarme: ${raised.join("; ")}.`),
  where: ({ boat, position, ago, moorage, map }) =>
    `${boat} war vor ${ago} auf ${position}${moorage === null ? "" : ` (${moorage})`}: ${map}`,
  log: ({ boat, log, active, distance, duration, link }) =>
    `${active ? `${boat} ist unterwegs` : `Die letzte Fahrt von ${boat}`}: ${log}, ${distance} in ${duration}. ${link}`,
  noLog: (boat) => `${boat} hat noch keine Fahrt im Logbuch.`,
  battery: ({ boat, voltage, charge, ago }) =>
    `Bordbatterie von ${boat}: ${[voltage, charge].filter((one) => one !== null).join(", ")}, vor ${ago}.`,
  noBattery: (boat) => `${boat} meldet keine Bordbatterie.`,
  tank: { fuel: "Kraftstoff", fresh_water: "Frischwasser", waste_water: "Abwasser" },
  tanks: ({ boat, tanks, ago }) =>
    `Tanks von ${boat}: ${tanks.map(({ name, value }) => `${name} ${value}`).join(", ")}, vor ${ago}.`,
  noTanks: (boat) => `${boat} meldet keine Tanks.`,
  silenced: ({ count, duration }) =>
    count === 1
      ? `Ein Alarm meldet sich erst in ${duration} wieder.`
      : `${count} Alarme melden sich erst in ${duration} wieder.`,
  acknowledged: (count) => (count === 1 ? "Ein Alarm ist bestätigt." : `${count} Alarme sind bestätigt.`),
  nothingRaised: "Kein Alarm steht an.",
  guest: "Gäste lesen mit und ändern nichts. Frag den Eigner des Bootes.",
};
