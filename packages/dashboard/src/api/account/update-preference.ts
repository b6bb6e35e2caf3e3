import type { Json } from "../generated/api-types.ts";
import { callForSuccess } from "../request.ts";
import type { PreferencesJson } from "./settings.ts";

/** Sets one preference of the signed-in user; null clears it (and so unlinks a chat). */
export async function updatePreference(key: keyof PreferencesJson, value: Json): Promise<void> {
  await callForSuccess("update_user_preferences_fn", { key: `{${key}}`, value: JSON.stringify(value) });
}
