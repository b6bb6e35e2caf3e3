import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import type { Alert } from "../../../api/alerts/alerts.ts";
import { type History, historyQuestion } from "../../../api/boat/history.ts";
import { alertOn } from "../../../features/alerts/alert-on.ts";
import { SEVERITY_WORDS } from "../../../features/alerts/severity.ts";
import { wordsOfKey } from "../../../measurements/key.ts";
import { useKeyTitle } from "../../../measurements/key-title.ts";
import { quantityOf } from "../../../measurements/measure.ts";
import { Sparkline } from "../../../plots/sparkline.tsx";
import { useDisplay } from "../../../preferences/display.tsx";
import { useAnswer } from "../../../queries/use-answer.ts";
import { useIsFresh } from "../../../queries/use-now.ts";
import { Link } from "../../../routing/link.tsx";
import { historyPath } from "../../../routing/paths.ts";
import { Icon } from "../../../ui/icon.tsx";
import { spoken } from "../../../units/quantity.ts";
import { useOwnAge } from "../own-age.ts";
import { type DayValue, rangeOf, tendencyOf } from "./day-values.ts";
import "./day-tiles.css";

const DAY_HOURS = 24;
const WEEK_HOURS = 168;
/** As many steps as a small curve has room for: half an hour each. */
const STEPS = 49;
const REFRESH_SECONDS = 300;
/** A barometer that changes by less in three hours is steady, Pa. */
const STEADY = 50;

interface DayTilesProps {
  readonly values: readonly DayValue[];
  /** Time of the newest row. */
  readonly newest: Date | null;
  readonly alerts: readonly Alert[];
}

/** What a tile adds to its value; empty until its history is known. */
function useNote({ kind, name }: DayValue, history: History | undefined): string {
  const { t } = useLingui();
  const display = useDisplay();
  const series = history?.series.get(name);
  if (history === undefined || series === undefined) return "";
  const words = (si: number) => spoken(quantityOf(wordsOfKey(name).measure, si, display));
  const range = rangeOf(series);
  if (range === null) return "";
  const [low, high] = range;
  if (kind === "wind") return t`Gusts to ${words(high)}`;
  const change = kind === "range" ? null : tendencyOf(history.times, series);
  if (change === null) return words(low) === words(high) ? t`Steady` : t`${words(low)} to ${words(high)}`;
  if (Math.abs(change) < STEADY) return t`Steady`;
  return change > 0 ? t`Rising ${words(change)} in 3 h` : t`Falling ${words(-change)} in 3 h`;
}

function DayTile({
  one,
  history,
  newest,
  alert,
}: {
  readonly one: DayValue;
  readonly history: History | undefined;
  readonly newest: Date | null;
  readonly alert: Alert | undefined;
}) {
  const { t } = useLingui();
  const display = useDisplay();
  const isFresh = useIsFresh();
  const title = useKeyTitle();
  const note = useNote(one, history);
  const age = useOwnAge(one.measured, newest);
  const { name, key, value, measured } = one;
  const { measure } = wordsOfKey(name);
  const { figure, unit } = quantityOf(measure, value, display);
  const series = history?.series.get(name);
  const isOld = !isFresh(measured);
  const labels: Readonly<Record<string, string>> = {
    voltage: t`Battery`,
    inside_temperature: t`Air inside`,
    pressure: t`Pressure`,
  };
  return (
    <Link
      to={historyPath(name, WEEK_HOURS)}
      className={`day-tile${isOld ? " day-tile--old" : ""}${alert === undefined ? "" : " day-tile--alert"}`}
    >
      <span className="day-tile__title">{labels[name] ?? title(key)}</span>
      {alert === undefined ? null : (
        <span className="day-tile__alert">
          <Icon name="alert" size={18} />
          {t(SEVERITY_WORDS[alert.severity])}
        </span>
      )}
      <span className="day-tile__value">
        {figure}
        <span className="day-tile__unit">{unit}</span>
      </span>
      <span className="day-tile__note">{age ?? note}</span>
      <span className="day-tile__curve">
        {history === undefined || series === undefined ? null : (
          <Sparkline
            times={history.times}
            values={series.average}
            high={one.kind === "wind" ? series.high : undefined}
          />
        )}
      </span>
    </Link>
  );
}

/** The last 24 hours of the most asked values, each a link to its week. One request has all curves. */
export function DayTiles({ values, newest, alerts }: DayTilesProps) {
  const { t } = useLingui();
  const names = values.map(({ name }) => name).join("\n");
  const question = useMemo(
    () => historyQuestion(names.split("\n"), { hours: DAY_HOURS, until: null }, STEPS),
    [names],
  );
  const { value: history } = useAnswer(question, REFRESH_SECONDS, values.length > 0);
  return values.length === 0 ? null : (
    <ul className="day-tiles" aria-label={t`Last 24 hours`}>
      {values.map((one) => (
        <li key={one.name}>
          <DayTile one={one} history={history} newest={newest} alert={alertOn(alerts, one.name, one.key)} />
        </li>
      ))}
    </ul>
  );
}
