/** What the bot says in Spanish. */
import type { BotWords } from "../bot-words.ts";

const DOING = {
  moored: "amarrado",
  anchored: "fondeado",
  sailing: "a vela",
  motoring: "a motor",
} as const;

export const ES_BOT: BotWords = {
  help: "Pregúntame /status, /where, /log, /battery o /tanks. /silence 60 calla las alertas durante 60 minutos y /ack las confirma.",
  stranger:
    "Aún no te conozco. Abre los ajustes de tu cuenta, pide un código para la mensajería y envíamelo.",
  linked: "Este chat está vinculado a tu cuenta. Empieza con /status.",
  wrongCode: "Este código no vale, o ya no. Pide otro en los ajustes de tu cuenta.",
  taken: "Este chat está vinculado a otra cuenta. Desvincúlalo allí primero.",
  tooMany: "Han sido demasiados códigos. Inténtalo de nuevo dentro de una hora.",
  noBoat: "Todavía no hay ningún barco en tu cuenta.",
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
  noBattery: (boat) => `${boat} no informa de su batería.`,
  tank: { fuel: "combustible", fresh_water: "agua dulce", waste_water: "aguas residuales" },
  tanks: ({ boat, tanks, ago }) =>
    `Depósitos de ${boat}: ${tanks.map(({ name, value }) => `${name} ${value}`).join(", ")}, hace ${ago}.`,
  noTanks: (boat) => `${boat} no informa de sus depósitos.`,
  silenced: ({ count, duration }) =>
    count === 1 ? `Una alerta calla durante ${duration}.` : `${count} alertas callan durante ${duration}.`,
  acknowledged: (count) => (count === 1 ? "Una alerta confirmada." : `${count} alertas confirmadas.`),
  nothingRaised: "No hay ninguna alerta.",
  guest: "Un invitado lee y no cambia nada. Pregunta al propietario del barco.",
};
