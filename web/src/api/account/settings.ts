import type { Question } from "../question.ts";
import { booleanOf, instantOf, requiredRow, rowOf, textOf } from "../row.ts";

/** What the server keeps about the person who is signed in. */
export interface Settings {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly createdAt: Date | null;
  readonly hasVessel: boolean;
  /** Whether the person has proven the address with a mailed code. */
  readonly emailValid: boolean;
  readonly emailNotifications: boolean;
}

function parse(body: unknown): Settings {
  const row = requiredRow(rowOf(body)?.settings, "settings");
  return {
    email: textOf(row.email) ?? "",
    firstName: textOf(row.first) ?? "",
    lastName: textOf(row.last) ?? "",
    createdAt: instantOf(row.created_at),
    hasVessel: booleanOf(row.has_vessel) ?? false,
    emailValid: booleanOf(rowOf(row.preferences)?.email_valid) ?? false,
    emailNotifications: booleanOf(rowOf(row.preferences)?.email_notifications) ?? false,
  };
}

export const settingsQuestion: Question<Settings> = { path: "/rpc/settings_fn", count: false, parse };
