import { Trans } from "@lingui/react/macro";
import type { Series } from "../../api/boat/history.ts";
import { type Measure, quantityOf } from "../../measurements/measure.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { formatInstant } from "../../units/instant.ts";
import { spoken } from "../../units/quantity.ts";

interface HistoryTableProps {
  readonly title: string;
  readonly times: readonly number[];
  readonly series: Series;
  readonly measure: Measure;
}

/** The plot's values, newest first; empty steps are left out. */
export function HistoryTable({ title, times, series, measure }: HistoryTableProps) {
  const display = useDisplay();
  const words = (si: number | null | undefined) => spoken(quantityOf(measure, si ?? null, display));
  const steps = times
    .map((time, index) => ({
      time,
      average: series.average[index],
      low: series.low[index],
      high: series.high[index],
    }))
    .filter(({ average }) => average !== null && average !== undefined)
    .reverse();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="keys history__table" aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <Trans>From</Trans>
            </th>
            <th scope="col">
              <Trans>Mean</Trans>
            </th>
            <th scope="col">
              <Trans>Lowest</Trans>
            </th>
            <th scope="col">
              <Trans>Highest</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ time, average, low, high }) => (
            <tr key={time}>
              <th scope="row">{formatInstant(new Date(time * 1000), display)}</th>
              <td>{words(average)}</td>
              <td>{words(low)}</td>
              <td>{words(high)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
