/** What the bot says in German. */
import type { BotWords } from "../bot-words.ts";

const DOING = {
  moored: "festgemacht",
  anchored: "vor Anker",
  sailing: "unter Segeln",
  motoring: "unter Motor",
} as const;

export const DE_BOT: BotWords = {
  help: "Fragen Sie mich /status, /where, /log, /battery oder /tanks. /silence 60 stellt Meldungen 60 Minuten lang stumm, und /ack quittiert sie.",
  stranger:
    "Ich kenne Sie noch nicht. Öffnen Sie die Einstellungen Ihres Kontos, fordern Sie einen Code für den Chat an und schicken Sie ihn mir.",
  linked: "Dieser Chat ist jetzt mit Ihrem Konto verknüpft. Fragen Sie mich zum Anfang /status.",
  wrongCode:
    "Dieser Code gilt nicht oder nicht mehr. Fordern Sie in den Einstellungen Ihres Kontos einen neuen an.",
  taken: "Dieser Chat ist mit einem anderen Konto verknüpft. Trennen Sie ihn zuerst dort.",
  tooMany: "Das waren zu viele Codes. Versuchen Sie es in einer Stunde wieder.",
  noBoat: "In Ihrem Konto gibt es noch kein Boot.",
  noData: (boat) => `${boat} hat noch nichts gesendet.`,
  status: ({ boat, online, ago, status, speed, raised }) =>
    [
      `${boat} ist ${online ? "online" : "offline"}, zuletzt gehört vor ${ago}`,
      ...(status === null ? [] : [DOING[status]]),
      ...(speed === null ? [] : [`Fahrt ${speed}`]),
    ].join(", ") +
    (raised.length === 0 ? ". Keine Meldung steht an." : `. Anstehende Meldungen: ${raised.join("; ")}.`),
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
      ? `Eine Meldung bleibt ${duration} lang stumm.`
      : `${count} Meldungen bleiben ${duration} lang stumm.`,
  acknowledged: (count) =>
    count === 1 ? "Eine Meldung ist quittiert." : `${count} Meldungen sind quittiert.`,
  nothingRaised: "Keine Meldung steht an.",
  guest: "Gäste lesen mit und ändern nichts. Fragen Sie den Eigner des Bootes.",
};
