import type { PreferencesJson } from "../../api/account/settings.ts";
import { updatePreference } from "../../api/account/update-preference.ts";
import type { Json } from "../../api/generated/api-types.ts";
import type { ApiProblem } from "../../api/problem.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { useCommand } from "../../queries/use-command.ts";

interface PreferenceSetter {
  /** Resolves to whether it was set. */
  readonly set: (key: keyof PreferencesJson, value: Json) => Promise<boolean>;
  readonly running: boolean;
  readonly disabled: boolean;
  readonly problem: ApiProblem | null;
}

/** Sets preferences of the account, one after the other. */
export function usePreference(onChanged: () => Promise<unknown>): PreferenceSetter {
  const online = useOnline();
  const { run, running, problem } = useCommand(async (key: keyof PreferencesJson, value: Json) => {
    await updatePreference(key, value);
    // What is set next may be made from what there is then.
    await onChanged();
  });
  return { set: run, running, disabled: running || !online, problem };
}
