import { useDisplay } from "../../preferences/display.tsx";
import { monthNames } from "../../units/calendar.ts";
import "./day-map.css";

interface DayMapProps {
  readonly year: number;
  /** Amounts by day, such as `2026-07-30`. */
  readonly values: ReadonlyMap<string, number>;
  /** The tooltip of a day. */
  readonly words: (day: string, value: number) => string;
}

const DAY_MS = 86_400_000;

/** A year's days as a heat map, by month, weeks from Monday. */
export function DayMap({ year, values, words }: DayMapProps) {
  const display = useDisplay();
  const most = Math.max(...values.values(), 0);
  return (
    <div className="day-map" aria-hidden="true">
      {monthNames("short", display).map((name, month) => (
        <div key={name} className="day-map__month">
          <span className="day-map__name">{name}</span>
          <div className="day-map__days">
            {daysOf(year, month).map(({ day, column }) => {
              const value = values.get(day) ?? 0;
              return (
                <span
                  key={day}
                  className={`day-map__day day-map__day--${level(value, most)}`}
                  style={column === null ? {} : { gridColumnStart: column }}
                  title={value === 0 ? undefined : words(day, value)}
                />
              );
            })}
          </div>
        </div>
      ))}
    </div>
  );
}

/** Level 0 for nothing to 4 for the most, by square root so that one long day does not pale all others. */
function level(value: number, most: number): number {
  return value <= 0 ? 0 : Math.max(1, Math.ceil(Math.sqrt(value / most) * 4));
}

/** The days of a month; the first has the column of its weekday. */
function daysOf(
  year: number,
  month: number,
): readonly { readonly day: string; readonly column: number | null }[] {
  const [start, end] = [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)];
  return Array.from({ length: Math.round((end - start) / DAY_MS) }, (_, index) => {
    const instant = new Date(start + index * DAY_MS);
    return {
      day: instant.toISOString().slice(0, 10),
      column: index === 0 ? ((instant.getUTCDay() + 6) % 7) + 1 : null,
    };
  });
}
