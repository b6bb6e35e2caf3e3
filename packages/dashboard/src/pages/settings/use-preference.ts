import type { PreferencesJson } from "../../api/account/settings.ts";
import { updatePreference } from "../../api/account/update-preference.ts";
import type { Json } from "../../api/generated/api-types.ts";
import type { ApiProblem } from "../../api/problem.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { useCommand } from "../../queries/use-command.ts";

interface PreferenceSetter {
  /** Resolves to whether it was saved. */
  readonly set: (key: keyof PreferencesJson, value: Json) => Promise<boolean>;
  readonly running: boolean;
  readonly disabled: boolean;
  readonly problem: ApiProblem | null;
}

/** Sets account preferences one after the other. */
export function usePreference(onChanged: () => Promise<unknown>): PreferenceSetter {
  const online = useOnline();
  const { run, running, problem } = useCommand(async (key: keyof PreferencesJson, value: Json) => {
    await updatePreference(key, value);
    // The next change may depend on this one.
    await onChanged();
  });
  return { set: run, running, disabled: running || !online, problem };
}
