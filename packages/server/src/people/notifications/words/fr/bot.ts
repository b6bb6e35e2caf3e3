/** What the bot says in French. */
import type { BotWords } from "../bot-words.ts";

const DOING = {
  moored: "amarré",
  anchored: "à l’ancre",
  sailing: "à la voile",
  motoring: "au moteur",
} as const;

export const FR_BOT: BotWords = {
  help: "Demandez-moi /status, /where, /log, /battery ou /tanks. /silence 60 fait taire les alertes pendant 60 minutes et /ack les acquitte.",
  stranger:
    "Je ne vous connais pas encore. Ouvrez les paramètres de votre compte, demandez un code pour le chat et envoyez-le-moi.",
  linked: "Ce chat est maintenant lié à votre compte. Commencez par /status.",
  wrongCode:
    "Ce code n’est pas valable, ou ne l’est plus. Demandez-en un autre dans les paramètres de votre compte.",
  taken: "Ce chat est lié à un autre compte. Commencez par le délier là-bas.",
  tooMany: "Cela fait trop de codes. Réessayez dans une heure.",
  noBoat: "Il n’y a pas encore de bateau dans votre compte.",
  noData: (boat) => `${boat} n’a encore rien envoyé.`,
  status: ({ boat, online, ago, status, speed, raised }) =>
    [
      `${boat} est ${online ? "en ligne" : "hors ligne"}, dernières nouvelles il y a ${ago}`,
      ...(status === null ? [] : [DOING[status]]),
      ...(speed === null ? [] : [`vitesse ${speed}`]),
    ].join(", ") +
    (raised.length === 0 ? ". Aucune alerte en cours." : `. Alertes en cours : ${raised.join(" ; ")}.`),
  where: ({ boat, position, ago, moorage, map }) =>
    `Il y a ${ago}, ${boat} était à ${position}${moorage === null ? "" : ` (${moorage})`} : ${map}`,
  log: ({ boat, log, active, distance, duration, link }) =>
    `${active ? `${boat} est en route` : `Le dernier trajet de ${boat}`} : ${log}, ${distance} en ${duration}. ${link}`,
  noLog: (boat) => `${boat} n’a pas encore de trajet.`,
  battery: ({ boat, voltage, charge, ago }) =>
    `Batterie de service de ${boat} : ${[voltage, charge].filter((one) => one !== null).join(", ")}, il y a ${ago}.`,
  noBattery: (boat) => `${boat} ne donne pas l’état de sa batterie de service.`,
  tank: { fuel: "carburant", fresh_water: "eau douce", waste_water: "eaux usées" },
  tanks: ({ boat, tanks, ago }) =>
    `Réservoirs de ${boat} : ${tanks.map(({ name, value }) => `${name} ${value}`).join(", ")}, il y a ${ago}.`,
  noTanks: (boat) => `${boat} ne donne pas le niveau de ses réservoirs.`,
  silenced: ({ count, duration }) =>
    count === 1
      ? `Une alerte est en silence pendant ${duration}.`
      : `${count} alertes sont en silence pendant ${duration}.`,
  acknowledged: (count) => (count === 1 ? "Une alerte est acquittée." : `${count} alertes sont acquittées.`),
  nothingRaised: "Aucune alerte en cours.",
  guest: "Un invité lit sans rien changer. Demandez au propriétaire du bateau.",
};
