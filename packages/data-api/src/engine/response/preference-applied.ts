/** Reports the preferences that were applied. */
import type { ExecuteSettings } from "../execute/execute-settings.ts";
import type { StatementPlan } from "../plan/plan-types.ts";
import type { ApiRequest } from "../request/api-request.ts";
import type { SchemaCache } from "../schema/schema-cache.ts";
import { timezoneSetting } from "../schema/timezones.ts";

/** The value of `Preference-Applied`; null if none was applied. */
export function preferenceApplied(
  { preferences }: ApiRequest,
  plan: StatementPlan,
  cache: SchemaCache,
  settings: ExecuteSettings,
): string | null {
  const { resolution, missing, parameters, count, transaction, handling, timezone, maxAffected } =
    preferences;
  const isCreating = plan.kind === "mutation" && plan.action === "create";
  const conflicts = plan.kind === "mutation" && plan.write.kind === "insert" && plan.write.conflict !== null;
  const isUpdate = plan.kind === "mutation" && plan.action === "update";
  const limitsWrites =
    plan.kind === "routine" || (plan.kind === "mutation" && (isUpdate || plan.action === "delete"));
  const applied = [
    isCreating && conflicts && resolution !== undefined && `resolution=${resolution}`,
    (isCreating || isUpdate) && missing !== undefined && `missing=${missing}`,
    plan.kind === "mutation" && preferences.return !== undefined && `return=${preferences.return}`,
    plan.kind === "routine" && parameters !== undefined && `params=${parameters}`,
    count !== undefined && `count=${count}`,
    settings.txEnd.endsWith("allow-override") && transaction !== undefined && `tx=${transaction}`,
    handling !== undefined && `handling=${handling}`,
    timezone !== undefined &&
      timezoneSetting(cache, timezone, settings.release.rules) !== null &&
      `timezone=${timezone}`,
    handling === "strict" && limitsWrites && maxAffected !== undefined && `max-affected=${maxAffected}`,
  ].filter((one) => one !== false);
  return applied.length === 0 ? null : applied.join(", ");
}
