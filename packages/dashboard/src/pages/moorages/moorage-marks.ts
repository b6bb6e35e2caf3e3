import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import type { Moorage } from "../../api/places/moorages.ts";
import type { Mark } from "../../map/mark.ts";

/** Moorages as marks on a chart; one may be selected. */
export function useMoorageMarks(
  moorages: readonly Moorage[] | undefined,
  selected: number | null = null,
): readonly Mark[] {
  const { t } = useLingui();
  return useMemo(
    () =>
      (moorages ?? []).flatMap(({ id, name, latitude, longitude, home }): Mark[] => {
        if (latitude === null || longitude === null) return [];
        const words = name ?? t`Unnamed place`;
        return [
          {
            id: String(id),
            kind: home ? "home" : "place",
            latitude,
            longitude,
            name: words,
            label: home ? t`${words}, home port` : words,
            selected: id === selected,
          },
        ];
      }),
    [moorages, selected, t],
  );
}
