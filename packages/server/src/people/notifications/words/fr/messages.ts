/** Messages in French. */
import { type AlertFacts, acknowledgeAddress, resetAddress } from "../facts.ts";
import { paragraphs, type Words } from "../words.ts";

const IGNORE = "Si vous n’avez rien demandé, vous pouvez ignorer ce message.";

export const FR_MESSAGES: Words["messages"] = {
  new_vessel: ({ boat }) => ({
    subject: `${boat} est enregistré`,
    text: `${boat} est lié à votre compte. Collez son jeton dans le plugin à bord et son journal commencera tout seul.`,
    after: "",
  }),
  email_otp: ({ isFirst, code, valid, webUrl }) => ({
    subject: isFirst ? "Bienvenue sur Wakelog" : "Confirmez votre adresse e-mail",
    text: `${
      isFirst ? "Bienvenue sur Wakelog. Confirmez que cette adresse est bien la vôtre : votre" : "Votre"
    } code est ${code}. Saisissez-le dans un délai de ${valid} : ${webUrl}/verify`,
    after: `${isFirst ? `Ensuite, enregistrez votre bateau : ${webUrl}/boat\n\n` : ""}${IGNORE}`,
  }),
  email_reset: (facts) => ({
    subject: "Choisissez un nouveau mot de passe",
    text: `Ce lien vous permet de choisir un nouveau mot de passe dans un délai de ${facts.valid} :\n${resetAddress(facts.webUrl, facts)}`,
    after: IGNORE,
  }),
  messenger_otp: ({ code, valid }) => ({
    subject: "Liez votre chat",
    text: `Envoyez le code ${code} au bot dans un délai de ${valid}.`,
    after: "",
  }),
  logbook: ({ boat, log, logId, distance, duration, webUrl }) => ({
    subject: `Nouveau trajet : ${log}`,
    text: `${boat} a un nouveau trajet : ${log}, ${distance} en ${duration}.`,
    after: `${webUrl}/log/${logId}`,
  }),
  monitor_offline: ({ boat, silence, webUrl }) => ({
    subject: `${boat} est hors ligne`,
    text: `Aucune nouvelle de ${boat} depuis plus de ${silence}.`,
    after: `${webUrl}/`,
  }),
  monitor_online: ({ boat, silentFor, webUrl }) => ({
    subject: `${boat} est en ligne`,
    text: `${boat} est en contact ${
      silentFor === null ? "pour la première fois" : `à nouveau, après ${silentFor} de silence`
    }.`,
    after: `${webUrl}/`,
  }),
  new_badge: ({ badge, webUrl }) => ({
    subject: `Nouveau badge : ${badge}`,
    text: `Vous avez obtenu le badge ${badge}.`,
    after: `${webUrl}/`,
  }),
  alert: ({ boat, stage, alertId, webUrl, ...alert }) => ({
    subject: `${SUBJECTS[stage]}${boat} : ${alert.rule}${alert.value === null ? "" : ` (${alert.value})`}`,
    text: `${SUBJECTS[stage]}${told(boat, alert)}`,
    after:
      stage === "cleared"
        ? `${webUrl}/alerts`
        : `Pour l’acquitter, après connexion : ${acknowledgeAddress(webUrl, alertId)}`,
  }),
  alert_summary: ({ boat, alerts, webUrl }) => ({
    subject: `${boat} : ce qui s’est passé hors contact`,
    text: `${boat} a envoyé ce qui a été mesuré hors contact. Tout cela est terminé :\n${alerts
      .map((alert) => `- ${told(boat, alert)}`)
      .join("\n")}`,
    after: `${webUrl}/alerts`,
  }),
  digest: ({ boat, reason, count, lines, webUrl }) => ({
    subject: `${boat} : ${count} ${count === 1 ? "message" : "messages"} ${
      reason === "quiet" ? "de vos heures de silence" : "en un seul"
    }`,
    text: `${
      reason === "quiet"
        ? "Voici ce qui est arrivé pendant vos heures de silence"
        : "Il s’est passé tant de choses en peu de temps que tout vient en un seul message"
    } :\n${lines.map(({ time, text }) => `- ${time} : ${text}`).join("\n")}${
      count > lines.length ? `\n- et ${count - lines.length} de plus` : ""
    }`,
    after: `${webUrl}/alerts`,
  }),
  anchor_hint: ({ boat, isOver, webUrl }) => ({
    subject: isOver ? `La veille au mouillage de ${boat} est terminée` : `${boat} est à l’ancre`,
    text: isOver
      ? `${boat} fait route : la veille au mouillage est terminée.`
      : `${boat} est à l’ancre sans veille. Wakelog peut veiller et vous prévenir si l’ancre chasse.`,
    after: `${webUrl}/alerts`,
  }),
  autodiscovery: ({ boat, keys, webUrl }) => ({
    subject: `Les mesures de ${boat}`,
    text: `Wakelog a trouvé où ${boat} garde ses mesures et les lit désormais : ${keys}.`,
    after: `Vous pouvez en choisir d’autres dans les paramètres du bateau : ${webUrl}/boat`,
  }),
  anchor_watch_off: ({ boat, webUrl }) => ({
    subject: `La veille au mouillage de ${boat} est arrêtée`,
    text: `La veille au mouillage de ${boat} a été arrêtée. Aucune alerte n’est envoyée si l’ancre chasse.`,
    after: `${webUrl}/alerts`,
  }),
  new_24h_record: ({ boat, distance, before, log, logId, webUrl }) => ({
    subject: `Un record pour ${boat} : ${distance} en 24 heures`,
    text: `${boat} n’a jamais parcouru autant de chemin en 24 heures : ${distance} pendant le trajet ${log}. Le record était jusqu’ici de ${before}.`,
    after: `${webUrl}/log/${logId}`,
  }),
  email_valid: ({ ended, webUrl }) => ({
    subject: "Votre adresse est confirmée",
    text: "Votre adresse e-mail est confirmée. Wakelog vous écrit désormais ici.",
    after:
      ended.length === 0
        ? ""
        : `Les messages ne vont plus à ces destinations, indiquées auparavant : ${ended.join(", ")}. Rétablissez ce qui est à vous : ${webUrl}/settings`,
  }),
  push_valid: () => ({
    subject: "Votre téléphone est lié",
    text: "Votre téléphone est lié. Wakelog vous joint ici.",
    after: "",
  }),
  messenger_valid: () => ({
    subject: "Votre chat est lié",
    text: "Votre chat est lié. Wakelog vous joint ici.",
    after: "",
  }),
  password_changed: ({ ended, going, boats, webUrl }) => ({
    subject: "Votre mot de passe a été changé",
    text: "Le mot de passe de votre compte a été changé, et chaque appareil doit se reconnecter.",
    after: paragraphs(
      `Si ce n’était pas vous, choisissez-en un autre tout de suite : ${webUrl}/recover`,
      ended.length === 0
        ? ""
        : `Les messages ne vont plus à : ${ended.join(", ")}. Rétablissez ce qui est à vous : ${webUrl}/settings`,
      going.length === 0
        ? ""
        : `Les messages vont toujours à : ${going.join(", ")}. Retirez ce qui n’est pas à vous : ${webUrl}/settings`,
      boats.length === 0
        ? ""
        : `Le jeton reste valable pour : ${boats.join(", ")}. Si quelqu’un d’autre peut l’avoir, créez-en un nouveau : ${webUrl}/boat`,
    ),
  }),
  channel_added: ({ added, webUrl }) => ({
    subject: "Une nouvelle destination reçoit vos messages",
    text: `Les messages de votre compte vont désormais aussi à : ${added.join(", ")}.`,
    after: `Si ce n’était pas vous, retirez-la et choisissez tout de suite un autre mot de passe : ${webUrl}/recover`,
  }),
  no_vessel: ({ webUrl }) => ({
    subject: "Enregistrez votre bateau",
    text: "Votre compte n’a pas encore de bateau. Enregistrez-en un et son journal pourra commencer.",
    after: `${webUrl}/boat`,
  }),
  no_metadata: ({ boat, webUrl }) => ({
    subject: `${boat} n’a encore rien envoyé`,
    text: `${boat} est enregistré, mais rien n’est encore arrivé. Collez son jeton dans le plugin à bord.`,
    after: `${webUrl}/boat`,
  }),
  no_activity: ({ boat, since, webUrl }) => ({
    subject: `${boat} est silencieux depuis un mois`,
    text: `${boat} n’a rien envoyé depuis le ${since}. S’il navigue, vérifiez le plugin et la connexion à bord.`,
    after: `${webUrl}/`,
  }),
  test: ({ boat }) => ({
    subject: "Wakelog vous joint ici",
    text: `Ceci est un essai : les messages concernant ${boat} arrivent ici.`,
    after: "",
  }),
};

const SUBJECTS = {
  raised: "",
  repeated: "Toujours en cours : ",
  escalated: "Non acquitté : ",
  cleared: "Terminé : ",
} as const;

function told(boat: string, alert: AlertFacts): string {
  const where = alert.place === null ? "" : `, à ${alert.place}`;
  const when = alert.until === null ? `depuis ${alert.since}` : `de ${alert.since} à ${alert.until}`;
  return `${alert.rule} sur ${boat} : ${observed(alert)}, ${when}${where}.`;
}

function observed({ condition, value, threshold }: AlertFacts): string {
  const measured = value === null ? "" : `${value}, `;
  switch (condition) {
    case "below":
      return `${measured}en dessous de ${threshold ?? "la limite"}`;
    case "above":
      return `${measured}au-dessus de ${threshold ?? "la limite"}`;
    case "outside":
      return `${measured}au-delà de ${threshold ?? "ses limites"}`;
    case "silent":
      return value === null ? "aucune nouvelle valeur" : `aucune nouvelle valeur depuis ${value}`;
    case "offline":
      return value === null ? "aucune nouvelle" : `aucune nouvelle depuis ${value}`;
    case "drag":
      return `${value === null ? "hors" : `à ${value} de l’ancre, hors`} du cercle${
        threshold === null ? "" : ` de ${threshold}`
      }`;
    case "leave":
      return "a quitté sa zone";
    case "enter":
      return "est entré dans la zone";
  }
}
