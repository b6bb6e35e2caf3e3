import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Severity } from "../../api/alerts/rules.ts";

/** The name of each severity. */
export const SEVERITY_WORDS: Readonly<Record<Severity, MessageDescriptor>> = {
  alert: msg`Alert`,
  warn: msg`Warning`,
  alarm: msg`Alarm`,
  emergency: msg`Emergency`,
};
