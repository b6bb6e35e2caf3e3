import { callProcedure } from "../request.ts";

/** Sets one preference of the person who is signed in. */
export async function updatePreference(key: "email_notifications", value: boolean): Promise<void> {
  await callProcedure("update_user_preferences_fn", { key: `{${key}}`, value: String(value) });
}
