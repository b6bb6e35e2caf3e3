/** The configured channels. */
import type { Config } from "../config.ts";
import type { Channel, Channels } from "./channel.ts";
import { emailChannel } from "./email.ts";
import { messengerChannel } from "./messenger.ts";
import { pushChannel } from "./push.ts";

/** The settings that decide which channels there are. */
export type ChannelSettings = Pick<
  Config,
  "smtpUrl" | "mailFrom" | "pushToken" | "pushApiUrl" | "messengerToken" | "messengerApiUrl"
>;

/** Opens the channels by name; one that is not configured is absent, and its messages wait in the outbox. */
export function openChannels(settings: ChannelSettings): Channels {
  const { smtpUrl, pushToken, messengerToken } = settings;
  const channels = new Map<string, Channel>();
  if (smtpUrl !== null) channels.set("email", emailChannel(smtpUrl, settings.mailFrom));
  if (pushToken !== null) channels.set("push", pushChannel(settings.pushApiUrl, pushToken));
  if (messengerToken !== null) {
    channels.set("messenger", messengerChannel(settings.messengerApiUrl, messengerToken));
  }
  return channels;
}
