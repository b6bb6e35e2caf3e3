/** Messages in Portuguese. */
import { type AlertFacts, acknowledgeAddress, resetAddress } from "../facts.ts";
import { paragraphs, type Words } from "../words.ts";

const IGNORE = "Se não pediu isto, pode ignorar esta mensagem.";

export const PT_MESSAGES: Words["messages"] = {
  new_vessel: ({ boat }) => ({
    subject: `${boat} está registado`,
    text: `${boat} está ligado à sua conta. Cole o token do barco no plugin a bordo e o diário de bordo começa sozinho.`,
    after: "",
  }),
  email_otp: ({ isFirst, code, valid, webUrl }) => ({
    subject: isFirst ? "Boas-vindas ao Wakelog" : "Confirme o seu endereço de e-mail",
    text: `${
      isFirst ? "Boas-vindas ao Wakelog. Confirme que este endereço é seu: o" : "O"
    } seu código é ${code}. Introduza-o dentro de ${valid}: ${webUrl}/verify`,
    after: `${isFirst ? `Depois, registe o seu barco: ${webUrl}/boat\n\n` : ""}${IGNORE}`,
  }),
  email_reset: (facts) => ({
    subject: "Escolha uma nova palavra-passe",
    text: `Com este link pode escolher uma nova palavra-passe dentro de ${facts.valid}:\n${resetAddress(facts.webUrl, facts)}`,
    after: IGNORE,
  }),
  messenger_otp: ({ code, valid }) => ({
    subject: "Associe o seu chat",
    text: `Envie o código ${code} ao bot dentro de ${valid}.`,
    after: "",
  }),
  logbook: ({ boat, log, logId, distance, duration, webUrl }) => ({
    subject: `Nova viagem: ${log}`,
    text: `${boat} tem uma nova viagem: ${log}, ${distance} em ${duration}.`,
    after: `${webUrl}/log/${logId}`,
  }),
  monitor_offline: ({ boat, silence, webUrl }) => ({
    subject: `${boat} está sem ligação`,
    text: `Não há notícias de ${boat} há mais de ${silence}.`,
    after: `${webUrl}/`,
  }),
  monitor_online: ({ boat, silentFor, webUrl }) => ({
    subject: `${boat} está em linha`,
    text: `${boat} está em contacto ${
      silentFor === null ? "pela primeira vez" : `de novo, após ${silentFor} de silêncio`
    }.`,
    after: `${webUrl}/`,
  }),
  new_badge: ({ badge, webUrl }) => ({
    subject: `Novo distintivo: ${badge}`,
    text: `Ganhou o distintivo ${badge}.`,
    after: `${webUrl}/`,
  }),
  alert: ({ boat, stage, alertId, webUrl, ...alert }) => ({
    subject: `${SUBJECTS[stage]}${boat}: ${alert.rule}${alert.value === null ? "" : ` (${alert.value})`}`,
    text: `${SUBJECTS[stage]}${told(boat, alert)}`,
    after:
      stage === "cleared"
        ? `${webUrl}/alerts`
        : `Para o confirmar, depois de entrar: ${acknowledgeAddress(webUrl, alertId)}`,
  }),
  alert_summary: ({ boat, alerts, webUrl }) => ({
    subject: `${boat}: o que aconteceu enquanto esteve sem contacto`,
    text: `${boat} enviou o que mediu enquanto esteve sem contacto. Tudo isto já terminou:\n${alerts
      .map((alert) => `- ${told(boat, alert)}`)
      .join("\n")}`,
    after: `${webUrl}/alerts`,
  }),
  digest: ({ boat, reason, count, lines, webUrl }) => ({
    subject: `${boat}: ${count} ${count === 1 ? "mensagem" : "mensagens"} ${
      reason === "quiet" ? "das suas horas de silêncio" : "numa só"
    }`,
    text: `${
      reason === "quiet"
        ? "Isto chegou durante as suas horas de silêncio"
        : "Aconteceu tanto em pouco tempo que vem numa só mensagem"
    }:\n${lines.map(({ time, text }) => `- ${time}: ${text}`).join("\n")}${
      count > lines.length ? `\n- e mais ${count - lines.length}` : ""
    }`,
    after: `${webUrl}/alerts`,
  }),
  anchor_hint: ({ boat, isOver, webUrl }) => ({
    subject: isOver ? `A vigia da âncora de ${boat} terminou` : `${boat} está fundeado`,
    text: isOver
      ? `${boat} está a navegar: a vigia da âncora terminou.`
      : `${boat} está fundeado sem vigia da âncora. O Wakelog pode vigiá-la e avisar se a âncora garrar.`,
    after: `${webUrl}/alerts`,
  }),
  autodiscovery: ({ boat, keys, webUrl }) => ({
    subject: `As medições de ${boat}`,
    text: `O Wakelog encontrou onde ${boat} guarda as suas medições e passa a lê-las: ${keys}.`,
    after: `Pode escolher outras nas definições do barco: ${webUrl}/boat`,
  }),
  anchor_watch_off: ({ boat, webUrl }) => ({
    subject: `A vigia da âncora de ${boat} está desligada`,
    text: `A vigia da âncora de ${boat} foi desligada. Não haverá aviso se a âncora garrar.`,
    after: `${webUrl}/alerts`,
  }),
  new_24h_record: ({ boat, distance, before, log, logId, webUrl }) => ({
    subject: `Um recorde para ${boat}: ${distance} em 24 horas`,
    text: `${boat} nunca tinha navegado tanto em 24 horas: ${distance} na viagem ${log}. O melhor até agora era ${before}.`,
    after: `${webUrl}/log/${logId}`,
  }),
  email_valid: ({ ended, webUrl }) => ({
    subject: "O seu endereço está confirmado",
    text: "O seu endereço de e-mail está confirmado. O Wakelog passa a escrever-lhe para aqui.",
    after:
      ended.length === 0
        ? ""
        : `As mensagens já não chegam a estes destinos, indicados antes: ${ended.join(", ")}. Configure de novo o que for seu: ${webUrl}/settings`,
  }),
  push_valid: () => ({
    subject: "O seu telefone está associado",
    text: "O seu telefone está associado. As mensagens do Wakelog chegam-lhe aqui.",
    after: "",
  }),
  messenger_valid: () => ({
    subject: "O seu chat está associado",
    text: "O seu chat está associado. As mensagens do Wakelog chegam-lhe aqui.",
    after: "",
  }),
  password_changed: ({ ended, going, boats, webUrl }) => ({
    subject: "A sua palavra-passe foi alterada",
    text: "A palavra-passe da sua conta foi alterada, e é preciso iniciar sessão de novo em todos os dispositivos.",
    after: paragraphs(
      `Se não foi você, escolha já outra: ${webUrl}/recover`,
      ended.length === 0
        ? ""
        : `As mensagens já não chegam a: ${ended.join(", ")}. Configure de novo o que for seu: ${webUrl}/settings`,
      going.length === 0
        ? ""
        : `As mensagens continuam a chegar a: ${going.join(", ")}. Retire o que não for seu: ${webUrl}/settings`,
      boats.length === 0
        ? ""
        : `O token continua válido para: ${boats.join(", ")}. Se outra pessoa o puder ter, crie um novo: ${webUrl}/boat`,
    ),
  }),
  channel_added: ({ added, webUrl }) => ({
    subject: "Um novo destino recebe as suas mensagens",
    text: `As mensagens da sua conta chegam agora também a: ${added.join(", ")}.`,
    after: `Se não foi você, retire-o e escolha já outra palavra-passe: ${webUrl}/recover`,
  }),
  no_vessel: ({ webUrl }) => ({
    subject: "Registe o seu barco",
    text: "A sua conta ainda não tem barco. Registe um, e o diário de bordo pode começar.",
    after: `${webUrl}/boat`,
  }),
  no_metadata: ({ boat, webUrl }) => ({
    subject: `${boat} ainda não enviou nada`,
    text: `${boat} está registado, mas ainda não chegou nada. Cole o token do barco no plugin a bordo.`,
    after: `${webUrl}/boat`,
  }),
  no_activity: ({ boat, since, webUrl }) => ({
    subject: `${boat} está em silêncio há um mês`,
    text: `${boat} não enviou nada desde ${since}. Se está a ser usado, veja o plugin e a ligação a bordo.`,
    after: `${webUrl}/`,
  }),
  test: ({ boat }) => ({
    subject: "As mensagens do Wakelog chegam-lhe aqui",
    text: `Isto é um teste: as mensagens sobre ${boat} chegam aqui.`,
    after: "",
  }),
};

const SUBJECTS = {
  raised: "",
  repeated: "Continua: ",
  escalated: "Por confirmar: ",
  cleared: "Terminado: ",
} as const;

function told(boat: string, alert: AlertFacts): string {
  const where = alert.place === null ? "" : `, em ${alert.place}`;
  const when = alert.until === null ? `desde ${alert.since}` : `de ${alert.since} a ${alert.until}`;
  return `${alert.rule} em ${boat}: ${observed(alert)}, ${when}${where}.`;
}

function observed({ condition, value, threshold }: AlertFacts): string {
  const measured = value === null ? "" : `${value}, `;
  switch (condition) {
    case "below":
      return `${measured}abaixo de ${threshold ?? "o limite"}`;
    case "above":
      return `${measured}acima de ${threshold ?? "o limite"}`;
    case "outside":
      return `${measured}além de ${threshold ?? "os limites"}`;
    case "silent":
      return value === null ? "nenhum valor novo" : `nenhum valor novo há ${value}`;
    case "offline":
      return value === null ? "sem notícias" : `sem notícias há ${value}`;
    case "drag":
      return `${value === null ? "fora" : `a ${value} da âncora, fora`} do círculo${
        threshold === null ? "" : ` de ${threshold}`
      }`;
    case "leave":
      return "saiu da sua zona";
    case "enter":
      return "entrou na zona";
  }
}
