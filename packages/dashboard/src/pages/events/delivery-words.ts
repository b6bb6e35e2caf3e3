import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { DeliveryState } from "../../api/events/deliveries.ts";

/** Subjects of messages, by kind. */
export const DELIVERY_KINDS: Readonly<Record<string, MessageDescriptor>> = {
  logbook: msg`A new log`,
  new_24h_record: msg`A 24-hour record`,
  new_badge: msg`A badge`,
  alert: msg`An alert`,
  alert_summary: msg`Alerts that had gone unnoticed`,
  anchor_hint: msg`No anchor watch is set`,
  anchor_watch_off: msg`The anchor watch is off`,
  monitor_offline: msg`The boat fell silent`,
  monitor_online: msg`The boat is heard from again`,
  autodiscovery: msg`Keys that were found`,
  digest: msg`Several messages in one`,
  test: msg`A test`,
  new_vessel: msg`Welcome aboard`,
  no_vessel: msg`Reminder: no boat yet`,
  no_metadata: msg`Reminder: nothing from the boat yet`,
  no_activity: msg`Reminder: the boat is silent`,
  email_otp: msg`Code for your address`,
  email_reset: msg`Link for a new password`,
  messenger_otp: msg`Code for a chat`,
  email_valid: msg`Your address is verified`,
  push_valid: msg`Your phone is linked`,
  messenger_valid: msg`Your chat is linked`,
  password_changed: msg`Your password is changed`,
  channel_added: msg({ id: "A new address gets your messages" }),
};

/** Names of channels. */
export const DELIVERY_CHANNELS: Readonly<Record<string, MessageDescriptor>> = {
  email: msg`E-mail`,
  push: msg`Phone`,
  webpush: msg`Browser`,
  messenger: msg`Chat`,
  webhook: msg`Webhook`,
  ntfy: msg`ntfy`,
  apprise: msg`Apprise`,
};

/** Names of states. */
export const DELIVERY_STATES: Readonly<Record<DeliveryState, MessageDescriptor>> = {
  sent: msg`Sent`,
  waiting: msg`Waiting`,
  failed: msg`Failed`,
};
