/** Messages in German. */
import { type AlertFacts, acknowledgeAddress, resetAddress } from "../facts.ts";
import { paragraphs, type Words } from "../words.ts";

const IGNORE = "Wenn Sie das nicht angefordert haben, können Sie diese Nachricht ignorieren.";

export const DE_MESSAGES: Words["messages"] = {
  new_vessel: ({ boat }) => ({
    subject: `${boat} ist angemeldet`,
    text: `${boat} gehört jetzt zu Ihrem Konto. Tragen Sie das Token des Bootes im Plugin an Bord ein, dann beginnt das Logbuch von selbst.`,
    after: "",
  }),
  email_otp: ({ isFirst, code, valid, webUrl }) => ({
    subject: isFirst ? "Willkommen bei Wakelog" : "Bestätigen Sie Ihre E-Mail-Adresse",
    text: `${
      isFirst ? "Willkommen bei Wakelog. Bitte bestätigen Sie, dass diese Adresse Ihnen gehört: Ihr" : "Ihr"
    } Code ist ${code}. Geben Sie ihn innerhalb von ${valid} ein: ${webUrl}/verify`,
    after: `${isFirst ? `Melden Sie danach Ihr Boot an: ${webUrl}/boat\n\n` : ""}${IGNORE}`,
  }),
  email_reset: (facts) => ({
    subject: "Wählen Sie ein neues Passwort",
    text: `Mit diesem Link können Sie innerhalb von ${facts.valid} ein neues Passwort wählen:\n${resetAddress(facts.webUrl, facts)}`,
    after: IGNORE,
  }),
  messenger_otp: ({ code, valid }) => ({
    subject: "Verknüpfen Sie Ihren Chat",
    text: `Schicken Sie dem Bot innerhalb von ${valid} den Code ${code}.`,
    after: "",
  }),
  logbook: ({ boat, log, logId, distance, duration, webUrl }) => ({
    subject: `Neue Fahrt: ${log}`,
    text: `${boat} hat eine neue Fahrt im Logbuch: ${log}, ${distance} in ${duration}.`,
    after: `${webUrl}/log/${logId}`,
  }),
  monitor_offline: ({ boat, silence, webUrl }) => ({
    subject: `${boat} ist offline`,
    text: `Von ${boat} war seit mehr als ${silence} nichts zu hören.`,
    after: `${webUrl}/`,
  }),
  monitor_online: ({ boat, silentFor, webUrl }) => ({
    subject: `${boat} ist online`,
    text:
      silentFor === null
        ? `${boat} meldet sich zum ersten Mal.`
        : `${boat} meldet sich wieder, nach ${silentFor} Funkstille.`,
    after: `${webUrl}/`,
  }),
  new_badge: ({ badge, webUrl }) => ({
    subject: `Neues Abzeichen: ${badge}`,
    text: `Sie haben das Abzeichen ${badge} verdient.`,
    after: `${webUrl}/`,
  }),
  alert: ({ boat, stage, alertId, webUrl, ...alert }) => ({
    subject: `${SUBJECTS[stage]}${boat}: ${alert.rule}${alert.value === null ? "" : ` (${alert.value})`}`,
    text: `${SUBJECTS[stage]}${told(boat, alert)}`,
    after:
      stage === "cleared"
        ? `${webUrl}/alerts`
        : `Nach dem Anmelden hier quittieren: ${acknowledgeAddress(webUrl, alertId)}`,
  }),
  alert_summary: ({ boat, alerts, webUrl }) => ({
    subject: `${boat}: was ohne Verbindung geschah`,
    text: `${boat} hat nachgereicht, was ohne Verbindung gemessen wurde. Das ist inzwischen vorbei:\n${alerts
      .map((alert) => `- ${told(boat, alert)}`)
      .join("\n")}`,
    after: `${webUrl}/alerts`,
  }),
  digest: ({ boat, reason, count, lines, webUrl }) => ({
    subject: `${boat}: ${count} ${count === 1 ? "Nachricht" : "Nachrichten"} ${
      reason === "quiet" ? "aus Ihrer Ruhezeit" : "in einer"
    }`,
    text: `${
      reason === "quiet"
        ? "Das kam während Ihrer Ruhezeit"
        : "In kurzer Zeit ist so viel geschehen, dass es in einer Nachricht kommt"
    }:\n${lines.map(({ time, text }) => `- ${time}: ${text}`).join("\n")}${
      count > lines.length ? `\n- und ${count - lines.length} weitere` : ""
    }`,
    after: `${webUrl}/alerts`,
  }),
  anchor_hint: ({ boat, isOver, webUrl }) => ({
    subject: isOver ? `Die Ankerwache von ${boat} ist beendet` : `${boat} liegt vor Anker`,
    text: isOver
      ? `${boat} ist unterwegs, deshalb ist die Ankerwache beendet.`
      : `${boat} liegt vor Anker, ohne Ankerwache. Wakelog kann eine halten und sich melden, wenn der Anker slippt.`,
    after: `${webUrl}/alerts`,
  }),
  autodiscovery: ({ boat, keys, webUrl }) => ({
    subject: `Messwerte von ${boat}`,
    text: `Wakelog hat gefunden, wo ${boat} seine Messwerte führt, und liest sie ab jetzt: ${keys}.`,
    after: `In den Einstellungen des Bootes können Sie andere wählen: ${webUrl}/boat`,
  }),
  anchor_watch_off: ({ boat, webUrl }) => ({
    subject: `Die Ankerwache von ${boat} ist aus`,
    text: `Die Ankerwache von ${boat} wurde ausgeschaltet. Es kommt keine Meldung, wenn der Anker slippt.`,
    after: `${webUrl}/alerts`,
  }),
  new_24h_record: ({ boat, distance, before, log, logId, webUrl }) => ({
    subject: `Ein Rekord für ${boat}: ${distance} in 24 Stunden`,
    text: `${boat} ist noch nie so weit in 24 Stunden gefahren: ${distance} auf der Fahrt ${log}. Der Bestwert bisher war ${before}.`,
    after: `${webUrl}/log/${logId}`,
  }),
  email_valid: ({ ended, webUrl }) => ({
    subject: "Ihre Adresse ist bestätigt",
    text: "Ihre E-Mail-Adresse ist bestätigt. Wakelog schreibt Ihnen ab jetzt hierher.",
    after:
      ended.length === 0
        ? ""
        : `Meldungen gehen nicht mehr an diese Ziele, die vorher eingetragen waren: ${ended.join(", ")}. Richten Sie wieder ein, was Ihnen gehört: ${webUrl}/settings`,
  }),
  push_valid: () => ({
    subject: "Ihr Telefon ist verknüpft",
    text: "Ihr Telefon ist verknüpft. Wakelog erreicht Sie hier.",
    after: "",
  }),
  messenger_valid: () => ({
    subject: "Ihr Chat ist verknüpft",
    text: "Ihr Chat ist verknüpft. Wakelog erreicht Sie hier.",
    after: "",
  }),
  password_changed: ({ ended, going, boats, webUrl }) => ({
    subject: "Ihr Passwort wurde geändert",
    text: "Das Passwort Ihres Kontos wurde geändert, und jedes Gerät muss sich neu anmelden.",
    after: paragraphs(
      `Wenn Sie das nicht waren, wählen Sie sofort ein anderes: ${webUrl}/recover`,
      ended.length === 0
        ? ""
        : `Meldungen gehen nicht mehr an: ${ended.join(", ")}. Richten Sie wieder ein, was Ihnen gehört: ${webUrl}/settings`,
      going.length === 0
        ? ""
        : `Meldungen gehen weiterhin an: ${going.join(", ")}. Entfernen Sie, was Ihnen nicht gehört: ${webUrl}/settings`,
      boats.length === 0
        ? ""
        : `Das Token gilt weiterhin für: ${boats.join(", ")}. Wenn es jemand anders haben könnte, erzeugen Sie ein neues: ${webUrl}/boat`,
    ),
  }),
  channel_added: ({ added, webUrl }) => ({
    subject: "Ein neues Ziel bekommt Ihre Meldungen",
    text: `Meldungen Ihres Kontos gehen jetzt auch hierhin: ${added.join(", ")}.`,
    after: `Wenn Sie das nicht waren, entfernen Sie es und wählen Sie sofort ein anderes Passwort: ${webUrl}/recover`,
  }),
  no_vessel: ({ webUrl }) => ({
    subject: "Melden Sie Ihr Boot an",
    text: "Zu Ihrem Konto gehört noch kein Boot. Melden Sie eins an, dann kann sein Logbuch beginnen.",
    after: `${webUrl}/boat`,
  }),
  no_metadata: ({ boat, webUrl }) => ({
    subject: `${boat} hat noch nichts gesendet`,
    text: `${boat} ist angemeldet, aber es ist noch nichts angekommen. Tragen Sie das Token des Bootes im Plugin an Bord ein.`,
    after: `${webUrl}/boat`,
  }),
  no_activity: ({ boat, since, webUrl }) => ({
    subject: `${boat} schweigt seit einem Monat`,
    text: `${boat} hat seit ${since} nichts gesendet. Wenn das Boot in Gebrauch ist, sehen Sie nach dem Plugin und der Verbindung an Bord.`,
    after: `${webUrl}/`,
  }),
  test: ({ boat }) => ({
    subject: "Wakelog erreicht Sie hier",
    text: `Das ist ein Test: Nachrichten über ${boat} kommen hier an.`,
    after: "",
  }),
};

const SUBJECTS = {
  raised: "",
  repeated: "Noch immer: ",
  escalated: "Nicht quittiert: ",
  cleared: "Vorbei: ",
} as const;

function told(boat: string, alert: AlertFacts): string {
  const where = alert.place === null ? "" : `, bei ${alert.place}`;
  const when = alert.until === null ? `seit ${alert.since}` : `von ${alert.since} bis ${alert.until}`;
  return `${alert.rule} auf ${boat}: ${observed(alert)}, ${when}${where}.`;
}

function observed({ condition, value, threshold }: AlertFacts): string {
  const measured = value === null ? "" : `${value}, `;
  switch (condition) {
    case "below":
      return `${measured}unter ${threshold ?? "der Grenze"}`;
    case "above":
      return `${measured}über ${threshold ?? "der Grenze"}`;
    case "outside":
      return `${measured}jenseits von ${threshold ?? "beiden Grenzen"}`;
    case "silent":
      return value === null ? "kein neuer Wert" : `kein neuer Wert seit ${value}`;
    case "offline":
      return value === null ? "nichts gehört" : `nichts gehört seit ${value}`;
    case "drag":
      return `${value === null ? "außerhalb" : `${value} vom Anker, außerhalb`} des Kreises${
        threshold === null ? "" : ` von ${threshold}`
      }`;
    case "leave":
      return "hat das Gebiet verlassen";
    case "enter":
      return "ist in das Gebiet gefahren";
  }
}
