import { type History, historyQuestion } from "../../api/boat/history.ts";
import type { Reading } from "../../api/boat/readings.ts";
import type { Question } from "../../api/question.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { useSeen } from "../../ui/page/use-seen.ts";
import { DAY_HOURS } from "./looked-at.ts";
import { Tile } from "./tile.tsx";

interface TileGroupProps {
  readonly words: string;
  readonly icon: IconName;
  readonly readings: readonly Reading[];
}

/** As many steps as a sparkline has room for. */
const SPARK_STEPS = 49;
/** The server's maximum of keys in a request. */
const MOST_KEYS = 50;

/** Measurements with their last day, fetched in one request. */
function Sparks({
  question,
  readings,
  wanted,
}: {
  readonly question: Question<History>;
  readonly readings: readonly Reading[];
  /** Whether they have come into view. */
  readonly wanted: boolean;
}) {
  const { value } = useAnswer(question, null, wanted);
  return (
    <div className="tiles">
      {readings.map((reading) => {
        const values = value?.series.get(reading.key)?.average;
        const known = values?.some((one) => one !== null) === true;
        return (
          <Tile
            key={reading.key}
            reading={reading}
            spark={
              value === undefined || values === undefined || !known ? null : { times: value.times, values }
            }
          />
        );
      })}
    </div>
  );
}

/** A group of measurements. */
export function TileGroup({ words, icon, readings }: TileGroupProps) {
  const [element, seen] = useSeen<HTMLElement>();
  const keys = readings
    .filter(({ value }) => value !== null)
    .map(({ key }) => key)
    .slice(0, MOST_KEYS);
  return (
    <section className="tile-group" aria-label={words} ref={element}>
      <h2 className="tile-group__title">
        <Icon name={icon} size={20} />
        {words}
      </h2>
      <Sparks
        question={historyQuestion(keys, { hours: DAY_HOURS, until: null }, SPARK_STEPS)}
        readings={readings}
        wanted={seen && keys.length > 0}
      />
    </section>
  );
}
