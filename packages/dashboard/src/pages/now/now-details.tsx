import { Trans, useLingui } from "@lingui/react/macro";
import type { Alert } from "../../api/alerts/alerts.ts";
import type { Rule } from "../../api/alerts/rules.ts";
import type { Present } from "../../api/boat/present.ts";
import type { Reading } from "../../api/boat/readings.ts";
import type { MetricRow } from "../../api/boat/recent-metrics.ts";
import type { WakeStep } from "../../api/boat/wake.ts";
import { anchorWatchOf } from "../../features/alerts/anchor-watch.ts";
import { shownOf } from "../../measurements/measure.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useIsFresh } from "../../queries/use-now.ts";
import { Link } from "../../routing/link.tsx";
import { BOAT_PATH } from "../../routing/paths.ts";
import { Empty } from "../../ui/page/empty.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { AnchorLink } from "./anchor-link.tsx";
import { BoatChart } from "./boat-chart.tsx";
import { DayTiles } from "./day/day-tiles.tsx";
import { dayValues } from "./day/day-values.ts";
import { Lying, UnderWay } from "./doing.tsx";
import { Instruments } from "./instruments.tsx";
import { LastVoyages } from "./last-voyages.tsx";
import { Season } from "./season.tsx";
import type { BoatState } from "./words/head-line.ts";
import "./now-details.css";

interface NowDetailsProps {
  /** Undefined if refused, like the rest. */
  readonly rows: readonly MetricRow[] | undefined;
  readonly readings: readonly Reading[] | undefined;
  readonly present: Present | undefined;
  readonly alerts: readonly Alert[];
  readonly rules: readonly Rule[];
  readonly state: BoatState | undefined;
  /** Her positions of the last day; undefined while loading. */
  readonly wake: readonly WakeStep[] | undefined;
}

function NoRows() {
  const { t } = useLingui();
  return (
    <Empty icon="boat" title={t`Nothing from the boat yet`}>
      <p>
        <Trans>As soon as it is connected and switched on, its position and instruments appear here.</Trans>{" "}
        <Link to={BOAT_PATH}>
          <Trans>How to connect it</Trans>
        </Link>
      </p>
    </Empty>
  );
}

interface BoatProps extends Pick<NowDetailsProps, "present" | "alerts"> {
  readonly rows: readonly MetricRow[];
  readonly readings: readonly Reading[];
  readonly wake: readonly WakeStep[];
  /** Keys of values with a tile. */
  readonly elsewhere: readonly string[];
}

/** The boat on the chart, her instruments, and what she sailed. */
function Boat({ rows, readings, present, alerts, wake, elsewhere }: BoatProps) {
  const display = useDisplay();
  const isFresh = useIsFresh();
  const newest = rows.at(-1);
  const fix = rows.findLast(({ latitude, longitude }) => latitude !== null && longitude !== null);
  const heading = readings.find(({ key }) => key === "navigation.headingTrue");
  const headingDegrees =
    heading === undefined || heading.value === null || !isFresh(heading.measured)
      ? null
      : shownOf("bearing", heading.value, display);
  return (
    <div className="now">
      <div className="now__column">
        <BoatChart
          wake={wake}
          cogDegrees={fix?.cogDegrees ?? null}
          headingDegrees={headingDegrees}
          stay={present === undefined || present.log !== null ? null : present.stay}
          newest={newest?.time ?? null}
        />
        <LastVoyages />
      </div>
      <div className="now__column">
        <Instruments readings={readings} newest={newest} alerts={alerts} elsewhere={elsewhere} />
        <Season />
      </div>
    </div>
  );
}

/** All of the page below the boat's state. */
export function NowDetails({ rows, readings, present, alerts, rules, state, wake }: NowDetailsProps) {
  const newest = rows?.at(-1);
  const lastMeasured = newest?.time ?? null;
  const { log = null, stay = null } = present ?? {};
  const values = dayValues(readings ?? [], newest);
  if (rows !== undefined && wake === undefined) return <Skeleton height="24rem" />;
  return (
    <>
      <div className="now__links">
        {log === null ? null : <UnderWay log={log} lastMeasured={lastMeasured} />}
        {log !== null || stay === null ? null : <Lying stay={stay} />}
        <AnchorLink watch={anchorWatchOf(rules)} state={state} />
      </div>
      {rows?.length === 0 ? <NoRows /> : null}
      <DayTiles values={values} newest={lastMeasured} alerts={alerts} />
      {rows === undefined || rows.length === 0 || readings === undefined || wake === undefined ? null : (
        <Boat {...{ rows, readings, present, alerts, wake }} elsewhere={values.map(({ key }) => key)} />
      )}
    </>
  );
}
