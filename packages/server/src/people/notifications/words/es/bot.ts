/** What the bot says in Spanish. */
import type { BotWords } from "../bot-words.ts";

const DOING = {
  moored: "amarrado",
  anchored: "fondeado",
  sailing: "a vela",
  motoring: "a motor",
} as const;

export const ES_BOT: BotWords = {
  help: "Pregúnteme /status, /where, /log, /battery o /tanks. /silence 60 silencia las alertas durante 60 minutos y /ack las confirma.",
  stranger: "Aún no le conozco. Abra los ajustes de su cuenta, pida un código para el chat y envíemelo.",
  linked: "Este chat ya está vinculado a su cuenta. Empiece con /status.",
  wrongCode: "Este código no vale, o ya no. Pida otro en los ajustes de su cuenta.",
  taken: "Este chat está vinculado a otra cuenta. Desvincúlelo allí primero.",
  tooMany: "Han sido demasiados códigos. Inténtelo de nuevo dentro de una hora.",
  noBoat: "Todavía no hay ningún barco en su cuenta.",
  noData: (boat) => `${boat} aún no ha enviado nada.`,
  status: ({ boat, online, ago, status, speed, raised }) =>
    [
      `${boat} está ${online ? "en línea" : "sin conexión"}, últimas noticias hace ${ago}`,
      ...(status === null ? [] : [DOING[status]]),
      ...(speed === null ? [] : [`velocidad ${speed}`]),
    ].join(", ") +
    (raised.length === 0 ? ". No hay ninguna alerta." : `. Alertas activas: ${raised.join("; ")}.`),
  where: ({ boat, position, ago, moorage, map }) =>
    `Hace ${ago}, ${boat} estaba en ${position}${moorage === null ? "" : ` (${moorage})`}: ${map}`,
  log: ({ boat, log, active, distance, duration, link }) =>
    `${active ? `${boat} está navegando` : `La última travesía de ${boat}`}: ${log}, ${distance} en ${duration}. ${link}`,
  noLog: (boat) => `${boat} aún no tiene ninguna travesía.`,
  battery: ({ boat, voltage, charge, ago }) =>
    `Batería de servicio de ${boat}: ${[voltage, charge].filter((one) => one !== null).join(", ")}, hace ${ago}.`,
  noBattery: (boat) => `${boat} no informa de su batería de servicio.`,
  tank: { fuel: "combustible", fresh_water: "agua dulce", waste_water: "aguas residuales" },
  tanks: ({ boat, tanks, ago }) =>
    `Depósitos de ${boat}: ${tanks.map(({ name, value }) => `${name} ${value}`).join(", ")}, hace ${ago}.`,
  noTanks: (boat) => `${boat} no informa de sus depósitos.`,
  silenced: ({ count, duration }) =>
    count === 1
      ? `Una alerta queda en silencio durante ${duration}.`
      : `${count} alertas quedan en silencio durante ${duration}.`,
  acknowledged: (count) => (count === 1 ? "Una alerta confirmada." : `${count} alertas confirmadas.`),
  nothingRaised: "No hay ninguna alerta.",
  guest: "Un invitado lee y no cambia nada. Pregunte al dueño del barco.",
};
