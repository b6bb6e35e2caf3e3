/** Messages in Spanish. */
import { type AlertFacts, acknowledgeAddress, resetAddress } from "../facts.ts";
import { paragraphs, type Words } from "../words.ts";

const IGNORE = "Si no lo ha pedido usted, puede ignorar este mensaje.";

export const ES_MESSAGES: Words["messages"] = {
  new_vessel: ({ boat }) => ({
    subject: `${boat} está registrado`,
    text: `${boat} está vinculado a su cuenta. Pegue su token en el plugin de a bordo y el cuaderno de bitácora empezará solo.`,
    after: "",
  }),
  email_otp: ({ isFirst, code, valid, webUrl }) => ({
    subject: isFirst ? "Le damos la bienvenida a Wakelog" : "Confirme su dirección de correo",
    text: `${
      isFirst ? "Le damos la bienvenida a Wakelog. Confirme que esta dirección es suya: su" : "Su"
    } código es ${code}. Escríbalo en un plazo de ${valid}: ${webUrl}/verify`,
    after: `${isFirst ? `Después, registre su barco: ${webUrl}/boat\n\n` : ""}${IGNORE}`,
  }),
  email_reset: (facts) => ({
    subject: "Elija una contraseña nueva",
    text: `Con este enlace puede elegir una contraseña nueva en un plazo de ${facts.valid}:\n${resetAddress(facts.webUrl, facts)}`,
    after: IGNORE,
  }),
  messenger_otp: ({ code, valid }) => ({
    subject: "Vincule su chat",
    text: `Envíe el código ${code} al bot en un plazo de ${valid}.`,
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
    text: `Ha ganado la insignia ${badge}.`,
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
    subject: `${boat}: lo que pasó mientras estaba sin contacto`,
    text: `${boat} ha enviado lo que midió mientras estaba sin contacto. Todo esto ya ha terminado:\n${alerts
      .map((alert) => `- ${told(boat, alert)}`)
      .join("\n")}`,
    after: `${webUrl}/alerts`,
  }),
  digest: ({ boat, reason, count, lines, webUrl }) => ({
    subject: `${boat}: ${count} ${count === 1 ? "mensaje" : "mensajes"} ${
      reason === "quiet" ? "de sus horas de silencio" : "en uno"
    }`,
    text: `${
      reason === "quiet"
        ? "Esto llegó durante sus horas de silencio"
        : "Ha pasado tanto en poco tiempo que llega en un solo mensaje"
    }:\n${lines.map(({ time, text }) => `- ${time}: ${text}`).join("\n")}${
      count > lines.length ? `\n- y ${count - lines.length} más` : ""
    }`,
    after: `${webUrl}/alerts`,
  }),
  anchor_hint: ({ boat, isOver, webUrl }) => ({
    subject: isOver ? `La vigilancia de fondeo de ${boat} ha terminado` : `${boat} está fondeado`,
    text: isOver
      ? `${boat} está navegando: la vigilancia de fondeo ha terminado.`
      : `${boat} está fondeado sin vigilancia del ancla. Wakelog puede vigilarla y avisarle si el ancla garrea.`,
    after: `${webUrl}/alerts`,
  }),
  autodiscovery: ({ boat, keys, webUrl }) => ({
    subject: `Las mediciones de ${boat}`,
    text: `Wakelog ha encontrado dónde guarda ${boat} sus mediciones y desde ahora las lee: ${keys}.`,
    after: `Puede elegir otras en los ajustes del barco: ${webUrl}/boat`,
  }),
  anchor_watch_off: ({ boat, webUrl }) => ({
    subject: `La vigilancia de fondeo de ${boat} está desactivada`,
    text: `Se ha desactivado la vigilancia de fondeo de ${boat}. No habrá aviso si el ancla garrea.`,
    after: `${webUrl}/alerts`,
  }),
  new_24h_record: ({ boat, distance, before, log, logId, webUrl }) => ({
    subject: `Un récord para ${boat}: ${distance} en 24 horas`,
    text: `${boat} nunca había navegado tanto en 24 horas: ${distance} en la travesía ${log}. Lo mejor hasta ahora era ${before}.`,
    after: `${webUrl}/log/${logId}`,
  }),
  email_valid: ({ ended, webUrl }) => ({
    subject: "Su dirección está confirmada",
    text: "Su dirección de correo está confirmada. Wakelog le escribe aquí desde ahora.",
    after:
      ended.length === 0
        ? ""
        : `Los mensajes ya no llegan a estos destinos, que se habían indicado antes: ${ended.join(", ")}. Configure de nuevo lo que sea suyo: ${webUrl}/settings`,
  }),
  push_valid: () => ({
    subject: "Su teléfono está vinculado",
    text: "Su teléfono está vinculado. Los mensajes de Wakelog le llegan aquí.",
    after: "",
  }),
  messenger_valid: () => ({
    subject: "Su chat está vinculado",
    text: "Su chat está vinculado. Los mensajes de Wakelog le llegan aquí.",
    after: "",
  }),
  password_changed: ({ ended, going, boats, webUrl }) => ({
    subject: "Su contraseña ha cambiado",
    text: "La contraseña de su cuenta ha cambiado y hay que iniciar sesión de nuevo en todos los dispositivos.",
    after: paragraphs(
      `Si no ha sido usted, elija otra enseguida: ${webUrl}/recover`,
      ended.length === 0
        ? ""
        : `Los mensajes ya no llegan a: ${ended.join(", ")}. Configure de nuevo lo que sea suyo: ${webUrl}/settings`,
      going.length === 0
        ? ""
        : `Los mensajes siguen llegando a: ${going.join(", ")}. Quite lo que no sea suyo: ${webUrl}/settings`,
      boats.length === 0
        ? ""
        : `El token sigue siendo válido para: ${boats.join(", ")}. Si otra persona puede tenerlo, cree uno nuevo: ${webUrl}/boat`,
    ),
  }),
  channel_added: ({ added, webUrl }) => ({
    subject: "Un nuevo destino recibe sus mensajes",
    text: `Los mensajes de su cuenta llegan ahora también a: ${added.join(", ")}.`,
    after: `Si no ha sido usted, quítelo y elija otra contraseña enseguida: ${webUrl}/recover`,
  }),
  no_vessel: ({ webUrl }) => ({
    subject: "Registre su barco",
    text: "Su cuenta todavía no tiene barco. Registre uno y su cuaderno de bitácora podrá empezar.",
    after: `${webUrl}/boat`,
  }),
  no_metadata: ({ boat, webUrl }) => ({
    subject: `${boat} todavía no ha enviado nada`,
    text: `${boat} está registrado, pero todavía no ha llegado nada. Pegue su token en el plugin de a bordo.`,
    after: `${webUrl}/boat`,
  }),
  no_activity: ({ boat, since, webUrl }) => ({
    subject: `${boat} lleva un mes en silencio`,
    text: `${boat} no ha enviado nada desde ${since}. Si está en uso, revise el plugin y la conexión a bordo.`,
    after: `${webUrl}/`,
  }),
  test: ({ boat }) => ({
    subject: "Los mensajes de Wakelog le llegan aquí",
    text: `Esto es una prueba: los mensajes sobre ${boat} llegan aquí.`,
    after: "",
  }),
};

const SUBJECTS = {
  raised: "",
  repeated: "Sigue igual: ",
  escalated: "Sin confirmar: ",
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
