import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { LogSort } from "../../api/logbook/find-logs.ts";
import type { BestLog, RecordKind, Statistics } from "../../api/statistics/statistics.ts";
import { daysOfYear, logsAddress } from "../../features/log-filter/view.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { Link } from "../../routing/link.tsx";
import { logPath } from "../../routing/paths.ts";
import { Card } from "../../ui/page/card.tsx";
import { formatDuration } from "../../units/duration.ts";
import { formatDay, inUtc } from "../../units/instant.ts";
import { knots, nauticalMiles, type ShownUnits, spoken } from "../../units/quantity.ts";

const miles = (value: number, units: ShownUnits) => spoken(nauticalMiles(value, units));
const speed = (value: number, units: ShownUnits) => spoken(knots(value, units));

const KINDS: readonly {
  readonly kind: RecordKind;
  readonly words: MessageDescriptor;
  /** The order of the logbook that begins with them. */
  readonly sort?: LogSort;
  readonly shown: (value: number, units: ShownUnits) => string;
}[] = [
  { kind: "distance", words: msg`Longest`, shown: miles, sort: "distance" },
  { kind: "best_24h_nm", words: msg`Best 24 hours`, shown: miles },
  { kind: "seconds", words: msg`Longest time`, shown: formatDuration, sort: "duration" },
  { kind: "max_speed", words: msg`Fastest`, shown: speed },
  { kind: "avg_speed", words: msg`Best average`, shown: speed, sort: "speed" },
  { kind: "max_wind_speed", words: msg`Windiest, apparent`, shown: speed, sort: "wind" },
];

interface RecordsProps {
  readonly records: Statistics["records"];
  readonly year: number | null;
}

/** The three best logs of each kind, with links; the heading leads to all logs in that order. */
export function Records({ records, year }: RecordsProps) {
  const { t } = useLingui();
  const display = useDisplay();
  return (
    <Card title={t`Records`}>
      <div className="records">
        {KINDS.map(({ kind, words, shown, sort }) =>
          records[kind].length === 0 ? null : (
            <section key={kind} aria-label={t(words)}>
              <h3>
                {sort === undefined ? (
                  t(words)
                ) : (
                  <Link to={logsAddress(year === null ? {} : daysOfYear(year), sort)}>{t(words)}</Link>
                )}
              </h3>
              <ol className="records__list">
                {records[kind].map((log) => (
                  <Best key={log.id} log={log} value={shown(log.value, display)} />
                ))}
              </ol>
            </section>
          ),
        )}
      </div>
    </Card>
  );
}

function Best({ log, value }: { readonly log: BestLog; readonly value: string }) {
  const display = useDisplay();
  return (
    <li>
      <Link to={logPath(log.id)} className="records__log">
        <strong>{value}</strong>
        <span>
          {log.name ?? <Trans>Log {log.id}</Trans>}
          <small>{log.started === null ? "" : formatDay(log.started, inUtc(display))}</small>
        </span>
      </Link>
    </li>
  );
}
