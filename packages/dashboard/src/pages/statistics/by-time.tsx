import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { Share } from "../../api/statistics/statistics.ts";
import { Bars } from "../../plots/figures/bars.tsx";
import { ToldGraph } from "../../plots/figures/told-graph.tsx";
import { useDisplay, useDisplayChoices } from "../../preferences/display.tsx";
import { monthNames, weekdayNames } from "../../units/calendar.ts";
import { distanceOfNauticalMiles, distanceUnit } from "../../units/quantity.ts";
import { LogsLink } from "./season.tsx";
import { useMiles } from "./use-miles.ts";

/** A count of logs, in words. */
function useLogsWords(): (logs: number) => string {
  const { t } = useLingui();
  return (logs) => t`${plural(logs, { one: "# log", other: "# logs" })}`;
}

/** The index of the greatest value. */
function greatest(values: readonly number[]): number {
  return values.indexOf(Math.max(...values));
}

/** Nautical miles by month of departure. */
export function ByMonth({
  months,
  year,
}: {
  readonly months: readonly Share[];
  readonly year: number | null;
}) {
  const miles = useMiles();
  const logsWords = useLogsWords();
  const display = useDisplay();
  const { t } = useLingui();
  const [names, short] = [monthNames("long", display), monthNames("short", display)];
  const best = greatest(months.map(({ nm }) => nm));
  const [month = "", distance, count] = [names[best], miles(months[best]?.nm ?? 0), months[best]?.logs ?? 0];
  return (
    <ToldGraph
      title={t`By month`}
      sentence={t`${plural(count, {
        one: `Most sailed: ${month}, ${distance} in # log.`,
        other: `Most sailed: ${month}, ${distance} in # logs.`,
      })}`}
      below={<LogsLink year={year} />}
      columns={[t`Month`, t`Logs`, t`Distance`]}
      rows={() => months.map((share, at) => [names[at] ?? "", String(share.logs), miles(share.nm)])}
    >
      <Bars
        unit={distanceUnit(display)}
        bars={months.map(({ nm, logs }, at) => ({
          label: short[at] ?? "",
          value: distanceOfNauticalMiles(nm, display),
          words: `${names[at]}: ${miles(nm)}, ${logsWords(logs)}`,
        }))}
      />
    </ToldGraph>
  );
}

interface ByTimeProps {
  readonly part: "weekday" | "hour";
  readonly shares: readonly Share[];
  readonly year: number | null;
}

/** Logs by weekday or hour of departure, in the account's time zone. */
export function ByTime({ part, shares, year }: ByTimeProps) {
  const miles = useMiles();
  const logsWords = useLogsWords();
  const display = useDisplay();
  const { t } = useLingui();
  const zone = useDisplayChoices().account.zone ?? "UTC";
  const clock = (hour: number) => String(hour).padStart(2, "0");
  const long =
    part === "weekday"
      ? weekdayNames("long", display)
      : shares.map((_, at) => `${clock(at)}:00–${clock(at)}:59`);
  const short = part === "weekday" ? weekdayNames("short", display) : shares.map((_, at) => clock(at));
  const best = greatest(shares.map(({ logs }) => logs));
  const [name = "", count] = [long[best], shares[best]?.logs ?? 0];
  return (
    <ToldGraph
      title={part === "weekday" ? t`By weekday` : t`By hour of departure`}
      sentence={
        part === "weekday"
          ? t`${plural(count, {
              one: `Most departures: ${name}, # log. Days are those of ${zone}.`,
              other: `Most departures: ${name}, # logs. Days are those of ${zone}.`,
            })}`
          : t`${plural(count, {
              one: `Most departures: ${name} (${zone}), # log.`,
              other: `Most departures: ${name} (${zone}), # logs.`,
            })}`
      }
      below={<LogsLink year={year} />}
      columns={[part === "weekday" ? t`Weekday` : t`Hour (${zone})`, t`Logs`, t`Distance`]}
      rows={() => shares.map((share, at) => [long[at] ?? "", String(share.logs), miles(share.nm)])}
    >
      <Bars
        unit={t`Logs`}
        labelEvery={part === "weekday" ? 1 : 3}
        bars={shares.map((share, at) => ({
          label: short[at] ?? "",
          value: share.logs,
          words: `${long[at]}: ${logsWords(share.logs)}, ${miles(share.nm)}`,
        }))}
      />
    </ToldGraph>
  );
}
