/** All templates of the service's sentences that have translations, except names of places. English needs none. */
import type { MessageDescriptor } from "@lingui/core";
import { recognizer } from "./form.ts";
import { ACCOUNT } from "./sentences/account.ts";
import { ALERTS } from "./sentences/alerts.ts";
import { BADGES } from "./sentences/badges.ts";
import { IMPORTS } from "./sentences/imports.ts";
import { LOGBOOK } from "./sentences/logbook.ts";
import { MESSAGES } from "./sentences/messages.ts";
import { PROBLEMS } from "./sentences/problems.ts";
import { REASONS } from "./sentences/reasons.ts";
import { SEAS } from "./sentences/seas.ts";
import { SERVICE } from "./sentences/service.ts";
import { THRESHOLDS } from "./sentences/thresholds.ts";

const idsOf = (sentences: readonly MessageDescriptor[]) => sentences.map(({ id }) => id);

/** All templates except names of places. */
export const FORMS: ReadonlySet<string> = new Set(
  [ACCOUNT, ALERTS, BADGES, IMPORTS, LOGBOOK, MESSAGES, PROBLEMS, REASONS, SEAS, SERVICE, THRESHOLDS].flatMap(
    idsOf,
  ),
);

/** Finds the template of a service sentence. */
export const recognized = recognizer([...FORMS]);
