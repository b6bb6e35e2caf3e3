import type { Reading } from "../../api/boat/readings.ts";
import { wordsOfKey } from "../../measurements/key.ts";
import { useKeyTitle } from "../../measurements/key-title.ts";
import { quantityOf } from "../../measurements/measure.ts";
import { Sparkline } from "../../plots/sparkline.tsx";
import { useDisplay } from "../../preferences/display.tsx";
import { useIsFresh, useNow } from "../../queries/use-now.ts";
import { Link } from "../../routing/link.tsx";
import { historyPath } from "../../routing/paths.ts";
import { formatAge } from "../../units/duration.ts";
import { ageSeconds } from "../../units/freshness.ts";

interface TileProps {
  readonly reading: Reading;
  readonly spark: { readonly times: readonly number[]; readonly values: readonly (number | null)[] } | null;
}

/** Room in the narrowest tile, in half digits: a unit is half as large as its figure. */
const ROOM = 11;

/** A measurement: newest value, age and today's trend. Opens its history. */
export function Tile({ reading, spark }: TileProps) {
  const display = useDisplay();
  const now = useNow();
  const title = useKeyTitle()(reading.key);
  const { figure, unit } = quantityOf(wordsOfKey(reading.key).measure, reading.value, display);
  const isLong = 2 * figure.length + unit.length > ROOM;
  const fresh = useIsFresh()(reading.measured);
  const content = (
    <>
      <span className="tile__title">{title}</span>
      <span className={isLong ? "tile__value tile__value--long" : "tile__value"}>
        {reading.text === null ? figure : <span className="tile__text">{reading.text}</span>}
        {reading.value === null ? null : <span className="tile__unit">{unit}</span>}
      </span>
      <span className="tile__age">{formatAge(ageSeconds(reading.measured, now), display)}</span>
      <span className="tile__spark">{spark === null ? null : <Sparkline {...spark} />}</span>
    </>
  );
  const className = fresh ? "tile" : "tile tile--old";
  return reading.value === null ? (
    <div className={className}>{content}</div>
  ) : (
    <Link className={className} to={historyPath(reading.key)} title={reading.key}>
      {content}
    </Link>
  );
}
