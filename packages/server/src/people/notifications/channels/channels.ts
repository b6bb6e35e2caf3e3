/** The configured channels. */

import type { Coast } from "@wakelog/kit/geo/map/coast.ts";
import type { Config } from "../../../settings/config.ts";
import type { PersonalChannel } from "../wishes.ts";
import { appriseChannel } from "./apprise.ts";
import type { Channel, Channels } from "./channel.ts";
import { emailChannel } from "./email.ts";
import { messengerChannel } from "./messenger.ts";
import { ntfyChannel } from "./ntfy.ts";
import { openPersonPost } from "./person-address.ts";
import { pushChannel } from "./push.ts";
import { vapidKeys } from "./vapid.ts";
import { webhookChannel } from "./webhook.ts";
import { webpushChannel } from "./webpush.ts";

/** The settings that configure channels. */
export type ChannelSettings = Pick<
  Config,
  | "smtpUrl"
  | "smtpPlainPassword"
  | "mailFrom"
  | "pushToken"
  | "pushApiUrl"
  | "messengerToken"
  | "messengerApiUrl"
  | "privateWebhooks"
  | "webUrl"
>;

/**
 * Opens the channels by name. Those not configured are absent, and their messages wait in the outbox. Channels to
 * addresses that users enter need no configuration.
 * @param secret the installation's; the web push key is derived from it
 * @param coast for the maps in mail
 */
export function openChannels(settings: ChannelSettings, secret: string, coast: Coast): Channels {
  const { smtpUrl, pushToken, messengerToken } = settings;
  const post = openPersonPost(settings.privateWebhooks === "true");
  // The operator's contact for push services, which accept an https URL or an e-mail address (RFC 8292, 2.1).
  const operator = settings.webUrl.startsWith("https:")
    ? settings.webUrl
    : `mailto:${settings.mailFrom.address}`;
  const channels = new Map<PersonalChannel, Channel>([
    ["webhook", webhookChannel(post)],
    ["ntfy", ntfyChannel(post)],
    ["apprise", appriseChannel(post)],
    ["webpush", webpushChannel(post, vapidKeys(secret), operator)],
  ]);
  if (smtpUrl !== null) {
    const mail = { url: smtpUrl, from: settings.mailFrom, mayBePlain: settings.smtpPlainPassword };
    channels.set("email", emailChannel(mail, coast));
  }
  if (pushToken !== null) channels.set("push", pushChannel(settings.pushApiUrl, pushToken));
  if (messengerToken !== null) {
    channels.set("messenger", messengerChannel(settings.messengerApiUrl, messengerToken));
  }
  return channels;
}
