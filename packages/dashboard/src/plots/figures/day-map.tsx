import { useDisplay } from "../../preferences/display.tsx";
import { monthNames } from "../../units/calendar.ts";
import "./day-map.css";

interface DayMapProps {
  readonly year: number;
  /** By day, such as `2026-07-30`: how much there was. */
  readonly values: ReadonlyMap<string, number>;
  /** The text shown when a day is pointed at. */
  readonly words: (day: string, value: number) => string;
}

const DAY_MS = 86_400_000;

/** A year of days, month by month and Monday first, each the darker the more there was. */
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

/** 0 for nothing, 4 for the most: by the square root, as single long days would pale all others. */
function level(value: number, most: number): number {
  return value <= 0 ? 0 : Math.max(1, Math.ceil(Math.sqrt(value / most) * 4));
}

/** The days of a month; the first one says in which column of the week it stands. */
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
