import { settingsQuestion } from "../api/account/settings.ts";
import { AS_SAID, type Speech } from "../languages/speech.ts";
import { askAhead } from "../queries/ask-ahead.ts";
import { isBoatKnown, rememberBoat } from "../session/known-boat.ts";
import { firstQuestions } from "./first-questions.ts";

/**
 * Asks what a page shows first while its script is on its way; before that whether there is a boat, unless this device
 * knows. Resolves once it is answered.
 */
export async function askFirstQuestions(location: Location, speech: Promise<Speech>): Promise<void> {
  if (!isBoatKnown()) {
    // Needs no translations.
    const settings = await askAhead(settingsQuestion, Promise.resolve(AS_SAID));
    if (settings?.hasVessel !== true) return;
    rememberBoat();
  }
  await Promise.all(firstQuestions(location).map((question) => askAhead(question, speech)));
}
