import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ComponentType } from "react";
import * as paths from "../../routing/paths.ts";
import type { IconName } from "../../ui/icon.tsx";
import { ReviewBadge } from "../review-badge.tsx";
import { AlertBadge } from "./alert-badge.tsx";

/** A link of the main navigation. */
export interface MainLink {
  readonly to: string;
  readonly icon: IconName;
  readonly words: MessageDescriptor;
  /** Further pages reached through it. */
  readonly holds?: readonly string[];
  readonly Badge?: ComponentType;
}

/** The daily pages, always visible, on a phone too: is she all right, and what did she do. */
export const FIRST: readonly MainLink[] = [
  { to: paths.NOW_PATH, icon: "now", words: msg`Now` },
  {
    to: paths.LOGS_PATH,
    icon: "logs",
    words: msg`Logs`,
    holds: [paths.logPath("$id"), paths.TRACKS_PATH],
  },
  { to: paths.MONITORING_PATH, icon: "gauge", words: msg`Monitoring` },
  { to: paths.ALERTS_PATH, icon: "alert", words: msg`Alerts`, Badge: AlertBadge },
];

/** Where she was. */
export const SECOND: readonly MainLink[] = [
  { to: paths.STAYS_PATH, icon: "anchor", words: msg`Stays`, holds: [paths.stayPath("$id")] },
  { to: paths.MOORAGES_PATH, icon: "pin", words: msg`Moorages`, holds: [paths.mooragePath("$id")] },
  { to: paths.STATISTICS_PATH, icon: "statistics", words: msg`Statistics` },
];

/** Pages used now and then. */
export const THIRD: readonly MainLink[] = [
  { to: paths.REVIEW_PATH, icon: "check", words: msg`Review`, Badge: ReviewBadge },
  { to: paths.TIMELAPSE_PATH, icon: "play", words: msg`Time-lapse` },
  { to: paths.EVENTS_PATH, icon: "list", words: msg`Event log` },
  { to: paths.IMPORT_PATH, icon: "import", words: msg`Import` },
];

/** Shown until the first voyage is logged. */
export const START: MainLink = { to: paths.START_PATH, icon: "flag", words: msg`First steps` };

export const SETTINGS: MainLink = {
  to: paths.SETTINGS_PATH,
  icon: "settings",
  words: msg`Settings`,
  holds: [paths.PROFILE_PATH, paths.BOAT_PATH],
};
