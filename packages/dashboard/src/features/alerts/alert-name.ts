import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { Alert } from "../../api/alerts/alerts.ts";
import { unnamed } from "../../api/alerts/rules.ts";
import { useKeyTitle } from "../../measurements/key-title.ts";

/** The subject of an alert whose rule has neither name nor key, by its kind. */
const KIND_WORDS: Readonly<Record<string, MessageDescriptor>> = {
  offline: msg`Contact with the boat`,
  leave: msg`Leaving a circle on the chart`,
  enter: msg`Entering a circle on the chart`,
};

/** Names the rule of an alert: by its name, or by what it watches if it has none. */
export function useAlertName(): (rule: Pick<Alert, "name" | "kind" | "key">) => string {
  const { i18n } = useLingui();
  const titleOf = useKeyTitle();
  return ({ name, kind, key }) => {
    if (name !== unnamed({ kind, key })) return name;
    if (key !== null) return titleOf(key);
    const words = KIND_WORDS[kind];
    return words === undefined ? name : i18n._(words);
  };
}
