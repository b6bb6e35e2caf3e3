import { procedureQuestion } from "../question.ts";
import { AnswerShapeError } from "../row.ts";

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
  /** Whether the chat bot writes to a chat of this person. */
  readonly hasChat: boolean;
}

/** The JSON of `settings_fn`, as far as the dashboard reads it. */
interface SettingsJson {
  readonly email: string;
  readonly first: string;
  readonly last: string;
  readonly created_at: string;
  readonly has_vessel: boolean;
  readonly preferences: PreferencesJson;
}

/** Preferences as they are stored: one that was never set is missing. */
export interface PreferencesJson {
  readonly email_valid?: boolean;
  readonly email_notifications?: boolean;
  /** The chat that the chat bot has linked to the account. */
  readonly messenger?: object;
}

export const settingsQuestion = procedureQuestion("settings_fn", (result): Settings => {
  const settings = result.row<SettingsJson>("settings");
  if (settings === null) throw new AnswerShapeError("settings");
  const preferences = settings.row<PreferencesJson>("preferences");
  return {
    email: settings.text("email") ?? "",
    firstName: settings.text("first") ?? "",
    lastName: settings.text("last") ?? "",
    createdAt: settings.instant("created_at"),
    hasVessel: settings.boolean("has_vessel") ?? false,
    emailValid: preferences?.boolean("email_valid") ?? false,
    emailNotifications: preferences?.boolean("email_notifications") ?? false,
    hasChat: preferences !== null && preferences.row("messenger") !== null,
  };
});
