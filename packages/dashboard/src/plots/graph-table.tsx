import { useLingui } from "@lingui/react/macro";
import type { Speech } from "../languages/speech.ts";
import { useDisplay } from "../preferences/display.tsx";
import { formatInstant } from "../units/instant.ts";
import { decimal } from "../units/locale.ts";
import { distanceUnit } from "../units/quantity.ts";
import type { Across, Series } from "./series.ts";

/** Maximum of rows; of more points every nth is shown. */
const ROWS = 48;

interface GraphTableProps {
  readonly title: string;
  readonly across: Across;
  readonly series: readonly Series[];
}

/** A graph's numbers, evenly spaced. */
export function GraphTable({ title, across, series }: GraphTableProps) {
  const { t } = useLingui();
  const display = useDisplay();
  const every = Math.max(1, Math.ceil(across.values.length / ROWS));
  const rows = across.values.map((_, index) => index).filter((index) => index % every === 0);
  const place = (value: number) =>
    across.kind === "time"
      ? formatInstant(new Date(value * 1000), display)
      : `${decimal(value, 1, display)} ${distanceUnit(display)}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
    <section className="graph__table" aria-label={t`Table: ${title}`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{across.kind === "time" ? t`Time` : t`Distance`}</th>
            {series.map(({ words, unit }) => (
              <th key={words} scope="col">
                {words}, {unit}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((index) => (
            <tr key={index}>
              <th scope="row">{place(across.values[index] ?? 0)}</th>
              {series.map(({ words, digits, values }) => (
                <td key={words}>{written(values[index] ?? null, digits, display)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function written(value: number | null, digits: number, speech: Speech): string {
  return value === null ? "" : decimal(value, digits, speech);
}
