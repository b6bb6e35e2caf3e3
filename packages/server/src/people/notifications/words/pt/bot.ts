/** What the bot says in Portuguese. */
import type { BotWords } from "../bot-words.ts";

const DOING = {
  moored: "amarrado",
  anchored: "fundeado",
  sailing: "à vela",
  motoring: "a motor",
} as const;

export const PT_BOT: BotWords = {
  help: "Pergunte-me /status, /where, /log, /battery ou /tanks. /silence 60 silencia os alertas durante 60 minutos e /ack confirma-os.",
  stranger: "Ainda não o conheço. Abra as definições da sua conta, peça um código para o chat e envie-mo.",
  linked: "Este chat está agora associado à sua conta. Comece com /status.",
  wrongCode: "Este código não é válido, ou já não é. Peça outro nas definições da sua conta.",
  taken: "Este chat está associado a outra conta. Desassocie-o lá primeiro.",
  tooMany: "Foram demasiados códigos. Tente de novo dentro de uma hora.",
  noBoat: "Ainda não há nenhum barco na sua conta.",
  noData: (boat) => `${boat} ainda não enviou nada.`,
  status: ({ boat, online, ago, status, speed, raised }) =>
    [
      `${boat} está ${online ? "em linha" : "sem ligação"}, últimas notícias há ${ago}`,
      ...(status === null ? [] : [DOING[status]]),
      ...(speed === null ? [] : [`velocidade ${speed}`]),
    ].join(", ") +
    (raised.length === 0 ? ". Não há nenhum alerta." : `. Alertas ativos: ${raised.join("; ")}.`),
  where: ({ boat, position, ago, moorage, map }) =>
    `Há ${ago}, ${boat} estava em ${position}${moorage === null ? "" : ` (${moorage})`}: ${map}`,
  log: ({ boat, log, active, distance, duration, link }) =>
    `${active ? `${boat} está a navegar` : `A última viagem de ${boat}`}: ${log}, ${distance} em ${duration}. ${link}`,
  noLog: (boat) => `${boat} ainda não tem nenhuma viagem.`,
  battery: ({ boat, voltage, charge, ago }) =>
    `Bateria de serviço de ${boat}: ${[voltage, charge].filter((one) => one !== null).join(", ")}, há ${ago}.`,
  noBattery: (boat) => `${boat} não indica o estado da bateria de serviço.`,
  tank: { fuel: "combustível", fresh_water: "água doce", waste_water: "águas residuais" },
  tanks: ({ boat, tanks, ago }) =>
    `Tanques de ${boat}: ${tanks.map(({ name, value }) => `${name} ${value}`).join(", ")}, há ${ago}.`,
  noTanks: (boat) => `${boat} não indica o nível dos tanques.`,
  silenced: ({ count, duration }) =>
    count === 1
      ? `Um alerta fica em silêncio durante ${duration}.`
      : `${count} alertas ficam em silêncio durante ${duration}.`,
  acknowledged: (count) => (count === 1 ? "Um alerta confirmado." : `${count} alertas confirmados.`),
  nothingRaised: "Não há nenhum alerta.",
  guest: "Um convidado lê e não muda nada. Pergunte ao dono do barco.",
};
