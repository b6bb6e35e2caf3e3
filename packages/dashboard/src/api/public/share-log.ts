import { AS_SAID } from "../../languages/speech.ts";
import { type Settings, settingsQuestion } from "../account/settings.ts";
import { updatePreference } from "../account/update-preference.ts";
import { read } from "../request.ts";

/** Whether a log's public page is published, alone or with all. */
export function isShared({ published: { public_logs } }: Settings, id: number): boolean {
  return public_logs === "all" || (public_logs !== "none" && public_logs.includes(id));
}

/** Publishes a log's page beside those that are published already. @param name the boat's public name */
export async function shareLog(id: number, name: string): Promise<void> {
  const settings = await settingsNow();
  if (name !== settings.publicName) await updatePreference("public_vessel", name);
  const { public_logs } = settings.published;
  if (isShared(settings, id)) return;
  await updatePreference("public_logs", [...(public_logs === "none" ? [] : public_logs), id]);
}

/** Withdraws a log's page; one that is published with all stays. */
export async function unshareLog(id: number): Promise<void> {
  const { public_logs } = (await settingsNow()).published;
  if (typeof public_logs === "string") return;
  const others = public_logs.filter((one) => one !== id);
  await updatePreference("public_logs", others.length === 0 ? false : others);
}

/** Another device may have published meanwhile. */
async function settingsNow(): Promise<Settings> {
  return (await read(settingsQuestion, new AbortController().signal, AS_SAID)).value;
}
