import { Trans, useLingui } from "@lingui/react/macro";
import { type LatestRow, latestRowQuestion } from "../../api/boat/latest-row.ts";
import { type Reading, readingsQuestion } from "../../api/boat/readings.ts";
import { useFreshSeconds } from "../../features/boat/use-fresh-seconds.ts";
import { ConnectLink } from "../../features/places/connect-link.tsx";
import { type Group, wordsOfKey } from "../../measurements/key.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { FreshFor } from "../../queries/use-now.ts";
import { AsOf } from "../../ui/figures/as-of.tsx";
import type { IconName } from "../../ui/icon.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { KeysCard } from "./keys-card.tsx";
import { TileGroup } from "./tile-group.tsx";

const METRES_PER_SECOND = 1852 / 3600;

/** The columns of a row that have no key, as readings of monitored values. */
function readingsOfRow(row: LatestRow | null, readings: readonly Reading[]): readonly Reading[] {
  if (row === null || row.time === null) return [];
  const measured = row.time;
  const hasWind = readings.some(({ mappedTo }) => mappedTo.includes("wind"));
  const reading = (key: string, knots: number | null): readonly Reading[] =>
    knots === null
      ? []
      : [{ key, value: knots * METRES_PER_SECOND, text: null, measured, first: null, mappedTo: [key] }];
  return [...reading("speed", row.sogKnots), ...(hasWind ? [] : reading("wind", row.awsKnots))];
}

/** The group of a measurement. */
function groupOf({ key }: Reading): Group {
  if (key === "speed") return "navigation";
  return key === "wind" ? "weather" : wordsOfKey(key).group;
}

/** Everything the boat sends, in groups. */
export function Measurements({ refreshSeconds }: { readonly refreshSeconds: number | null }) {
  const { t } = useLingui();
  const { value: readings, storedAt, problem, refetch } = useAnswer(readingsQuestion, refreshSeconds);
  const latest = useAnswer(latestRowQuestion, refreshSeconds);
  const groups: readonly (readonly [Group, string, IconName])[] = [
    ["navigation", t`Navigation`, "now"],
    ["weather", t`Wind and weather`, "wind"],
    ["electrical", t`Electrical`, "power"],
    ["tanks", t`Tanks`, "tank"],
    ["engines", t`Engines`, "engine"],
    ["other", t`Other`, "list"],
  ];
  const shown =
    readings === undefined || latest.value === undefined
      ? undefined
      : [...readingsOfRow(latest.value, readings), ...readings];
  const times = shown?.map(({ measured }) => measured.getTime()) ?? [];
  const freshSeconds = useFreshSeconds(times.length === 0 ? null : new Date(Math.max(...times)));
  return (
    <Page
      title={t`Monitoring`}
      sub={<Trans>Everything that the boat sends. Choose a value to see how it went.</Trans>}
      aside={<AsOf storedAt={storedAt} />}
    >
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {shown === undefined && problem === null ? <Skeleton height="10rem" count={3} /> : null}
      {shown?.length === 0 ? (
        <Empty icon="gauge" title={t`Nothing measured yet`}>
          <p>
            <Trans>As soon as the boat is connected and switched on, its values appear here.</Trans>
          </p>
          <ConnectLink />
        </Empty>
      ) : null}
      <FreshFor value={freshSeconds}>
        {groups.map(([group, words, icon]) => {
          const members = shown?.filter((reading) => groupOf(reading) === group) ?? [];
          return members.length === 0 ? null : (
            <TileGroup key={group} words={words} icon={icon} readings={members} />
          );
        })}
      </FreshFor>
      {shown === undefined || readings === undefined || readings.length === 0 ? null : (
        <KeysCard readings={readings} />
      )}
    </Page>
  );
}
