/** Messages in Spanish. */
import { type AlertFacts, acknowledgeAddress, resetAddress } from "../facts.ts";
import type { Words } from "../words.ts";

const IGNORE = "Si no lo has pedido tú, puedes ignorar este mensaje.";

export const ES_MESSAGES: Words["messages"] = {
  new_vessel: ({ boat }) => ({
    subject: `${boat} está registrado`,
    text: `${boat} está vinculado a tu cuenta. Pega su clave en el complemento de a bordo y su diario empezará solo.`,
    after: "",
  }),
  email_otp: ({ isFirst, code, valid, webUrl }) => ({
    subject: isFirst ? "Te damos la bienvenida a Wakelog" : "Confirma tu dirección de correo",
    text: `${
      isFirst ? "Te damos la bienvenida a Wakelog. Confirma que esta dirección es tuya: tu" : "Tu"
    } código es ${code}. Escríbelo en un plazo de ${valid}: ${webUrl}/verify`,
    after: `${isFirst ? `Después, registra tu barco: ${webUrl}/boat\n\n` : ""}${IGNORE}`,
  }),
  email_reset: (facts) => ({
    subject: "Elige una contraseña nueva",
    text: `Con este enlace puedes elegir una contraseña nueva en un plazo de ${facts.valid}:\n${resetAddress(facts.webUrl, facts)}`,
    after: IGNORE,
  }),
  messenger_otp: ({ code, valid }) => ({
    subject: "Vincula tu mensajería",
    text: `Envía el código ${code} al bot en un plazo de ${valid}.`,
    after: "",
  }),
  logbook: ({ boat, log, logId, distance, duration, webUrl }) => ({
    subject: `Nueva travesía: ${log}`,
    text: `${boat} tiene una nueva travesía: ${log}, ${distance} en ${duration}.`,
    after: `${webUrl}/log/${logId}`,
  }),
  monitor_offline: ({ boat, silence, webUrl }) => ({
    subject: `${boat} está sin conexión`,
    text: `No hay noticias de ${boat} desde hace más de ${silence}.`,
    after: `${webUrl}/`,
  }),
  monitor_online: ({ boat, silentFor, webUrl }) => ({
    subject: `${boat} está en línea`,
    text: `${boat} está en contacto ${
      silentFor === null ? "por primera vez" : `de nuevo, tras ${silentFor} de silencio`
    }.`,
    after: `${webUrl}/`,
  }),
  new_badge: ({ badge, webUrl }) => ({
    subject: `Nueva insignia: ${badge}`,
    text: `Has ganado la insignia ${badge}.`,
    after: `${webUrl}/`,
  }),
  alert: ({ boat, stage, alertId, webUrl, ...alert }) => ({
    subject: `${SUBJECTS[stage]}${boat}: ${alert.rule}${alert.value === null ? "" : ` (${alert.value})`}`,
    text: `${SUBJECTS[stage]}${told(boat, alert)}`,
    after:
      stage === "cleared"
        ? `${webUrl}/alerts`
        : `Para confirmarla, tras iniciar sesión: ${acknowledgeAddress(webUrl, alertId)}`,
  }),
  alert_summary: ({ boat, alerts, webUrl }) => ({
    subject: `${boat}: lo que pasó sin contacto`,
    text: `${boat} ha enviado lo que midió sin contacto. Todo esto ya ha terminado:\n${alerts
      .map((alert) => `- ${told(boat, alert)}`)
      .join("\n")}`,
    after: `${webUrl}/alerts`,
  }),
  digest: ({ boat, reason, count, lines, webUrl }) => ({
    subject: `${boat}: ${count} ${count === 1 ? "mensaje" : "mensajes"} ${
      reason === "quiet" ? "de tus horas de silencio" : "en uno"
    }`,
    text: `${
      reason === "quiet"
        ? "Esto llegó durante tus horas de silencio"
        : "Ha pasado tanto en poco tiempo que llega en un solo mensaje"
    }:\n${lines.map(({ time, text }) => `- ${time}: ${text}`).join("\n")}${
      count > lines.length ? `\n- y ${count - lines.length} más` : ""
    }`,
    after: `${webUrl}/alerts`,
  }),
  anchor_hint: ({ boat, isOver, webUrl }) => ({
    subject: isOver ? `La vigilancia del ancla de ${boat} ha terminado` : `${boat} está fondeado`,
    text: isOver
      ? `${boat} está navegando: la vigilancia del ancla ha terminado.`
      : `${boat} está fondeado y nadie vigila el ancla. Wakelog puede vigilarla y avisarte si el barco garrea.`,
    after: `${webUrl}/alerts`,
  }),
  autodiscovery: ({ boat, keys, webUrl }) => ({
    subject: `Las medidas de ${boat}`,
    text: `Wakelog ha encontrado dónde guarda ${boat} sus medidas y desde ahora las lee: ${keys}.`,
    after: `Puedes elegir otras en los ajustes del barco: ${webUrl}/boat`,
  }),
  anchor_watch_off: ({ boat, webUrl }) => ({
    subject: `La vigilancia del ancla de ${boat} está apagada`,
    text: `Alguien ha apagado la vigilancia del ancla de ${boat}. Nadie recibirá aviso si el barco garrea.`,
    after: `${webUrl}/alerts`,
  }),
  new_24h_record: ({ boat, distance, before, log, logId, webUrl }) => ({
    subject: `Un récord para ${boat}: ${distance} en 24 horas`,
    text: `${boat} nunca había navegado tanto en 24 horas: ${distance} en la travesía ${log}. Lo mejor hasta ahora era ${before}.`,
    after: `${webUrl}/log/${logId}`,
  }),
  email_valid: () => ({
    subject: "Tu dirección está confirmada",
    text: "Tu dirección de correo está confirmada. Wakelog te escribe aquí desde ahora.",
    after: "",
  }),
  push_valid: () => ({
    subject: "Tu teléfono está conectado",
    text: "Tu teléfono está conectado. Wakelog te encuentra aquí.",
    after: "",
  }),
  messenger_valid: () => ({
    subject: "Tu mensajería está conectada",
    text: "Tu mensajería está conectada. Wakelog te encuentra aquí.",
    after: "",
  }),
  password_changed: ({ webUrl }) => ({
    subject: "Tu contraseña ha cambiado",
    text: "La contraseña de tu cuenta ha cambiado, y cada dispositivo debe iniciar sesión de nuevo.",
    after: `Si no has sido tú, elige otra enseguida: ${webUrl}/recover`,
  }),
  no_vessel: ({ webUrl }) => ({
    subject: "Registra tu barco",
    text: "Tu cuenta todavía no tiene barco. Registra uno y su diario podrá empezar.",
    after: `${webUrl}/boat`,
  }),
  no_metadata: ({ boat, webUrl }) => ({
    subject: `${boat} todavía no ha enviado nada`,
    text: `${boat} está registrado, pero todavía no ha llegado nada. Pega su clave en el complemento de a bordo.`,
    after: `${webUrl}/boat`,
  }),
  no_activity: ({ boat, since, webUrl }) => ({
    subject: `${boat} lleva un mes en silencio`,
    text: `${boat} no ha enviado nada desde ${since}. Si está en uso, revisa el complemento y la conexión a bordo.`,
    after: `${webUrl}/`,
  }),
  test: ({ boat }) => ({
    subject: "Wakelog te encuentra aquí",
    text: `Esto es una prueba: los mensajes sobre ${boat} llegan aquí.`,
    after: "",
  }),
};

const SUBJECTS = {
  raised: "",
  repeated: "Sigue igual: ",
  escalated: "Nadie ha confirmado esto: ",
  cleared: "Terminado: ",
} as const;

function told(boat: string, alert: AlertFacts): string {
  const where = alert.place === null ? "" : `, en ${alert.place}`;
  const when = alert.until === null ? `desde ${alert.since}` : `de ${alert.since} a ${alert.until}`;
  return `${alert.rule} en ${boat}: ${observed(alert)}, ${when}${where}.`;
}

function observed({ condition, value, threshold }: AlertFacts): string {
  const measured = value === null ? "" : `${value}, `;
  switch (condition) {
    case "below":
      return `${measured}por debajo de ${threshold ?? "su límite"}`;
    case "above":
      return `${measured}por encima de ${threshold ?? "su límite"}`;
    case "outside":
      return `${measured}más allá de ${threshold ?? "sus límites"}`;
    case "silent":
      return value === null ? "ningún valor nuevo" : `ningún valor nuevo desde hace ${value}`;
    case "offline":
      return value === null ? "sin noticias" : `sin noticias desde hace ${value}`;
    case "drag":
      return `${value === null ? "fuera" : `a ${value} del ancla, fuera`} del círculo${
        threshold === null ? "" : ` de ${threshold}`
      }`;
    case "leave":
      return "ha salido de su zona";
    case "enter":
      return "ha entrado en la zona";
  }
}
