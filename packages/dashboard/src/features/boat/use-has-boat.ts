import { useEffect } from "react";
import { settingsQuestion } from "../../api/account/settings.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { isBoatKnown, rememberBoat } from "../../session/known-boat.ts";
import { useToken } from "../../session/use-token.ts";

/**
 * Whether the signed-in user has a boat; undefined until known. The account's settings decide, so that nothing is
 * asked that only a boat has. Without a response the boat is presumed: pages then say what is wrong.
 */
export function useHasBoat(): boolean | undefined {
  const isSignedIn = useToken() !== null;
  const isKnown = isBoatKnown();
  const { value: settings, problem } = useAnswer(settingsQuestion, null, isSignedIn && !isKnown);
  const hasVessel = settings?.hasVessel;
  useEffect(() => {
    if (hasVessel === true) rememberBoat();
  }, [hasVessel]);
  return isKnown || (hasVessel ?? (problem === null ? undefined : true));
}
