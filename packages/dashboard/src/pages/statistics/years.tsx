import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { YearShare } from "../../api/statistics/statistics.ts";
import { Bars } from "../../plots/figures/bars.tsx";
import { ToldGraph } from "../../plots/figures/told-graph.tsx";
import { useDisplay } from "../../preferences/display.tsx";
import { formatDuration } from "../../units/duration.ts";
import { distanceOfNauticalMiles, distanceUnit } from "../../units/quantity.ts";
import { LogsLink } from "./season.tsx";
import { useMiles } from "./use-miles.ts";

/** Nautical miles by year. */
export function ByYear({ years }: { readonly years: readonly YearShare[] }) {
  const miles = useMiles();
  const display = useDisplay();
  const { t } = useLingui();
  const best = years.reduce((most, share) => (share.nm > most.nm ? share : most));
  const [year, distance, count] = [best.year, miles(best.nm), best.logs];
  return (
    <ToldGraph
      title={t`By year`}
      sentence={t`${plural(count, {
        one: `Most sailed: ${year}, ${distance} in # log.`,
        other: `Most sailed: ${year}, ${distance} in # logs.`,
      })}`}
      below={<LogsLink year={null} />}
      columns={[t`Year`, t`Logs`, t`Distance`, t`Time under way`]}
      rows={() =>
        years.map((share) => [
          String(share.year),
          String(share.logs),
          miles(share.nm),
          formatDuration(share.seconds),
        ])
      }
    >
      <Bars
        unit={distanceUnit(display)}
        labelEvery={Math.ceil(years.length / 12)}
        bars={years.map((share) => ({
          label: String(share.year),
          value: distanceOfNauticalMiles(share.nm, display),
          words: `${share.year}: ${miles(share.nm)}`,
        }))}
      />
    </ToldGraph>
  );
}
