import { useEffect, useState } from "react";
import { settingsQuestion } from "../api/account/settings.ts";
import { useAnswer } from "../queries/use-answer.ts";
import { followSession } from "../session/token.ts";
import { forgetAccount, isAccountDue, useDisplayChoices } from "./display.tsx";

/** Applies the account's units and time zone, which may have changed on another device. */
export function useAccountDisplay(): void {
  const { followAccount } = useDisplayChoices();
  useEffect(() => followSession(forgetAccount), []);
  const [isDue] = useState(isAccountDue);
  const { value } = useAnswer(settingsQuestion, null, isDue);
  useEffect(() => {
    if (value !== undefined) followAccount(value.stored);
  }, [value, followAccount]);
}
